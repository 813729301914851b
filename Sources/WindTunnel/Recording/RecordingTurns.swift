/// A queue for each file that scopes record to.
package final class RecordingTurns: Sendable {
    package static let shared = RecordingTurns()

    private let turns = Locked<[String: Turns]>([:])

    package func run<Value: Sendable>(_ file: String, _ body: () async throws -> Value) async rethrows -> Value {
        let turns = turns.withLock { turns in
            let mine = turns[file] ?? Turns()
            turns[file] = mine
            return mine
        }
        return try await turns.run(body)
    }
}
