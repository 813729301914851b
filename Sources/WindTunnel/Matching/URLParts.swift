/// Where the parts of a URL's text begin and end (RFC 3986, section 3), found in one pass.
///
/// `URLComponents` normalises differently from release to release and costs more than the whole decision.
struct URLParts: Sendable {
    let text: String
    /// Offsets into `text.utf8`.
    private(set) var schemeEnd = 0
    private(set) var hostStart = 0
    private(set) var hostEnd = 0
    private(set) var authorityEnd = 0
    private(set) var pathEnd = 0
    /// One past the query; equal to `pathEnd` when there is none.
    private(set) var queryEnd = 0

    init(_ source: String) {
        var text = source
        text.makeContiguousUTF8()
        self.text = text
        text.utf8.withContiguousStorageIfAvailable { scan($0) }
    }

    var scheme: String { text(0, schemeEnd).lowercased() }
    var host: String { text(hostStart, hostEnd).lowercased() }
    var rawPath: Substring { text(authorityEnd, pathEnd) }
    var rawQuery: Substring? { queryEnd > pathEnd ? text(pathEnd + 1, queryEnd) : nil }

    /// The port as written, or the scheme's own.
    var port: Int? { Int(writtenPort) ?? Self.defaultPort(of: scheme) }

    var writtenPort: Substring { text(hostEnd, authorityEnd).dropFirst() }

    /// The path's segments as written; "/a/" has an empty last one, and no path is the path "/".
    var rawSegments: [Substring] {
        let path = rawPath
        return (path.first == "/" ? path.dropFirst() : path).split(separator: "/", omittingEmptySubsequences: false)
    }

    /// `scheme://host`, with the port when it is not the scheme's own.
    var origin: String { Origin.text(scheme: scheme, host: host, port: port) }

    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    private func text(_ from: Int, _ to: Int) -> Substring {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: from)
        return text[start..<utf8.index(start, offsetBy: to - from)]
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        if let colon = bytes.firstIndex(where: { Self.ends($0) || $0 == UInt8(ascii: ":") }),
            bytes[colon] == UInt8(ascii: ":")
        {
            schemeEnd = colon
            index = colon + 1
        }
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") {
            index = authority(bytes, from: index + 2)
        } else {
            (hostStart, hostEnd, authorityEnd) = (index, index, index)
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: "?"), bytes[index] != UInt8(ascii: "#") {
            index += 1
        }
        pathEnd = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "#") { index += 1 }
        queryEnd = index
    }

    private mutating func authority(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        hostStart = start
        var index = start
        var colon: Int?
        var inBrackets = false
        while index < bytes.count, !Self.ends(bytes[index]) {
            switch bytes[index] {
            case UInt8(ascii: "@"): (hostStart, colon) = (index + 1, nil)
            case UInt8(ascii: "["): inBrackets = true
            case UInt8(ascii: "]"): inBrackets = false
            case UInt8(ascii: ":") where !inBrackets: colon = index
            default: break
            }
            index += 1
        }
        hostEnd = colon ?? index
        authorityEnd = index
        return index
    }

    private static func ends(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
