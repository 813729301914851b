import Foundation
import TestSupport
import WindTunnel

/// An archive on disk, for as long as it is held.
final class Recording: Sendable {
    let url: URL

    init(_ entries: [HAR.Entry] = []) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appendingPathComponent("shop.har")
        if !entries.isEmpty { try HAR(log: HAR.Log(entries: entries)).write(to: url) }
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

    var entries: [HAR.Entry] { get throws { try HAR(contentsOf: url).log.entries } }
    var text: String { get throws { try String(contentsOf: url, encoding: .utf8) } }
}

extension HAR.Entry {
    static func made(
        _ method: String = "GET", _ path: String, body: (type: String, text: String)? = nil,
        headers: [(String, String)] = [], status: Int = 200, answer: String = "", answerType: String = "text/plain",
        answerHeaders: [(String, String)] = [], time: Double = 0, error: String? = nil
    ) -> HAR.Entry {
        let post = body.map { HAR.PostData(body: Data($0.text.utf8), mimeType: $0.type) }
        let request = HAR.Request(
            method: method, url: path.hasPrefix("http") ? path : "\(origin)\(path)",
            headers: headers.map { HAR.Header(name: $0.0, value: $0.1) }, postData: post)
        var response = HAR.Response(
            status: status,
            headers: ([("Content-Type", answerType)] + answerHeaders).map { HAR.Header(name: $0.0, value: $0.1) },
            content: HAR.Content(body: Data(answer.utf8), mimeType: answerType))
        if let error { response.custom["_error"] = .string(error) }
        return HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00.000Z", time: time, request: request, response: response)
    }
}
