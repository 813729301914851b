extension URL {
    /// The bytes of a target are no control characters and no spaces, but perhaps no URL either: a `%` that escapes
    /// nothing is the one thing that Foundation does not mend.
    static func mended(_ text: String) -> URL {
        if let url = URL(string: text) { return url }
        var mended = ""
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            mended += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            let isEscape = rest.prefix(2).count == 2 && rest.prefix(2).allSatisfy { $0.isASCII && $0.isHexDigit }
            mended += isEscape ? "%" : "%25"
        }
        return URL(string: mended + rest) ?? MockRequest.noURL
    }
}
