import Foundation
import WindTunnel

extension Scenario {
    private static func failure(
        _ name: String, _ response: MockResponse, kinds: [TaskKind] = TaskKind.data + TaskKind.downloads,
        configure: @escaping @Sendable (URLSessionConfiguration) -> Void = { _ in }
    ) -> Scenario {
        Scenario(name: name, kinds: kinds, configure: configure, differences: [.responseOfFailure, .urlOfTimeout]) {
            [Stub(.get("/a"), returning: response)]
        }
    }

    private static let few: [TaskKind] = [.dataHandler, .dataDelegate, .downloadAsync]

    static let failures: [Scenario] = [
        failure("a reset", .fault(.reset)),
        failure("an empty reply", .fault(.emptyReply)),
        failure("garbage", .fault(.garbage)),
        failure("a malformed chunk", .fault(.malformedChunk)),
        failure("a body that is cut", .text("0123456789").fault(.cut(after: 4))),
        failure("a streamed body that is cut", .events("one", "two").fault(.cut(after: 14))),
        failure("a body that is cut before its first byte", .text("0123456789").fault(.cut(after: 0))),
        failure(
            "no answer in time", .never, kinds: few, configure: { $0.timeoutIntervalForRequest = 1 }),
        failure(
            "a body that stalls", .text("0123456789").fault(.stall(after: 4)), kinds: few,
            configure: { $0.timeoutIntervalForRequest = 3 }),
        Scenario(
            name: "cancelled at once", kinds: [.dataHandler, .dataDelegate, .downloadHandler, .downloadDelegate],
            begun: { $0.cancel() }, differences: [.responseOfFailure]
        ) {
            [Stub(.get("/a"), returning: .never)]
        },
    ]
}
