import Foundation
import HTTPArchive
import TestSupport
import Testing

/// Files that strangers wrote, that change while they are used, or that are no files.
@Suite(.timeLimit(.minutes(3)))
struct HostileFileTests {
    private static let entry = HAR.Entry(
        startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/a"),
        response: .init(status: 200, content: .init(body: Data("a".utf8), mimeType: "text/plain")))

    private static func text(_ entries: [HAR.Entry]) -> String {
        String(decoding: HAR(log: .init(entries: entries)).encoded(), as: UTF8.self)
    }

    // MARK: What cannot be read

    /// An archive whose first entry is no object, and has a secret.
    private static func torn() -> String {
        text([entry]).replacingOccurrences(
            of: "\"entries\": [", with: "\"entries\": [\n\"GET https://api.example.com/?token=s3cr3t-t0ken-4711\",")
    }

    @Test(arguments: [
        ["redact", "FILE"], ["redact", "--check", "FILE"], ["trim", "FILE", "--path", "/"], ["merge", "FILE"],
        ["split", "FILE", "--to", "FOLDER"], ["diff", "FILE", "FILE"], ["convert", "FILE", "--entry", "2"],
    ])
    func `an entry that cannot be read is neither lost nor passed over`(_ words: [String]) async throws {
        let folder = try Folder()
        try Self.torn().write(toFile: folder["a.har"], atomically: true, encoding: .utf8)
        let ran = try await Program.run(
            words.map { $0 == "FILE" ? folder["a.har"] : $0 == "FOLDER" ? folder.path : $0 })
        let why = "entry 1 cannot be read, and would be lost; 'windtunnel validate' says why"
        #expect(ran == Program.Ran(status: 1, output: "", errors: "windtunnel: \(folder["a.har"]): \(why)\n"))
        #expect(try String(contentsOfFile: folder["a.har"], encoding: .utf8) == Self.torn())
    }

    @Test func `a secret in a body beside the archive is told`() async throws {
        let folder = try Folder()
        var entry = Self.entry
        entry.response.content = .init(size: 30, mimeType: "application/json", custom: ["_file": "body.json"])
        try HAR(log: .init(entries: [entry])).write(to: URL(fileURLWithPath: folder["a.har"]))
        for (body, status) in [(#"{"password":"s3cr3t-4711"}"#, 1), (#"{"name":"Ann"}"#, 0)] {
            try body.write(toFile: folder["body.json"], atomically: true, encoding: .utf8)
            for options in [["--check"], []] {
                let ran = try await Program.run(["redact", folder["a.har"]] + options)
                let told =
                    "windtunnel: \(folder["a.har"]): the body of entry 1 has a secret; it is in the file body.json\n"
                #expect(ran == Program.Ran(status: Int32(status), output: "", errors: status == 1 ? told : ""))
            }
        }
    }

    // MARK: What is shown

    @Test(arguments: [1e300, -1e300, 1e18])
    func `an entry of any length is shown`(_ time: Double) async throws {
        let folder = try Folder()
        var entry = Self.entry
        entry.time = time
        try HAR(log: .init(entries: [entry])).write(to: URL(fileURLWithPath: folder["a.har"]))
        for options in [[], ["--waterfall"], ["--html"], ["--entry", "1"]] {
            let ran = try await Program.run(["inspect", folder["a.har"]] + options)
            #expect(ran.status == 0 && ran.errors == "")
        }
    }

    @Test func `a terminal obeys nothing of what an entry says of its time`() async throws {
        let folder = try Folder()
        try Self.text([Self.entry]).replacingOccurrences(of: "2026-03-01T10:00:00Z", with: #"\u001b[2J"#)
            .write(toFile: folder["a.har"], atomically: true, encoding: .utf8)
        let ran = try await Program.run(["inspect", folder["a.har"], "--entry", "1"])
        #expect(ran.output.contains("started \u{FFFD}[2J, took"))
    }

    // MARK: What changes

    @Test func `a file that is cut short while it is served goes on answering`() async throws {
        let folder = try Folder()
        let long = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/long"),
            response: .init(
                status: 200,
                content: .init(body: Data(String(repeating: "x", count: 100_000).utf8), mimeType: "text/plain")))
        try Self.text([long, Self.entry]).write(toFile: folder["a.har"], atomically: true, encoding: .utf8)
        try await Program.running(["serve", folder["a.har"]]) { serve in
            let address = await serve.address()
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder["a.har"]))
            try handle.truncate(atOffset: 10)
            try handle.close()
            #expect(try await Tool.run("curl", ["-s", "\(address)/a"]) == "a")
        }
    }

    @Test func `a journal of the file as it was before chooses nothing`() async throws {
        let folder = try Folder()
        let entries = ["/a", "/b", "/c"].map { path in
            var entry = Self.entry
            entry.request.url = "https://api.example.com\(path)"
            return entry
        }
        try HAR(log: .init(entries: entries)).write(to: URL(fileURLWithPath: folder["a.har"]))
        let line = #"{"entry":2,"file":"a.har","method":"GET","url":"https://api.example.com/b"}"#
        try (line + "\n").write(toFile: folder["run.jsonl"], atomically: true, encoding: .utf8)
        let trim = ["trim", folder["a.har"], "--used-by", folder["run.jsonl"]]
        #expect(try await Program.run(trim).errors == "2 of 3 entries dropped\n")
        let again = try await Program.run(trim)
        #expect(again.status == 1)
        let other = "tells of another \(folder["a.har"]): entry 2 was GET https://api.example.com/b there"
        #expect(
            again.errors == "windtunnel: \(folder["run.jsonl"]) \(other); give the file that was served, as it was\n")
        #expect(
            try HAR(contentsOf: URL(fileURLWithPath: folder["a.har"])).log.entries.map(\.request.url) == [
                "https://api.example.com/b"
            ])
    }

    // MARK: What is no file

    @Test func `a pipe in the place of a file is read`() async throws {
        let ran = try await Program.shell("windtunnel inspect --json <(cat Examples/shop.har) | wc -l | tr -d ' '")
        #expect(ran == Program.Ran(status: 0, output: "7\n", errors: ""))
    }

    @Test(.enabled(if: Tool.path("python3") != nil))
    func `streams that do not wait are waited for`() async throws {
        let script = """
            import os, subprocess, sys, time
            os.set_blocking(0, False)
            reader, writer = os.pipe()
            os.set_blocking(writer, False)
            child = subprocess.Popen([sys.argv[1], 'inspect', '-', '--html'], stdout=writer)
            os.close(writer)
            count = 0
            while True:
                piece = os.read(reader, 4096)
                if not piece: break
                count += len(piece)
            print(child.wait(), count > 200000)
            """
        var entry = Self.entry
        entry.response.content = .init(body: Data(String(repeating: "x", count: 90_000).utf8), mimeType: "text/plain")
        let input = Self.text([entry, entry, entry])
        let ran = try await Program.shell(
            "python3 -c \"$SCRIPT\" \"$W\"".replacingOccurrences(of: "$SCRIPT", with: script), input: input)
        #expect(ran == Program.Ran(status: 0, output: "0 True\n", errors: ""))
    }
}
