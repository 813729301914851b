import Foundation
import Testing

/// What commands write, as somebody sees it: `$ windtunnel …`, the output, the errors behind `!`, the exit status.
@Suite(.timeLimit(.minutes(3)))
struct TranscriptTests {
    /// Only Linux has a device that is always full.
    private static let names =
        ["help", "outputs", "mistakes"] + (FileManager.default.fileExists(atPath: "/dev/full") ? ["full"] : [])

    @Test(arguments: names)
    func `a session of the shell is as it was written down`(_ name: String) async throws {
        let file = "\(Program.root)/Tests/WindTunnelCommandTests/__Fixtures__/\(name).txt"
        let written = try String(contentsOfFile: file, encoding: .utf8)
        let commands = written.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
        #expect(!commands.isEmpty)
        var transcript = ""
        for command in commands {
            let ran = try await Program.shell(command)
            let errors = ran.errors.split(separator: "\n", omittingEmptySubsequences: true).map { "! \($0)\n" }.joined()
            transcript += "$ \(command)\n\(ran.output)\(errors)=> \(ran.status)\n\n"
        }
        if ProcessInfo.processInfo.environment["WINDTUNNEL_TRANSCRIPTS"] == "write" {
            try transcript.write(toFile: file, atomically: true, encoding: .utf8)
        } else {
            #expect(transcript == written)
        }
    }
}
