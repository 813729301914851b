// What a test library does with the server of a test.

extension MockServer {
    /// Adds stubs that stand behind the test's own, and of which nobody complains.
    package func addDefaults(_ stubs: [Stub]) {
        core.add(stubs)
        core.state.withLock { $0.watch.defaultBlocks = $0.stubs.blocks }
    }

    /// Ends the server, and says what is wrong: each thing once.
    ///
    /// - Parameter isComplete: Whether the test ran to its end; if not, unused stubs say nothing.
    package func endScope(isComplete: Bool) -> [ScopeIssue] {
        core.noteUnusedStubs()
        core.endScopeRecording(isComplete: isComplete)
        core.close()
        return core.takeIssues(includesUnused: isComplete)
    }
}
