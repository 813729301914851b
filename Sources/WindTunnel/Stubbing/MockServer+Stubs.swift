extension MockServer {
    /// Adds a block of stubs in one step; it wins over all earlier ones.
    public func add(@StubBuilder _ stubs: () throws -> [Stub]) rethrows { core.add(try stubs()) }

    /// Removes all stubs; requests then count as unexpected.
    public func removeAllStubs() { core.removeAllStubs() }

    /// Adds a stub that always gives the same response; it wins over all earlier ones.
    @discardableResult
    public func stub(
        _ matchers: RequestMatcher..., returning response: MockResponse, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> StubHandle {
        add(Stub(matchers, .responses([ReadyResponse(response)]), Stub.Location(fileID, filePath, line, column)))
    }

    /// Adds a stub that gives responses one after the other; the last one repeats.
    @discardableResult
    public func stub(
        _ matchers: RequestMatcher..., inTurn first: MockResponse, _ others: MockResponse...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> StubHandle {
        add(
            Stub(
                matchers, .responses(([first] + others).map(ReadyResponse.init)),
                Stub.Location(fileID, filePath, line, column)))
    }

    /// Adds a stub that gives the responses of an array, one after the other; the last one repeats.
    @discardableResult
    public func stub(
        _ matchers: RequestMatcher..., inTurn responses: [MockResponse], fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> StubHandle {
        add(
            Stub(matchers, .responses(responses.map(ReadyResponse.init)), Stub.Location(fileID, filePath, line, column))
        )
    }

    /// Adds a stub whose response is made from the request; see ``Stub``.
    @discardableResult
    public func stub(
        _ matchers: RequestMatcher..., fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: Int = #line, column: Int = #column,
        @_inheritActorContext handler: @escaping @Sendable @isolated(any) (MockRequest) async throws -> MockResponse
    ) -> StubHandle {
        add(Stub(matchers, .handler(handler), Stub.Location(fileID, filePath, line, column)))
    }

    /// Does not compile: a stub needs an answer.
    @available(*, unavailable, message: "a stub needs an answer: add returning:, inTurn: or a closure")
    @discardableResult
    public func stub(_ matchers: RequestMatcher...) -> StubHandle {
        add(Stub(matchers, .responses([]), Stub.Location("", "", 0, 0)))
    }

    private func add(_ stub: Stub) -> StubHandle {
        let mounted = core.add([stub]).first ?? MountedStub(stub, number: 0, block: 0)
        return StubHandle(core: core, mount: mounted)
    }

    /// What is wrong with the server's stubs, in the order in which it was found.
    public var faults: [StubFault] { core.faults }

    /// The states of the scenarios; they are read and set by name.
    public var states: States { States(core: core) }

    /// The states of a server's scenarios.
    public struct States: Sendable {
        let core: ServerCore

        /// The state of a scenario, `"start"` unless something was said.
        public subscript(scenario: String) -> String {
            get { core[scenario: scenario] }
            nonmutating set { core[scenario: scenario] = newValue }
        }
    }
}
