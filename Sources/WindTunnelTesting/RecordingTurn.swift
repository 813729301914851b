/// Tests that record to one file do so one after the other; each adds to what those before it have recorded.
enum RecordingTurn {
    /// The files whose turn the task has: a scope inside of another one must not wait for itself.
    @TaskLocal private static var held: Set<String> = []

    static func take<Value: Sendable>(_ file: String?, _ body: () async throws -> Value) async throws -> Value {
        guard let file, !held.contains(file) else { return try await body() }
        return try await RecordingTurns.shared.run(file) {
            try await $held.withValue(held.union([file]), operation: body)
        }
    }
}
