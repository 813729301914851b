/// A request's method, origin and decoded path segments, as numbers of known words.
enum RequestWords {
    struct Word {
        /// 0 for a word that no stub has.
        let number: UInt32
        let isEmpty: Bool
    }

    static func with(
        _ request: MockRequest, words: WordTable, _ body: (UnsafeBufferPointer<Word>) -> Void
    ) {
        let parts = request.parts
        var method = request.method
        var text = parts.text
        method.withUTF8 { method in
            text.withUTF8 { bytes in
                let path = bytes[parts.authorityEnd..<parts.pathEnd]
                // One more segment than slashes, and method and origin.
                let capacity = path.count { $0 == slash } + 3
                withUnsafeTemporaryAllocation(of: Word.self, capacity: capacity) { buffer in
                    buffer[0] = word(method[...], words)
                    buffer[1] = origin(parts, bytes, words)
                    let count = split(path, words, into: buffer, from: 2)
                    body(UnsafeBufferPointer(rebasing: buffer[..<count]))
                }
            }
        }
    }

    /// The segments of a path; where they end in the buffer.
    private static func split(
        _ path: Slice<UnsafeBufferPointer<UInt8>>, _ words: WordTable, into buffer: UnsafeMutableBufferPointer<Word>,
        from first: Int
    ) -> Int {
        var count = first
        var start = path.startIndex
        if start < path.endIndex, path[start] == slash { start += 1 }
        while true {
            var end = start
            while end < path.endIndex, path[end] != slash { end += 1 }
            buffer[count] = segment(path[start..<end], words)
            count += 1
            guard end < path.endIndex else { return count }
            start = end + 1
        }
    }

    private static let slash = UInt8(ascii: "/")

    private static func word(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ words: WordTable) -> Word {
        Word(number: words.find(UnsafeBufferPointer(rebasing: bytes)), isEmpty: bytes.isEmpty)
    }

    private static func segment(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ words: WordTable) -> Word {
        guard bytes.contains(UInt8(ascii: "%")) else { return word(bytes, words) }
        let text = Substring(String(decoding: bytes, as: UTF8.self))
        return PercentEncoding.decode(text.utf8).withUnsafeBufferPointer { word($0[...], words) }
    }

    private static func origin(_ parts: URLParts, _ bytes: UnsafeBufferPointer<UInt8>, _ words: WordTable) -> Word {
        let written = bytes[..<parts.authorityEnd]
        let isPlain =
            parts.hostEnd == parts.authorityEnd && parts.hostStart == parts.schemeEnd + 3
            && !written.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard !isPlain else { return word(written, words) }
        var origin = parts.origin
        return origin.withUTF8 { word($0[...], words) }
    }
}
