public import Testing

extension MockServerTrait: TestScoping {
    /// The traits of the suites around the current test.
    @TaskLocal private static var suites: [Identity] = []

    /// A suite, to tell its traits from those of its tests, and each case of a test.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> MockServerTrait? {
        test.isSuite || testCase != nil ? self : nil
    }

    /// Makes the server of a case, from all traits of the test, and looks at it when the case has run.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        if test.isSuite {
            try await Self.$suites.withValue(Self.suites + [identity], operation: function)
        } else if CurrentServer.value?.test == test {
            // The trait before this one has made the server, from this one as well.
            try await function()
        } else {
            try await serve(test, testCase, function)
        }
    }

    private func serve(
        _ test: Test, _ testCase: Test.Case?, _ function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let traits = test.traits.compactMap { $0 as? MockServerTrait }
        let scope = TestScope(test, testCase, traits)
        try await RecordingTurn.take(scope.recordedFile) { try await serve(scope, traits, function) }
    }

    private func serve(
        _ scope: TestScope, _ traits: [MockServerTrait], _ function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await CurrentServer.$value.withValue(CurrentServer(server: scope.server, test: scope.test)) {
            try await scope.run {
                try scope.beginRecording()
                // In the scope: stubs and their handlers may ask for the current server.
                for trait in traits {
                    let stubs = try trait.stubs()
                    let isDefault = Self.suites.contains { $0 === trait.identity }
                    isDefault ? scope.server.addDefaults(stubs) : scope.server.add { stubs }
                }
                if traits.compactMap(\.sharedSession).last == true {
                    try await scope.server.interceptingSharedSession { try await function() }
                } else {
                    try await function()
                }
            }
        }
    }
}

extension TestScope {
    fileprivate init(_ test: Test, _ testCase: Test.Case?, _ traits: [MockServerTrait]) {
        let settings = traits.dropFirst().reduce(traits[0].settings) { $1.settings.inheriting($0) }
        let place = traits[traits.count - 1].place
        server = MockServer(
            scoped: settings, name: "the MockServer of \(test.name) at \(test.sourceLocation.place)",
            checks: traits.compactMap(\.checks).last ?? .all, place: place)
        self.test = test
        self.testCase = testCase
        self.place = place
        recording = traits.compactMap(\.recording).reduce(nil) { outer, inner in outer.map(inner.inheriting) ?? inner }
        recordedTest = RecordedTest(test, testCase)
    }
}
