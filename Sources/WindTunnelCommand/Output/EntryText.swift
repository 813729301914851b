import Foundation
import HTTPArchive

/// One entry in full.
struct EntryText {
    private let entry: HAR.Entry
    private let console: Console
    private static let maximumBody = 100_000

    init(_ entry: HAR.Entry, _ console: Console) {
        self.entry = entry
        self.console = console
    }

    var lines: [String] {
        let (request, response) = (entry.request, entry.response)
        var lines = [console.colored("\(request.method) \(request.url)".onOneLine, .bold)]
        lines += head(request.headers) + body(request.postData?.body)
        let error = response.custom["_error"].map { "\($0)" } ?? ""
        lines += [
            "",
            console.colored(
                [String(response.status), response.statusText, error].filter { !$0.isEmpty }.joined(separator: " ")
                    .onOneLine, .bold),
        ]
        lines += head(response.headers) + body(response.content.body)
        let timing = "started \(entry.startedDateTime), took \(EntryRow.milliseconds(entry.time)) ms".onOneLine
        return lines + ["", console.colored(timing, .dim)]
    }

    private func head(_ headers: [HAR.Header]) -> [String] { headers.map { "\($0.name): \($0.value)".onOneLine } }

    private func body(_ body: Data?) -> [String] {
        guard let body, !body.isEmpty else { return [] }
        guard let text = String(data: body, encoding: .utf8) else { return ["", "\(body.count) bytes"] }
        return ["", console.safe(text.count > Self.maximumBody ? text.prefix(Self.maximumBody) + "…" : text)]
    }
}
