import Foundation
import HTTPArchive

enum InspectCommand: Command {
    static let spec = CommandSpec(
        name: "inspect", abstract: "show the entries of a recording",
        discussion: ["Entries are read one by one, so that a file of any size can be shown."],
        arguments: [.init(name: "FILE", summary: "An HTTP archive; '-' for standard input.")],
        options: [
            .init(name: "entry", short: "n", value: "NUMBER", summary: "One entry in full, counted from 1."),
            .init(name: "method", short: "m", value: "NAME", summary: "Only requests of this method."),
            .init(
                name: "status", short: "s", value: "CODE",
                summary: "Only answers of this status; 4xx stands for 400 to 499."),
            .init(name: "url", short: "u", value: "TEXT", summary: "Only URLs that have the text in them."),
            .init(name: "waterfall", short: "w", summary: "Show when each entry began, and how long it took."),
            .init(name: "json", summary: "Write one JSON object a line; with --entry, the entry as it is."),
        ],
        examples: [
            ("windtunnel inspect shop.har --status 5xx", "What went wrong on the server's side."),
            ("windtunnel inspect shop.har -n 3", "The third exchange with its headers and bodies."),
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let file = try ArchiveFiles.open(arguments.arguments[0])
        if let number = try arguments.number("entry", in: 1...max(1, file.count)) {
            guard file.count > 0 else { throw Failure("the recording has no entries") }
            return try show(number - 1, file, arguments, console)
        }
        let filter = try EntryFilter(arguments)
        let rows = EntryRows(file: file, filter: filter)
        if arguments.has("json") {
            try rows.forEach { try console.print(JSONText.object($0.json)) }
        } else if arguments.has("waterfall") {
            try Waterfall(rows).lines(console).forEach { try console.print($0) }
        } else {
            try console.print(console.colored(EntryRow.header, .bold))
            try rows.forEach { try console.print($0.line(console)) }
        }
        return 0
    }

    private static func show(
        _ index: Int, _ file: HAR.File, _ arguments: ParsedArguments, _ console: Console
    ) throws -> Int32 {
        let item = file.read(at: index)
        guard let entry = item.entry else {
            throw Failure(item.problems.first.map { "\($0)" } ?? "entry \(index + 1) cannot be read")
        }
        let archive = HAR(log: HAR.Log(entries: [entry]))
        guard !arguments.has("json") else {
            try console.print(archive.encoded())
            return 0
        }
        try EntryText(entry, console).lines.forEach { try console.print($0) }
        for problem in item.problems { try console.print(console.colored("problem: \(problem.message)", .yellow)) }
        return 0
    }
}

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
        let color: Console.Color =
            switch status {
            case 200..<300: .green
            case 300..<400: .cyan
            default: .red
            }
        let columns = [
            String(number).padded(-4), method.padded(7), console.colored(String(status).padded(-6), color),
            type.padded(26), String(size).padded(-7), String(Int(time.rounded())).padded(-8), url,
        ]
        return columns.joined(separator: " ")
    }

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

    func forEach(_ body: (EntryRow) throws -> Void) throws {
        for index in 0..<file.count {
            let row = EntryRow(index, file)
            if filter.holds(row) { try body(row) }
        }
    }
}

/// When each entry began, as bars.
struct Waterfall {
    private static let width = 50
    private var rows: [EntryRow] = []

    init(_ source: EntryRows) throws {
        var rows: [EntryRow] = []
        try source.forEach { rows.append($0) }
        self.rows = rows
    }

    func lines(_ console: Console) -> [String] {
        let starts = rows.compactMap(\.start)
        guard let first = starts.min() else { return [] }
        let ends = rows.map { ($0.start ?? first).timeIntervalSince(first) * 1_000 + max(0, $0.time) }
        let span = max(1, ends.max() ?? 1)
        return rows.map { row in
            let offset = (row.start ?? first).timeIntervalSince(first) * 1_000
            let start = min(Self.width - 1, Int(offset / span * Double(Self.width)))
            let length = max(1, min(Self.width - start, Int((max(0, row.time) / span * Double(Self.width)).rounded())))
            let bar = String(repeating: " ", count: start) + String(repeating: "█", count: length)
            let time = "\(Int(row.time.rounded())) ms"
            return
                "\(String(row.number).padded(-4)) \(console.colored(bar.padded(Self.width), .cyan)) \(time.padded(-9)) "
                + "\(row.method) \(row.url)"
        }
    }
}

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
        var lines = [console.colored("\(request.method) \(request.url)", .bold)]
        lines += request.headers.map { "\($0.name): \($0.value)" } + body(request.postData?.body)
        let error = response.custom["_error"].map { " \($0)" } ?? ""
        lines += ["", console.colored("\(response.status) \(response.statusText)\(error)", .bold)]
        lines += response.headers.map { "\($0.name): \($0.value)" } + body(response.content.body)
        let timing = "started \(entry.startedDateTime), took \(Int(entry.time.rounded())) ms"
        return lines + ["", console.colored(timing, .dim)]
    }

    private func body(_ body: Data?) -> [String] {
        guard let body, !body.isEmpty else { return [] }
        guard let text = String(data: body, encoding: .utf8) else { return ["", "\(body.count) bytes"] }
        return ["", text.count > Self.maximumBody ? text.prefix(Self.maximumBody) + "…" : text]
    }
}
