/// Bytes that came and were not read yet. Every byte is looked at, moved and copied a bounded number of times.
struct ByteQueue: Sendable {
    enum Line {
        /// Its end has not come yet.
        case unfinished
        case tooLong
        case malformed(String)
        /// Without its CRLF.
        case line(ArraySlice<UInt8>)
    }

    private static let keptCapacity = 4_096

    private var bytes: [UInt8] = []
    private var start = 0
    /// No line feed stands between `start` and here.
    private var scanned = 0

    var count: Int { bytes.count - start }
    var first: UInt8? { start < bytes.count ? bytes[start] : nil }

    mutating func append(_ more: some Collection<UInt8>) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            start = 0
            scanned = 0
        } else if start > 4_096, start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            scanned -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next line of at most `limit` bytes. The answer does not depend on the pieces in which the bytes came.
    mutating func nextLine(limit: Int) -> Line {
        guard let lineFeed = bytes[scanned...].firstIndex(of: 0x0A) else {
            scanned = bytes.count
            // One more byte may be the carriage return of a line that just fits.
            return count > limit + 1 ? .tooLong : .unfinished
        }
        let hasReturn = lineFeed > start && bytes[lineFeed - 1] == 0x0D
        let content = bytes[start..<(hasReturn ? lineFeed - 1 : lineFeed)]
        guard content.count <= limit else { return .tooLong }
        guard hasReturn else { return .malformed("A line ends with a bare line feed.") }
        guard !content.contains(0x0D) else { return .malformed("A line has a bare carriage return.") }
        start = lineFeed + 1
        scanned = start
        // The line keeps its bytes.
        letGo()
        return .line(content)
    }

    /// An idle connection must not keep the room of its largest request.
    private mutating func letGo() {
        guard start == bytes.count, bytes.capacity > Self.keptCapacity else { return }
        bytes = []
        start = 0
        scanned = 0
    }

    /// At most so many bytes, as an array of their own.
    mutating func take(_ limit: Int) -> [UInt8] {
        var result: [UInt8] = []
        move(limit, to: &result)
        return result
    }

    /// Moves at most so many bytes to the end of an array.
    mutating func move(_ limit: Int, to array: inout [UInt8]) {
        let end = start + min(limit, count)
        array += bytes[start..<end]
        skip(end - start)
    }

    /// The next bytes, which stay where they are, or nil if there are not so many.
    func peek(_ count: Int) -> ArraySlice<UInt8>? { count <= self.count ? bytes[start..<start + count] : nil }

    /// Drops so many bytes, which must be there.
    mutating func skip(_ count: Int) {
        start += count
        scanned = max(scanned, start)
        letGo()
    }
}
