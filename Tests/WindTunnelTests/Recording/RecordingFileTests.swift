import Foundation
import TestSupport
import Testing
import WindTunnel

/// What becomes of the file of a recording, whatever stands there before and whoever else writes.
@Suite(.timeLimit(.minutes(3)))
struct RecordingFileTests {
    private func server(_ recording: URL, _ mode: RecordingMode = .all) throws -> MockServer {
        try MockServer(recordingTo: recording, mode: mode, upstream: .custom { _ in .text("new") })
    }

    private func contents(_ recording: Recording) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: recording.url.deletingLastPathComponent().path)
    }

    @Test func `what is added to keeps all that a tool has written beside the entries`() async throws {
        let recording = try Recording()
        let foreign = """
            {"_root":1,"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36","_build":7},
            "browser":{"name":"Chrome","version":"1"},"comment":"by hand","_custom":{"a":[1,2]},
            "pages":[{"startedDateTime":"2026-03-01T10:00:00.000Z","id":"page_1","title":"Shop","pageTimings":{}}],
            "entries":[{"startedDateTime":"2026-03-01T10:00:00.000Z","time":1,"pageref":"page_1","_priority":"High",
            "request":{"method":"GET","url":"https://api.example.com/old","httpVersion":"h2","cookies":[],"headers":[],
            "queryString":[],"headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"","httpVersion":"h2",
            "cookies":[],"headers":[],"content":{"size":3,"mimeType":"text/plain","text":"old"},"redirectURL":"",
            "headersSize":-1,"bodySize":3},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}]}}
            """
        try Data(foreign.utf8).write(to: recording.url)
        let before = try HAR(contentsOf: recording.url)
        let server = try server(recording.url, .new)
        #expect(try await server.get("/old").text == "old")
        #expect(try await server.get("/new").text == "new")
        server.close()
        var after = try HAR(contentsOf: recording.url)
        #expect(after.log.entries.popLast()?.request.url == "\(origin)/new")
        #expect(after == before)
    }

    @Test(arguments: [RecordingMode.new, .all])
    func `a file to which nothing was recorded stays as it is, to the byte`(_ mode: RecordingMode) async throws {
        let recording = try Recording([.made("GET", "/a", answer: "old")])
        let text = try recording.text.replacingOccurrences(of: "\n", with: "\n ")
        try Data(text.utf8).write(to: recording.url)
        let server = try MockServer(recordingTo: recording.url, mode: mode, upstream: .custom { _ in .never })
        let left = Task { try await server.get("/left") }
        try await server.nextRequest(.get("\(origin)/left"))
        left.cancel()
        _ = await left.result
        server.close()
        #expect(try recording.text == text)
        #expect(try contents(recording) == ["shop.har"])
    }

    @Test func `nothing is added where an entry that cannot be read would be lost`() throws {
        let recording = try Recording([.made("GET", "/a", answer: "old")])
        let text = try recording.text.replacingOccurrences(of: #""entries": ["#, with: #""entries": [17,"#)
        #expect(text.contains("17"))
        try Data(text.utf8).write(to: recording.url)
        let error = #expect(throws: RecordingError.self) { try server(recording.url, .new) }
        #expect(
            error?.description
                == "nothing can be added to the recording \(recording.url.path): entry 1 cannot be read, and would be lost"
        )
        #expect(try recording.text == text)
        #expect(try contents(recording) == ["shop.har"])
    }

    @Test(arguments: ["", "{", "<html>", #"{"log":"#])
    func `what is no archive is not written over by modes that keep what is there`(_ text: String) throws {
        let recording = try Recording()
        try Data(text.utf8).write(to: recording.url)
        for mode in [RecordingMode.new, .missing] {
            let error = #expect(throws: RecordingError.self) { try server(recording.url, mode) }
            #expect(error?.description.hasPrefix("the recording \(recording.url.path) cannot be read: ") == true)
        }
        #expect(try recording.text == text)
        #expect(try contents(recording) == ["shop.har"])
    }

    @Test func `a recording that could not be written is not lost, and is written later`() async throws {
        let recording = try Recording()
        try FileManager.default.createDirectory(at: recording.url, withIntermediateDirectories: false)
        let server = try server(recording.url)
        _ = try await server.get("/a")
        for _ in 0..<2 {
            let error = #expect(throws: RecordingError.self) { try server.finishRecording() }
            #expect(
                error?.description.hasPrefix("the recording \(recording.url.path) cannot be written: ") == true)
        }
        try FileManager.default.removeItem(at: recording.url)
        _ = try await server.get("/b")
        try server.finishRecording()
        #expect(try recording.entries.map(\.request.url) == ["\(origin)/a", "\(origin)/b"])
        // Once it is written, nothing more comes to it.
        _ = try await server.get("/c")
        server.close()
        #expect(try recording.entries.count == 2)
    }

    @Test func `a file is locked under each of its paths, until it is written`() throws {
        let recording = try Recording()
        let folder = recording.url.deletingLastPathComponent()
        let link = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        defer { try? FileManager.default.removeItem(at: link) }
        let other = link.appendingPathComponent("shop.har")
        let alias = folder.appendingPathComponent("alias.har")
        try FileManager.default.createSymbolicLink(at: alias, withDestinationURL: recording.url)
        let first = try server(recording.url)
        for path in [other, alias] {
            let error = #expect(throws: RecordingError.self) { try server(path) }
            #expect(
                error?.description
                    == "the recording \(path.path) is being made by another server or process; give each one a file of its own"
            )
        }
        first.close()
        for path in [other, alias] { try server(path).close() }
        #expect(try Set(contents(recording)) == ["alias.har", "shop.har"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: alias.path) == recording.url.path)
    }

    @Test func `what another server has recorded meanwhile is kept`() async throws {
        let recording = try Recording([.made("GET", "/a", answer: "old")])
        for path in ["/b", "/c"] {
            let server = try server(recording.url, .new)
            _ = try await server.get(path)
            #expect(throws: RecordingError.self) { try self.server(recording.url, .new) }
            server.close()
        }
        #expect(try recording.entries.map(\.request.url) == ["/a", "/b", "/c"].map { "\(origin)\($0)" })
    }

    @Test func `many requests at once are all recorded`() async throws {
        let recording = try Recording()
        let server = try MockServer(recordingTo: recording.url, upstream: .custom { .text($0.query["n"] ?? "") })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let answer = try await server.get("/a?n=\(number)")
                    #expect(answer.text == "\(number)")
                }
            }
            try await group.waitForAll()
        }
        server.close()
        let entries = try recording.entries
        #expect(Set(entries.map(\.request.url)).count == 200)
        #expect(entries.allSatisfy { $0.request.url.hasSuffix("=\($0.response.content.text ?? "")") })
    }
}
