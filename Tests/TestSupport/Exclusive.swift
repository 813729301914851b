public import Testing

/// Keeps tests of one process apart that use one thing of it, also when they stand in different suites and targets.
public struct Exclusive: TestTrait, SuiteTrait, TestScoping {
    private let gate: Gate

    /// For every test of a suite.
    public var isRecursive: Bool { true }

    /// Runs the test when nobody else uses the thing.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await gate.enter()
        do {
            try await function()
        } catch {
            await gate.leave()
            throw error
        }
        await gate.leave()
    }

    fileprivate static let mockURLs = Exclusive(gate: Gate())
}

extension Trait where Self == Exclusive {
    /// The table of `URLProtocolMock`, which is one for the process.
    public static var exclusiveMockURLs: Exclusive { .mockURLs }
}

/// First come, first served.
private actor Gate {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func enter() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func leave() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
