import Foundation
import TestSupport
import Testing
import WindTunnel

/// A recording is complete or untouched, whatever happens to the process.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct CrashTests {
    private static let count = 20

    @Test func `a process that is killed a hundred times while it records loses nothing that was there`() async throws {
        let recording = try Recording()
        let path = recording.url.path
        var random = SeededGenerator(seed: 7)
        var generations: Set<String> = []
        try await Self.record(to: recording.url, generation: 0)
        for _ in 0..<100 {
            let share = Double.random(in: 0..<3, using: &random)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, share = share as Double] in
                let url = URL(fileURLWithPath: path)
                // How long a recording takes on this machine, as busy as it is; without the time to start.
                let began = ContinuousClock.now
                try await Self.record(to: url, generation: 1)
                let seconds = (ContinuousClock.now - began) / .seconds(1) * share
                Thread.detachNewThread {
                    usleep(UInt32(seconds * 1_000_000))
                    kill(getpid(), SIGKILL)
                }
                for generation in 2... { try await Self.record(to: url, generation: generation) }
            }
            let bodies = try recording.entries.map { $0.response.content.text ?? "" }
            #expect(bodies.count == Self.count)
            #expect(Set(bodies).count == 1)
            generations.formUnion(bodies.map { String($0.prefix(4)) })
        }
        #expect(generations.count > 1)
        try await Self.record(to: recording.url, generation: 0)
        let folder = recording.url.deletingLastPathComponent()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shop.har"])
    }

    private static func record(to url: URL, generation: Int) async throws {
        let body = String(repeating: "\(1_000 + generation) ", count: 2_000)
        let server = try MockServer(recordingTo: url, upstream: .custom { _ in .text(body) })
        for _ in 0..<count { _ = try await server.get("/a") }
        try server.finishRecording()
        server.close()
    }
}
