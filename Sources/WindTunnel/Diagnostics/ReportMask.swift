/// Takes secrets out of a report: those that have a secret name or a secret's shape, and those of requests wherever the
/// text repeats them. The rules are those of archives.
struct ReportMask {
    /// Of a longer body the beginning is looked at: a report must not take the time of the largest upload.
    private static let maximumBody = 16_000
    private static let maximumRequests = 40

    private let redactor: HAR.Redactor

    init(_ requests: some Sequence<MockRequest> = []) {
        var redactor = HAR.Redactor()
        for request in requests.prefix(Self.maximumRequests) { redactor.learn(Self.entry(request)) }
        self.redactor = redactor
    }

    func masked(_ text: String) -> String {
        var redactor = redactor
        var entry = Self.entry(nil)
        entry.comment = text
        let shown = redactor.redacted(entry).comment ?? ""
        let hasSecret = shown != text
        return Self.withoutArguments(hasSecret ? shown.replacing(Self.placeholder, with: Secrets.mask) : shown)
    }

    private static var placeholder: Regex<Substring> {
        /(?:<|%3C)redacted(?::|%3A)[a-z0-9_-]+(?::|%3A)[0-9]+(?:>|%3E)/
    }

    private static func entry(_ request: MockRequest?) -> HAR.Entry {
        var recorded = HAR.Request(method: "", url: "")
        if let request {
            let type = request.headers["Content-Type"] ?? ""
            recorded.url = request.parts.text
            recorded.headers = request.headers.map { HAR.Header(name: $0.name, value: $0.value) }
            if let text = RequestText.text(request.body, limit: maximumBody) {
                recorded.postData = HAR.PostData(body: Data(text.utf8), mimeType: type)
            }
        }
        return HAR.Entry(startedDateTime: "", request: recorded, response: HAR.Response(status: 0))
    }
}

// MARK: Source

extension ReportMask {
    /// Without the string literals behind a secret name, in matchers as they print themselves:
    /// `.header("Authorization", "Bearer x")`, `["password": .contains("x")]`.
    private static func withoutArguments(_ text: String) -> String {
        // A regular expression takes its time, and most texts name no argument.
        var previous: UInt8 = 0
        let mayHave = text.utf8.contains { byte in
            defer { previous = byte }
            return previous == UInt8(ascii: "\"") && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":"))
        }
        guard mayHave else { return text }
        var result = ""
        var rest = text[...]
        while let head = rest.firstMatch(of: /(?:\("([^"\\\n]+)", |[\[ ]"([^"\\\n]+)": )/) {
            result += rest[..<head.range.upperBound]
            rest = rest[head.range.upperBound...]
            let name = String(head.1 ?? head.2 ?? "")
            guard Secrets.isSecret(field: name) || (head.1 != nil && Secrets.isSecret(header: name)) else { continue }
            result += maskedArgument(&rest, isElement: head.2 != nil)
        }
        return result + rest
    }

    /// Up to the bracket that closes it, or the comma behind an element.
    private static func maskedArgument(_ rest: inout Substring, isElement: Bool) -> String {
        var result = ""
        var depth = 0
        while let character = rest.first, character != "\n" {
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            if depth < 0 || (isElement && depth == 0 && character == ",") { return result }
            if let literal = rest.prefixMatch(of: /#"[^\n]*?"#|"(?:[^"\\\n]|\\.)*"/) {
                result += "\"\(Secrets.mask)\""
                rest = rest[literal.range.upperBound...]
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
