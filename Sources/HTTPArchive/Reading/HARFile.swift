public import Foundation

extension HAR {
    /// An archive that stays where it is: entries are read when they are asked for.
    ///
    /// Opening goes once over the bytes of the file, which are mapped, not loaded, and notes where each entry stands. What
    /// is wrong with one entry concerns that entry alone. The file must not be cut short while it is open; one that is
    /// replaced, as ``HAR/write(to:)`` does, is none that is cut.
    ///
    /// ```swift
    /// let file = try HAR.File(contentsOf: harURL)
    /// for index in 0..<file.count where file.method(at: index) == "POST" {
    ///     print(file.url(at: index), file.read(at: index).entry?.response.status ?? 0)
    /// }
    /// ```
    public struct File: Sendable {
        /// The folder of the file, in which bodies may stand that are kept beside it.
        public let folder: URL?
        /// The log without its entries.
        public let log: Log
        /// What is wrong with the log.
        public let problems: [Problem]

        let data: Data
        let custom: [String: JSONValue]
        private let spans: [ArchiveScanner.Span]
        private let pages: MappedFile?

        /// Opens a file.
        ///
        /// - Throws: ``HAR/ReadingError`` when the file is no archive, and what Foundation throws when it cannot be read.
        public init(contentsOf url: URL) throws {
            let pages = MappedFile(url)
            try self.init(pages?.data ?? Data(contentsOf: url), url.deletingLastPathComponent(), pages)
        }

        /// Opens the bytes of a file.
        ///
        /// - Throws: ``HAR/ReadingError`` when they are no archive.
        public init(data: Data, folder: URL? = nil) throws(ReadingError) { try self.init(data, folder, nil) }

        private init(_ data: Data, _ folder: URL?, _ file: MappedFile?) throws(ReadingError) {
            let data = try FileFormat.utf8(data)
            let pages = file.flatMap { $0.holds(data) ? $0 : nil }
            let scan = data.withUnsafeBytes { raw in
                let bytes = raw.bindMemory(to: UInt8.self)
                return Result { () throws(ReadingError) in try FileFormat.scan(bytes, pages) }
                    .map { Contents($0, bytes) }
            }
            let contents = try scan.get()
            self.data = data
            self.folder = folder
            self.pages = pages
            spans = contents.spans
            log = contents.log
            custom = contents.custom
            problems = contents.problems
        }

        /// How many entries there are.
        public var count: Int { spans.count }
    }
}

extension HAR.File {
    /// One entry, as far as it could be read.
    public struct Item: Sendable {
        /// Nil when it is nothing of the kind.
        public var entry: HAR.Entry?
        /// What is wrong with it.
        public var problems: [HAR.Problem]
    }

    /// The method of an entry; empty when there is none; the index counts from 0.
    public func method(at index: Int) -> String {
        text(spans[index].method, of: index) ?? read(at: index).entry?.request.method ?? ""
    }

    /// The URL of an entry, as it is written; empty when there is none; the index counts from 0.
    public func url(at index: Int) -> String {
        text(spans[index].url, of: index) ?? read(at: index).entry?.request.url ?? ""
    }

    /// Reads an entry; the index counts from 0.
    public func read(at index: Int) -> Item {
        var problems = ProblemList(entry: index)
        let span = spans[index]
        defer { pages?.noteRead(span.end - span.start) }
        let entry = data.withUnsafeBytes { raw -> HAR.Entry? in
            let bytes = UnsafeBufferPointer(rebasing: raw.bindMemory(to: UInt8.self)[span.start..<span.end])
            let reading = JSONParser.read(bytes, from: 0, isLenient: true)
            if let offset = reading.malformedOffset {
                problems.add("", "not UTF-8 at byte \(span.start + offset)")
            }
            switch reading.result {
            case .success(let json): return HAR.Entry(json, &problems)
            case .failure(let error):
                let place = "byte \(span.start + error.offset), line \(error.line), column \(error.column) of the entry"
                problems.add("", "not JSON: \(error.message) at \(place)", preventsAnswer: true)
                return nil
            }
        }
        return Item(entry: entry, problems: problems.problems)
    }

    /// All of it at once.
    public func read() -> HAR.Reading {
        var reading = HAR.Reading(archive: HAR(log: log, custom: custom), problems: problems)
        reading.archive.log.entries.reserveCapacity(count)
        for index in 0..<count {
            let item = read(at: index)
            reading.problems += item.problems
            if let entry = item.entry { reading.archive.log.entries.append(entry) }
        }
        return reading
    }

    /// Nil when the place is not known.
    private func text(_ text: ArchiveScanner.Text, of index: Int) -> String? {
        guard text.offset > 0 else { return nil }
        let start = spans[index].start + Int(text.offset)
        defer { pages?.noteRead(MappedFile.around) }
        return data.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)[start - 1..<start + Int(text.length) + 1]
            guard bytes.contains(UInt8(ascii: "\\")) else {
                return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
            }
            let reading = JSONParser.read(UnsafeBufferPointer(rebasing: bytes), from: 0, isLenient: true)
            return try? reading.result.get().lenientText
        }
    }
}

extension HAR {
    /// A whole archive, and what was wrong with it.
    public struct Reading: Sendable {
        /// All that could be read.
        public var archive: HAR
        /// What was wrong, the log's problems first.
        public var problems: [Problem]

        /// An archive and what was wrong with it.
        package init(archive: HAR, problems: [Problem]) {
            self.archive = archive
            self.problems = problems
        }
    }

    /// Reads a file, and says nothing of what was odd in it; see ``File`` for that.
    ///
    /// - Throws: ``ReadingError`` when the file is no archive, and what Foundation throws when it cannot be read.
    public init(contentsOf url: URL) throws { self = try File(contentsOf: url).read().archive }

    /// Reads the bytes of a file, and says nothing of what was odd in it; see ``File`` for that.
    ///
    /// - Throws: ``ReadingError`` when they are no archive.
    public init(data: Data) throws(ReadingError) { self = try File(data: data).read().archive }
}

/// What a scan found, and the log that stands around the entries.
private struct Contents {
    let spans: [ArchiveScanner.Span]
    let log: HAR.Log
    let custom: [String: JSONValue]
    let problems: [HAR.Problem]

    init(_ scan: ArchiveScanner, _ bytes: UnsafeBufferPointer<UInt8>) {
        var problems = ProblemList(entry: nil)
        spans = scan.entries
        log = HAR.Log(Self.values(scan.logMembers, bytes, &problems), &problems)
        custom = Self.values(scan.rootMembers, bytes, &problems)
        if let rest = scan.rest { problems.add("", "text behind the end, at byte \(rest)") }
        self.problems = problems.problems
    }

    private static func values(
        _ places: ArchiveScanner.Places, _ bytes: UnsafeBufferPointer<UInt8>,
        _ problems: inout ProblemList
    ) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (key, place) in places.sorted(by: { $0.value.lowerBound < $1.value.lowerBound }) {
            let reading = JSONParser.read(UnsafeBufferPointer(rebasing: bytes[place]), from: 0, isLenient: true)
            if let offset = reading.malformedOffset {
                problems.add(key, "not UTF-8 at byte \(place.lowerBound + offset)")
            }
            switch reading.result {
            case .success(let value): values[key] = value
            case .failure(let error):
                problems.add(key, "not JSON: \(error.message) at byte \(place.lowerBound + error.offset)")
            }
        }
        return values
    }
}
