import Foundation
import TestSupport
import Testing
import WindTunnelTesting

/// A folder for the recordings of a test, for as long as it is held.
private final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a recording of answers by path.
    func write(
        _ name: String, _ answers: KeyValuePairs<String, String>, day: HAR.Timestamp = "2026-03-01T10:00:00.000Z"
    )
        throws
    {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let entries = answers.map { path, text in
            HAR.Entry(
                startedDateTime: day, request: HAR.Request(method: "GET", url: "https://api.example.com\(path)"),
                response: HAR.Response(
                    status: 200, content: HAR.Content(body: Data(text.utf8), mimeType: "text/plain")))
        }
        try HAR(log: HAR.Log(entries: entries)).write(to: url.appendingPathComponent("\(name).har"))
    }

    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).filter { $0.hasSuffix(".har") }
            .sorted()
    }

    /// `/a 200` for each entry.
    func entries(_ name: String) throws -> [String] {
        try HAR(contentsOf: url.appendingPathComponent("\(name).har")).log.entries.map {
            "\(URL(string: $0.request.url)?.path ?? "") \($0.response.status)"
        }
    }
}

private let echo = RecordingUpstream.custom { .text("the network's \($0.path)") }

private func get(_ path: String) async throws -> String { try await MockServer.current.get(path) }

private func expect(_ path: String, is text: String) async throws {
    let answer = try await get(path)
    #expect(answer == text)
}

@Suite(.timeLimit(.minutes(3)), .replaying("profile"))
struct ReplayingTests {
    @Test func `a suite's recording answers a test that has no trait`() async throws {
        #expect(try await get("/users/42") == #"{"id":42,"name":"Ann"}"#)
    }

    @Test(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .text("stub")).times(1) })
    func `stubs win, and the recording answers the rest`() async throws {
        #expect(try await get("/users/42") == "stub")
        #expect(try await get("/users/42") == #"{"id":42,"name":"Ann"}"#)
    }

    @Test(.replaying("profile", matching: .method, .path))
    func `rules are the trait's`() async throws {
        #expect(try await get("/users/42?ts=7") == #"{"id":42,"name":"Ann"}"#)
    }

    @Test(.replaying(matching: .path))
    func `what a test's trait leaves open comes from its suite's`() async throws {
        #expect(try await get("/users/42?ts=7") == #"{"id":42,"name":"Ann"}"#)
    }

    @Test(.replaying("friends"))
    func `a test's recording wins over its suite's`() async throws {
        #expect(try await get("/friends") == "[]")
    }

    @Test func `a closure has a recording as well`() async throws {
        try await withMockServer(replaying: "friends") { server in
            let answer = try await server.get("/friends")
            #expect(answer == "[]")
            #expect(MockServer.current === server)
        }
    }
}

@Suite(.timeLimit(.minutes(3)), .replaying())
struct NamedRecordingTests {
    @Test func isNamedAfterItsTest() async throws {
        #expect(try await get("/a") == "named")
    }

    struct Inner {
        @Test func isNamedAfterItsTest() async throws {
            try await expect("/a", is: "inner")
        }
    }
}

@Suite(.timeLimit(.minutes(3)))
struct RecordingScopeTests {
    private let folder = Folder()
    private var place: RecordingPlace { .folder(folder.url) }
    private var test: String { "RecordingScopeTests/" + (Test.current?.name.plain ?? "") }

    @Test func `what is recorded is written at the end, and replayed`() async throws {
        let recorded = try await told(with: .replaying("a", mode: .missing, upstream: echo, in: place)) {
            try await expect("/a", is: "the network's /a")
            try await expect("/b", is: "the network's /b")
        }
        #expect(recorded == [])
        #expect(try folder.entries("a") == ["/a 200", "/b 200"])
        let replayed = try await told(with: .replaying("a", mode: .never, in: place)) {
            try await expect("/b", is: "the network's /b")
        }
        #expect(replayed == [])
    }

    @Test func `a request that was not recorded fails the test at its line`() async throws {
        try folder.write("a", ["/a": "x"])
        let found = try await told(with: .replaying("a", mode: .never, in: place)) { _ = try? await get("/b") }
        #expect(found.map(\.line) == [testLine])
        #expect(found.first?.text.hasPrefix("Unexpected request: GET https://api.example.com/b\n") == true)
        #expect(found.first?.text.contains("run the test with WINDTUNNEL_RECORD=new") == true)
    }

    @Test func `a missing recording fails the test at its line, and the test does not run`() async throws {
        let hasRun = Box(false)
        let found = try await told(with: .replaying("none", mode: .never, in: place)) { hasRun.change { $0 = true } }
        let text = """
            There is no recording none.har. To make it, run:

                WINDTUNNEL_RECORD=missing swift test --filter RecordingScopeTests

            It was looked for here:

                \(folder.url.path)/none.har
            """
        #expect(found == [Told(text, at: testLine)])
        #expect(!hasRun.value)
    }

    @Test func `of a test that throws nothing is written, and what was there stays`() async throws {
        try folder.write("a", ["/old": "x"])
        let found = try await told(with: .replaying("a", mode: .all, upstream: echo, in: place)) {
            _ = try await get("/new")
            throw Mishap()
        }
        #expect(
            found.map(\.text) == ["a mishap", "The recording a.har was not written: the test has ended early."])
        #expect(try folder.entries("a") == ["/old 200"])
    }

    @Test func `a recording that cannot be written fails the test at its line`() async throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("a.har/below"), withIntermediateDirectories: true)
        let found = try await told(with: .replaying("a", mode: .all, upstream: echo, in: place)) {
            _ = try await get("/a")
        }
        #expect(found.map(\.line) == [testLine])
        #expect(found.first?.text.hasPrefix("the recording \(folder.url.path)/a.har cannot be written: ") == true)
    }

    @Test(arguments: [RecordingMode.missing, .all])
    func `tests that record to one file take turns, and add to it`(_ mode: RecordingMode) async throws {
        let place = place
        try await withThrowingTaskGroup(of: [Told].self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await told(with: .replaying("all", mode: mode, upstream: echo, in: place)) {
                        try await expect("/\(number)", is: "the network's /\(number)")
                    }
                }
            }
            for try await found in group { #expect(found == []) }
        }
        #expect(try folder.entries("all").sorted() == (0..<8).map { "/\($0) 200" })
    }

    @Test func `a scope inside of another one does not wait for itself`() async throws {
        let place = place
        let found = try await told(with: .replaying("a", mode: .all, upstream: echo, in: place)) {
            try await withMockServer(replaying: "a", mode: .all, in: place) { _ in }
        }
        #expect(
            found.first?.text == "the recording \(folder.url.path)/a.har is being made by another server or process; "
                + "give each one a file of its own")
    }

    @Test func `what is wrong with a recording is told whatever is checked`() async throws {
        try folder.write("a", ["/a": "x"])
        var trait: MockServerTrait = .replaying("a", mode: .never, expires: .after(days: 1, .fails), in: place)
        trait.recording?.now = { .distantFuture }
        let copy = trait
        let found = try await told(with: .mockServer(checks: []), copy) {}
        #expect(found.count == 1)
    }

    @Test func `a closure's recording is written when it has run to its end, and not when it threw`() async throws {
        let place = place
        try await withMockServer(replaying: "a", mode: .missing, upstream: echo, in: place) {
            _ = try await $0.get("/a")
        }
        #expect(try folder.entries("a") == ["/a 200"])
        let found = await told {
            try await withMockServer(replaying: "b", mode: .missing, upstream: echo, in: place) { server in
                _ = try await server.get("/b")
                throw Mishap()
            }
        }
        #expect(
            found.map(\.text) == ["The recording b.har was not written: the test has ended early.", "a mishap"])
        #expect(folder.files == ["a.har"])
    }

    @Test func `a closure without its recording does not run`() async throws {
        let error = await #expect(throws: RecordingError.self) {
            try await withMockServer(replaying: "none", mode: .never, in: place) { _ in Issue.record("it ran") }
        }
        #expect(error?.description.hasPrefix("There is no recording none.har. To make it, run:\n\n") == true)
    }

    @Test func `a closure's recording is verified at its end`() async throws {
        try folder.write("a", ["/a": "x"])
        let line = #line + 2
        let found = await told {
            try await withMockServer(
                replaying: "a", mode: .verify, upstream: .custom { _ in .json([1]) }, in: place
            ) { _ = try await $0.get("/a") }
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.hasPrefix("An answer has drifted from the recording a.har:") == true)
    }

    // MARK: Expiry

    private func old(_ expiry: RecordingExpiry, days: Double) async throws -> [Told] {
        try folder.write("a", ["/a": "x", "/b": "x"])
        var trait: MockServerTrait = .replaying("a", mode: .never, expires: expiry, in: place)
        let now = Date(timeIntervalSince1970: 1_772_359_200 + days * 86_400)
        trait.recording?.now = { now }
        return try await told(with: trait) { try await expect("/a", is: "x") }
    }

    @Test(arguments: [RecordingExpiry.Consequence.warns, .fails])
    func `an old recording is told with its date and a command`(_ consequence: RecordingExpiry.Consequence) async throws
    {
        #expect(try await old(.after(days: 30, consequence), days: 29.9) == [])
        let found = try await old(.after(days: 30, consequence), days: 45.5)
        let text = """
            The recording a.har has expired: its newest entry is of 2026-03-01, 45 days ago, and it is good for 30 days. To record it \
            anew, run:

                WINDTUNNEL_RECORD=all swift test --filter \(test)
            """
        #expect(found == [Told(text, at: testLine, isWarning: consequence == .warns)])
    }

    // MARK: Verification

    @Test func `drift fails the test at its line, and touches no file`() async throws {
        try folder.write("a", ["/a": "x", "/b": "y"])
        let upstream = RecordingUpstream.custom { $0.path == "/a" ? .json([1]) : .text("another") }
        let found = try await told(with: .replaying("a", mode: .verify, upstream: upstream, in: place)) {
            try await expect("/a", is: "x")
            try await expect("/b", is: "y")
        }
        let text = """
            An answer has drifted from the recording a.har:

                GET https://api.example.com/a    entry 1
                  content type  application/json, recorded text/plain

            To record it anew, run:

                WINDTUNNEL_RECORD=all swift test --filter \(test)
            """
        #expect(found == [Told(text, at: testLine)])
        #expect(folder.files == ["a.har"])
        #expect(try folder.entries("a") == ["/a 200", "/b 200"])
    }

    @Test func `what cannot be verified is a warning`() async throws {
        try folder.write("a", ["/a?access_token=%3Credacted:access_token:1%3E": "x"])
        let found = try await told(
            with: .replaying("a", matching: .path, mode: .verify, upstream: echo, in: place)
        ) { _ = try await get("/a") }
        let text = """
            Not verified, since their secrets are not recorded; give them by supplying:

                GET https://api.example.com/a?access_token=•••    entry 1: <redacted:access_token:1>
            """
        #expect(found == [Told(text, at: testLine, isWarning: true)])
    }

    // MARK: Names

    struct Alike: Sendable, CustomTestStringConvertible {
        let number: Int
        var testDescription: String { "alike" }
    }

    private static let shared = Folder()

    @Test(arguments: [Alike(number: 1), Alike(number: 2)], ["x/y", "x y"])
    func `each case has a recording of its own`(_ value: Alike, _ text: String) async throws {
        let trait = MockServerTrait.replaying(mode: .missing, upstream: echo, in: .folder(Self.shared.url))
        let path = "/\(value.number)/\(text == "x y")"
        let found = try await told(with: trait) { _ = try await get(path) }
        #expect(found == [])
        let mine = try Self.shared.files.filter { file in
            try Self.shared.entries(String(file.dropLast(4))).contains("\(path) 200")
        }
        #expect(mine.count == 1)
        let name = try #require(mine.first)
        #expect(name.hasPrefix("ReplayingTests-RecordingScopeTests.each-case-has-a-recording-of-its-own-alike"))
        #expect(try Self.shared.entries(String(name.dropLast(4))) == ["\(path) 200"])
    }
}

extension String {
    /// `a b`() as a filter has it.
    fileprivate var plain: String {
        let name = prefix(through: lastIndex(of: "`") ?? index(before: endIndex))
        return String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "." })
    }
}
