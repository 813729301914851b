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
            .init(name: "html", summary: "Write one page for a browser, which needs nothing else."),
            .init(name: "json", summary: "Write one JSON object a line; with --entry, the entry as it is."),
        ],
        examples: [
            ("windtunnel inspect shop.har --status 5xx", "What went wrong on the server's side."),
            ("windtunnel inspect shop.har -n 3", "The third exchange with its headers and bodies."),
            ("windtunnel inspect shop.har --html > shop.html", "All of it to look at, to search and to send."),
        ])

    static func run(_ arguments: ParsedArguments, _ console: Console) async throws -> Int32 {
        let file = try ArchiveFiles.open(arguments.arguments[0])
        if let number = try arguments.number("entry", in: 1...max(1, file.count)) {
            guard file.count > 0 else { throw Failure("the recording has no entries") }
            return try show(number - 1, file, arguments, console)
        }
        let filter = try EntryFilter(arguments)
        let rows = EntryRows(file: file, filter: filter, console: console)
        if arguments.has("json") {
            try rows.forEach { try console.print(JSONText.object($0.json)) }
        } else if arguments.has("html") {
            let title = arguments.arguments[0] == "-" ? "Recording" : arguments.arguments[0]
            try HTMLPage(title: title, rows: rows).write { try console.print(Data($0.utf8)) }
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
            throw Failure("entry \(index + 1) cannot be read: \(item.problems.first?.message ?? "it is no object")")
        }
        let archive = HAR(log: HAR.Log(entries: [entry]))
        guard !arguments.has("json") else {
            try console.print(archive.encoded())
            return 0
        }
        try EntryText(entry, console).lines.forEach { try console.print($0) }
        for problem in item.problems {
            try console.print(console.colored("problem: \(problem.message)".onOneLine, .yellow))
        }
        return 0
    }
}
