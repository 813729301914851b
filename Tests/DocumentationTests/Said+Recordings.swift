import Foundation
import HTTPArchive
import Testing
import WindTunnelTesting

extension Said {
    /// What is said of recordings.
    static let recordings: [String: Text] = [
        "missing": {
            let text = try await issue {
                try await withMockServer(replaying: "profile", mode: .never, in: .folder(Shelf().url)) { _ in }
            }
            return text.replacing(#/--filter .*/#, with: "--filter ProfileTests")
                .replacing(#/\/.*\/profile\.har/#, with: "/App/Tests/AppTests/__Recordings__/profile.har")
        },
        "expired": {
            let shelf = try Shelf(answer: "{}", recorded: "2020-03-01T10:00:00.000Z")
            let text = try await issue {
                try await withMockServer(
                    replaying: "profile", mode: .never, expires: .after(days: 30, .fails), in: .folder(shelf.url)
                ) { _ in }
            }
            return text.replacing(#/--filter .*/#, with: "--filter ProfileTests/showsTheProfile")
                .replacing(#/, \d+ days ago/#, with: ", 2000 days ago")
        },
        "entry": {
            let shelf = try Shelf(answer: #"{"id":42,"name":"Ann"}"#)
            let text = try await middle("/users/43", try MockServer(replaying: shelf.file, mode: .never))
            return text
        },
        "drift": {
            let shelf = try Shelf(answer: #"{"id":42,"name":"Ann"}"#)
            let server = try MockServer(
                replaying: shelf.file, mode: .verify, upstream: .custom { _ in .json(["id": "42"]) })
            _ = try await server.session.get("/users/42")
            return try await failure { try await server.verifyRecording() }
        },
    ]
}

/// A folder with one recording, or without; it goes with its owner.
private final class Shelf: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var file: URL { url.appendingPathComponent("profile.har") }

    init() {}

    init(answer: String, recorded: HAR.Timestamp = "2026-03-01T10:00:00.000Z") throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let content = HAR.Content(body: Data(answer.utf8), mimeType: "application/json")
        let entry = HAR.Entry(
            startedDateTime: recorded,
            request: HAR.Request(method: "GET", url: "https://api.example.com/users/42"),
            response: HAR.Response(status: 200, content: content))
        try HAR(log: HAR.Log(entries: [entry])).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
