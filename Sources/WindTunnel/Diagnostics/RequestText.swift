/// A request as text: headers, and the body when it is text.
enum RequestText {
    /// Longer ones are cut: nobody reads on, and an error must not be larger than what caused it.
    private static let urlLimit = 2_000

    /// `GET https://api.example.com/users`
    static func line(_ request: MockRequest) -> String { "\(request.method) \(url(request))" }

    /// How a report of a request begins that no stub answers.
    static func unexpected(_ request: MockRequest) -> String { "Unexpected request: \(line(request))" }

    static func url(_ request: MockRequest) -> String {
        cut(maskedURL(request))
    }

    static func path(_ request: MockRequest) -> String {
        cut(request.path.description)
    }

    /// One line, cut where nobody reads on.
    static func cut(_ text: String) -> String { text.cut(urlLimit) }

    /// The URL as it was sent, with the fragment that never travels.
    static func wholeURL(_ request: MockRequest) -> String {
        let fragment = request.parts.text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            .dropFirst()
        return cut(maskedURL(request) + (fragment.first.map { "#" + maskedItems($0) } ?? ""))
    }

    private static func maskedURL(_ request: MockRequest) -> String {
        let parts = request.parts
        guard let query = parts.rawQuery else {
            // A user and a password may stand in front of the host.
            let hasUser = parts.hostStart > parts.schemeEnd + 3
            return hasUser ? parts.origin + parts.rawPath : String(parts.text.prefix { $0 != "#" })
        }
        return parts.origin + parts.rawPath + "?" + maskedItems(query)
    }

    private static func maskedItems(_ text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
            let name = item.prefix { $0 != "=" }
            let isSecret = name.endIndex < item.endIndex && Secrets.isSecret(field: PercentEncoding.decodedString(name))
            return isSecret ? "\(name)=\(Secrets.mask)" : String(item)
        }.joined(separator: "&")
    }

    static func message(_ request: MockRequest) -> String {
        message(line(request), request.headers, request.body)
    }

    static func message(_ response: MockExchange.Response) -> String {
        message("\(response.statusCode)", response.headers, response.body)
    }

    private static func message(_ first: String, _ headers: MockRequest.Headers, _ body: Data) -> String {
        var lines =
            [first] + headers.map { "\($0.name): \(Secrets.masked(header: $0.name, $0.value).cut(urlLimit).visible)" }
        let body = BodyText(body: body, contentType: headers["Content-Type"]).lines
        if !body.isEmpty { lines += [""] + body }
        return lines.map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    }

    /// The beginning of bytes that are UTF-8; nil for others.
    static func text(_ body: Data, limit: Int) -> String? {
        guard body.count > limit else { return String(data: body, encoding: .utf8) }
        var start = body.prefix(limit)
        // Not into the middle of a scalar, which has four bytes at most.
        for _ in 0..<3 where start.last.map({ $0 >= 0x80 }) == true {
            if let text = String(data: start, encoding: .utf8) { return text }
            start.removeLast()
        }
        return start.isEmpty ? nil : String(data: start, encoding: .utf8)
    }
}
