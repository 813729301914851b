import Foundation
import HTTPArchive

/// A recording as one page that needs no network and no script.
///
/// It is written piece by piece, so that a large recording is never held as text.
struct HTMLPage {
    let title: String
    let rows: EntryRows

    func write(_ print: (String) throws -> Void) throws {
        var shown: [EntryRow] = []
        try rows.forEach { shown.append($0) }
        let scale = TimeScale(shown)
        try print(head(shown, scale))
        for row in shown { try print(tableRow(row, scale)) }
        try print(
            "</tbody></table></div></section>\n<section aria-labelledby=\"entries\"><h2 id=\"entries\">Entries</h2>\n")
        for row in shown { try print(EntryHTML(row, rows.file.read(at: row.number - 1)).text) }
        try print("</section>\n</main></body></html>\n")
    }

    private func head(_ rows: [EntryRow], _ scale: TimeScale) -> String {
        let name = HTML.text(title)
        let failed = rows.count { $0.status == 0 || $0.status >= 400 }
        let facts = [
            rows.count.entries, "\(failed) failed",
            "\(rows.reduce(0) { $0 + max(0, $1.size) }.formattedBytes) of bodies", HTML.milliseconds(scale.span),
        ]
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <title>\(name)</title>
            <style>\(HTML.style)</style></head>
            <body><main>
            <h1>\(name)</h1>
            <p class="facts">\(facts.map { "<span>\($0)</span>" }.joined(separator: " "))</p>
            <section aria-labelledby="overview"><h2 id="overview">Overview</h2>
            <div class="wide" tabindex="0" role="region" aria-label="Requests"><table role="table">
            <thead role="rowgroup"><tr role="row">\(Self.columns)</tr></thead><tbody role="rowgroup">

            """
    }

    /// A narrow page shows rows as blocks; the roles say to who listens that they are rows still.
    private static let columns =
        [
            ("#", "number"), ("Method", ""), ("Status", ""), ("URL", ""), ("Type", "rare"), ("Size", "number rare"),
            ("Time", "number"), ("Waterfall", "when"),
        ].map { "<th role=\"columnheader\" scope=\"col\" class=\"\($1)\">\($0)</th>" }.joined()

    private func tableRow(_ row: EntryRow, _ scale: TimeScale) -> String {
        let bar = scale.bar(row)
        let link = "<a href=\"#entry-\(row.number)\">\(HTML.text(row.url))</a>"
        let cells = [
            cell("\(row.number)", "number"), cell(HTML.text(row.method)), cell(HTML.status(row.status)),
            "<th role=\"rowheader\" scope=\"row\">\(link)</th>", cell(HTML.text(row.type), "rare"),
            cell(row.size.formattedBytes, "number rare"), cell(HTML.milliseconds(row.time), "number"),
            cell(
                "<span class=\"aside\">begins after \(HTML.milliseconds(bar.offset))</span>"
                    + "<span class=\"bar\" style=\"margin-left:\(bar.start)%;width:\(bar.length)%\"></span>", "when"),
        ]
        return "<tr role=\"row\">\(cells.joined())</tr>\n"
    }

    private func cell(_ content: String, _ kind: String = "") -> String {
        "<td role=\"cell\" class=\"\(kind)\">\(content)</td>"
    }
}

/// One entry in full, which opens when a link leads into it.
private struct EntryHTML {
    private static let maximumBody = 100_000
    let text: String

    init(_ row: EntryRow, _ item: HAR.File.Item) {
        let summary = """
            <details><summary><span class="verb">\(HTML.text(row.method))</span> \(HTML.status(row.status)) \
            <span class="url">\(HTML.text(row.url))</span></summary>
            <div id="entry-\(row.number)">

            """
        guard let entry = item.entry else {
            let problem = item.problems.first?.message ?? "it cannot be read"
            text = summary + "<p>\(HTML.text(problem))</p></div></details>\n"
            return
        }
        let times = "Started \(HTML.text(entry.startedDateTime.text)), took \(HTML.milliseconds(entry.time))."
        text =
            summary + "<p>\(times)</p>\n"
            + Self.side("Request", entry.request.headers, entry.request.postData?.body)
            + Self.side("Response", entry.response.headers, entry.response.content.body)
            + "</div></details>\n"
    }

    private static func side(_ name: String, _ headers: [HAR.Header], _ body: Data?) -> String {
        let fields = headers.map { "<dt>\(HTML.text($0.name))</dt><dd>\(HTML.text($0.value))</dd>" }.joined()
        let list = fields.isEmpty ? "<p>No headers.</p>" : "<dl>\(fields)</dl>"
        return "<h3>\(name)</h3>\(list)\(content(name, body ?? Data()))\n"
    }

    private static func content(_ name: String, _ body: Data) -> String {
        if body.isEmpty { return "<p>No body.</p>" }
        guard let text = String(data: body, encoding: .utf8) else {
            return "<p>A body of \(body.count.formattedBytes) that is no text.</p>"
        }
        let start = text.unicodeScalars.prefix(maximumBody)
        let note = "Cut after \(maximumBody) characters; the body has \(body.count.formattedBytes)."
        return "<pre tabindex=\"0\" role=\"region\" aria-label=\"\(name) body\">\(HTML.text(String(start)))</pre>"
            + (start.endIndex < text.endIndex ? "<p>\(note)</p>" : "")
    }
}
