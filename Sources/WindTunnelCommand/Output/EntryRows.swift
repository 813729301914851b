import Foundation
import HTTPArchive

/// Which entries are meant.
struct EntryFilter {
    let method: String?
    let status: ClosedRange<Int>?
    let url: String?

    init(_ arguments: ParsedArguments) throws {
        method = arguments["method"]?.uppercased()
        url = arguments["url"]
        status = try arguments["status"].map { text in
            if text.count == 3, text.lowercased().hasSuffix("xx"), let digit = Int(text.prefix(1)) {
                return digit * 100...digit * 100 + 99
            }
            guard let code = Int(text) else {
                throw UsageError("--status takes a status such as 404 or 4xx, not '\(text)'")
            }
            return code...code
        }
    }

    func holds(_ row: EntryRow) -> Bool {
        (method == nil || row.method.uppercased() == method) && (status?.contains(row.status) ?? true)
            && (url.map { row.url.contains($0) } ?? true)
    }
}

/// What a table shows of an entry.
struct EntryRow: Sendable {
    let number: Int
    let method: String
    let url: String
    let status: Int
    let type: String
    let size: Int
    let time: Double
    let start: Date?

    init(_ index: Int, _ file: HAR.File) {
        let entry = file.read(at: index).entry
        number = index + 1
        method = entry?.request.method ?? file.method(at: index)
        url = entry?.request.url ?? file.url(at: index)
        status = entry?.response.status ?? 0
        type = String((entry?.response.content.mimeType ?? "").prefix { $0 != ";" })
        size = entry?.response.content.size ?? 0
        time = entry?.time ?? 0
        start = entry?.startedDateTime.date
    }

    static let header = "   # METHOD  STATUS TYPE                          SIZE       MS URL"

    func line(_ console: Console) -> String {
        let shownStatus = console.colored(String(status).padded(-6), .of(status: status))
        let columns = [
            String(number).padded(-4), method.onOneLine.padded(7), shownStatus,
            type.onOneLine.padded(26), String(size).padded(-7), String(Self.milliseconds(time)).padded(-8),
            url.onOneLine,
        ]
        return columns.joined(separator: " ")
    }

    /// A recording may say any time at all.
    static func milliseconds(_ time: Double) -> Int { time.isFinite ? Int(min(max(time, -1), 1e12).rounded()) : -1 }

    var json: [String: JSONValue] {
        [
            "entry": .number(JSONNumber(number)), "method": .string(method), "url": .string(url),
            "status": .number(JSONNumber(status)), "type": .string(type), "size": .number(JSONNumber(size)),
            "time": JSONNumber(time).map { .number($0) } ?? .null,
        ]
    }
}

extension String {
    /// To a width; to the right when it is negative.
    func padded(_ width: Int) -> String {
        let gap = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? gap + self : self + gap
    }
}

/// Rows of a file, made one by one.
struct EntryRows {
    let file: HAR.File
    let filter: EntryFilter
    let console: Console

    func forEach(_ body: (EntryRow) throws -> Void) throws {
        var progress = Progress("reading", of: file.count, console)
        defer { progress.end() }
        for index in 0..<file.count {
            progress.step(index)
            let row = EntryRow(index, file)
            if filter.holds(row) { try body(row) }
        }
    }
}
