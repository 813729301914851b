/// A request as text: headers, and the body when it is text.
enum RequestText {
    private static let limit = 4_000

    /// Longer ones are cut: nobody reads on, and an error must not be larger than what caused it.
    private static let urlLimit = 2_000

    static func url(_ request: MockRequest) -> String {
        cut(maskedURL(request))
    }

    static func path(_ request: MockRequest) -> String {
        cut(request.path.description)
    }

    /// One line, cut where nobody reads on.
    static func cut(_ text: String) -> String { text.utf8.count > urlLimit ? text.prefix(urlLimit) + "…" : text }

    private static func maskedURL(_ request: MockRequest) -> String {
        let parts = request.parts
        guard let query = parts.rawQuery else {
            // A user and a password may stand in front of the host.
            return parts.hostStart > parts.schemeEnd + 3 ? parts.origin + parts.rawPath : request.url.absoluteString
        }
        let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            let name = item.prefix { $0 != "=" }
            return Secrets.isSecret(field: PercentCoding.decodedString(name)) ? "\(name)=\(Secrets.mask)" : String(item)
        }
        return parts.origin + parts.rawPath + "?" + items.joined(separator: "&")
    }

    static func message(_ request: MockRequest) -> String {
        message("\(request.method) \(url(request))", request.headers, request.body)
    }

    static func message(_ response: Exchange.Response) -> String {
        message("\(response.statusCode)", response.headers, response.body)
    }

    private static func message(_ first: String, _ headers: MockRequest.Headers, _ body: Data) -> String {
        var lines = [first] + headers.map { "\($0.name): \(Secrets.masked(header: $0.name, $0.value))" }
        let body = bodyLines(body, MediaType.essence(of: headers["Content-Type"]))
        if !body.isEmpty { lines += [""] + body }
        return lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    private static func bodyLines(_ body: Data, _ type: String?) -> [String] {
        guard !body.isEmpty else { return [] }
        if let json = try? JSONParser.parse(body) {
            return lines(json.isDeep ? LargeStack.run { readable(json) } : readable(json))
        }
        guard let text = String(data: body, encoding: .utf8) else {
            let bytes = body.prefix(16).map { byte in
                let hex = String(byte, radix: 16)
                return hex.count == 1 ? "0\(hex)" : hex
            }
            return [
                "\(body.count) bytes: \(bytes.joined(separator: " "))\(body.count > 16 ? " …" : "")"
            ]
        }
        guard type == "application/x-www-form-urlencoded" else { return lines(text) }
        return QueryItem.parse(text[...]).map { "\($0.name)=\(Secrets.masked(field: $0.name, $0.value))" }
    }

    private static func readable(_ json: JSONValue) -> String { Secrets.masked(json).readableText }

    private static func lines(_ text: String) -> [String] {
        let shown = text.count > limit ? text.prefix(limit) + "…" : text[...]
        return shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

extension JSONValue {
    /// On one line while that can be read.
    fileprivate var readableText: String {
        let compact = compactText
        return compact.count <= 80 ? compact : prettyText
    }
}
