/// A body as lines to read: JSON and forms in order, the parts of a multipart body, text, or the first bytes.
struct BodyText {
    /// What is longer is cut: nobody reads on, and an error must not be larger than what caused it.
    private static let maximumBytes = 4_000
    private static let maximumLines = 100
    /// Longer JSON is shown as the text that it is: to print it well takes the time of all of it.
    private static let maximumJSON = 64_000
    /// Looked at for secrets, so that none is cut into a half that nobody knows.
    private static let maximumText = 4 * maximumBytes

    let body: Data
    let contentType: String?

    var lines: [String] {
        guard !body.isEmpty else { return [] }
        return Self.cut(json ?? form ?? multipart ?? text ?? [bytes])
    }

    private var type: String? { MediaType.essence(of: contentType) }

    private var json: [String]? {
        guard body.count <= Self.maximumJSON, let json = try? JSONParser.parse(body) else { return nil }
        return Self.lines(json.isDeep ? LargeStack.run { Self.readable(json) } : Self.readable(json))
    }

    /// Strings may have secrets in them, such as the query of GraphQL.
    private static func readable(_ json: JSONValue) -> String {
        let text = Secrets.masked(json).readableText
        // What names a secret inside a string has one of these.
        return text.utf8.contains(where: Set("=\\>'@".utf8).contains) ? ReportMask().masked(text) : text
    }

    private var form: [String]? {
        guard type == "application/x-www-form-urlencoded" else { return nil }
        return RequestText.text(body, limit: Self.maximumText).map { text in
            QueryItem.parse(text[...]).map { item in
                "\(item.name)=\(Secrets.masked(field: item.name, item.value))".visible
            }
        }
    }

    private var multipart: [String]? {
        guard type == "multipart/form-data",
            let parts = try? MultipartParser.parse(body, contentType: contentType), !parts.isEmpty
        else { return nil }
        return parts.prefix(Self.maximumLines).flatMap(Self.lines)
    }

    private static func lines(of part: MockRequest.Part) -> [String] {
        let name = part.name ?? ""
        let facts = [part.name, part.filename].compactMap { $0.map { SourceText.quoted($0) } } + [part.contentType]
        let head = "part " + facts.compactMap { $0 }.joined(separator: ", ") + ":"
        if Secrets.isSecret(field: name) { return ["\(head) \(Secrets.mask)"] }
        return [head] + BodyText(body: part.body, contentType: part.contentType).lines.map { "  \($0)" }
    }

    private var text: [String]? {
        RequestText.text(body, limit: Self.maximumText).map { Self.lines(ReportMask().masked($0)) }
    }

    private var bytes: String {
        let shown = body.prefix(16).map(\.hexadecimal)
        return "\(body.count) bytes: \(shown.joined(separator: " "))\(body.count > 16 ? " …" : "")"
    }

    private static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
            .prefix(maximumLines + 1).map { String($0).visible }
    }

    private static func cut(_ lines: [String]) -> [String] {
        var shown: [String] = []
        var count = 0
        for line in lines {
            guard shown.count < maximumLines, count < maximumBytes else { return shown + ["…"] }
            let kept = line.cut(maximumBytes - count)
            shown.append(kept)
            if kept != line { return shown }
            count += line.utf8.count
        }
        return shown
    }
}

extension JSONValue {
    /// On one line while that can be read.
    fileprivate var readableText: String {
        let compact = compactText
        return compact.utf8.count <= 80 ? compact : prettyText
    }
}

extension String {
    /// Its beginning, of so many bytes at most, with a mark where something is left out.
    func cut(_ limit: Int) -> String {
        guard utf8.count > limit else { return self }
        // By scalars: a character can be as long as the text.
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }

    /// Nothing that a terminal would obey.
    var visible: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.map { $0.isControl ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control && self != "\t" }
}
