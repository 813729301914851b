import Foundation

/// When entries began and how long they took, as parts of the whole.
struct TimeScale {
    /// A bar in percent of the whole.
    struct Bar {
        /// In milliseconds since the first entry began.
        let offset: Double
        let start: Double
        let length: Double
    }

    private let first: Date
    /// In milliseconds.
    let span: Double

    init(_ rows: [EntryRow]) {
        let first = rows.compactMap(\.start).min() ?? Date(timeIntervalSince1970: 0)
        let ends = rows.map { ($0.start ?? first).timeIntervalSince(first) * 1_000 + $0.duration }
        self.first = first
        span = max(1, ends.max() ?? 1)
    }

    func bar(_ row: EntryRow) -> Bar {
        let offset = (row.start ?? first).timeIntervalSince(first) * 1_000
        let (start, length) = (offset / span * 100, row.duration / span * 100)
        // What is too short to be seen has room for a mark.
        let place = min(start, 99)
        return Bar(offset: offset, start: Self.rounded(place), length: Self.rounded(min(length, 100 - place)))
    }

    private static func rounded(_ part: Double) -> Double { (min(100, max(0, part)) * 100).rounded() / 100 }
}

extension EntryRow {
    /// In milliseconds, within what a page and a terminal can show.
    fileprivate var duration: Double { time.isFinite ? min(max(0, time), 1e12) : 0 }
}

/// When each entry began, as bars of a terminal.
struct Waterfall {
    private static let width = 50
    private var rows: [EntryRow] = []

    init(_ source: EntryRows) throws {
        var rows: [EntryRow] = []
        try source.forEach { rows.append($0) }
        self.rows = rows
    }

    func lines(_ console: Console) -> [String] {
        let scale = TimeScale(rows)
        return rows.map { row in
            let bar = scale.bar(row)
            let start = min(Self.width - 1, Int(bar.start / 100 * Double(Self.width)))
            let length = max(1, min(Self.width - start, Int((bar.length / 100 * Double(Self.width)).rounded())))
            let text = String(repeating: " ", count: start) + String(repeating: "█", count: length)
            let columns = [
                String(row.number).padded(-4), console.colored(text.padded(Self.width), .cyan),
                HTML.milliseconds(row.time).padded(-9), "\(row.method) \(row.url)".onOneLine,
            ]
            return columns.joined(separator: " ")
        }
    }
}
