import Foundation
import HTTPArchive

/// A request as somebody wrote it for curl, or copied it from a browser.
struct CurlLine {
    private(set) var method: String?
    private(set) var url: String?
    private(set) var headers: [HAR.Header] = []
    private var body: String?
    private var queryBody = false
    private var isHead = false

    /// Options that take a value and change nothing of the request that a stub could see.
    private static let ignored: Set<String> = [
        "-o", "--output", "-m", "--max-time", "--connect-timeout", "-x", "--proxy", "--cacert", "-E", "--cert", "--key",
        "-w", "--write-out", "--retry", "-c", "--cookie-jar", "--resolve", "-D", "--dump-header", "--limit-rate",
    ]

    init(_ line: String) throws {
        var words = try ShellWords.split(line)[...]
        if words.first.map({ $0 == "curl" || $0.hasSuffix("/curl") }) == true { words.removeFirst() }
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word.count > 1 else {
                guard url == nil else { throw UsageError("--curl has two URLs: '\(url ?? "")' and '\(word)'") }
                url = word
                continue
            }
            try take(word, &words)
        }
    }

    /// The exchange with an answer of 200 and no body.
    func entry() throws -> HAR.Entry {
        guard var url else { throw UsageError("--curl has no URL") }
        if !url.contains("://") { url = "http://" + url }
        if queryBody, let body { url += (url.contains("?") ? "&" : "?") + body }
        guard URL(string: url)?.host != nil else { throw UsageError("--curl has no URL, but '\(url)'") }
        var request = HAR.Request(method: method ?? defaultMethod, url: url, headers: headers)
        if let body, !queryBody {
            let type = headers.first("Content-Type") ?? "application/x-www-form-urlencoded"
            request.postData = HAR.PostData(body: Data(body.utf8), mimeType: type)
            if headers.first("Content-Type") == nil { request.headers.append(.init(name: "Content-Type", value: type)) }
        }
        return HAR.Entry(startedDateTime: "", request: request, response: HAR.Response(status: 200))
    }

    private var defaultMethod: String { isHead ? "HEAD" : body != nil && !queryBody ? "POST" : "GET" }

    private mutating func take(_ word: String, _ words: inout ArraySlice<String>) throws {
        var (name, attached) = Self.parted(word)
        func value() throws -> String {
            if let text = attached { return text }
            guard let next = words.popFirst() else { throw UsageError("--curl: \(name) needs a value") }
            attached = next
            return next
        }
        switch name {
        case "-X", "--request": method = try value()
        case "--url": url = try value()
        case "-H", "--header": addHeader(try value())
        case "-d", "--data", "--data-ascii", "--data-raw", "--data-binary", "--data-urlencode":
            try addBody(try value(), raw: name == "--data-raw")
        case "--json":
            try addBody(try value(), raw: false)
            addHeader("Content-Type: application/json")
            addHeader("Accept: application/json")
        case "-u", "--user": addHeader("Authorization: Basic \(Data(try value().utf8).base64EncodedString())")
        case "-A", "--user-agent": addHeader("User-Agent: \(try value())")
        case "-e", "--referer": addHeader("Referer: \(try value())")
        case "-b", "--cookie": addHeader("Cookie: \(try value())")
        case "-G", "--get": queryBody = true
        case "-I", "--head": isHead = true
        case "-F", "--form", "-T", "--upload-file":
            throw UsageError("--curl: \(name) sends a file, of which a line tells nothing; record the request instead")
        default: if Self.ignored.contains(name) { _ = try value() }
        }
    }

    private mutating func addHeader(_ line: String) {
        let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return }
        headers.append(
            .init(name: String(halves[0]), value: halves[1].trimmingCharacters(in: .whitespaces)))
    }

    private mutating func addBody(_ text: String, raw: Bool) throws {
        guard raw || !text.hasPrefix("@") else {
            throw UsageError("--curl: '\(text)' is a file, of which a line tells nothing; record the request instead")
        }
        body = body.map { "\($0)&\(text)" } ?? text
    }

    /// `-XPOST` and `--request=POST`
    private static func parted(_ word: String) -> (name: String, value: String?) {
        if word.hasPrefix("--") {
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(halves[0]), halves.count > 1 ? String(halves[1]) : nil)
        }
        let takesValue = "XHduAebFTomxEwcD".contains(word.dropFirst().first ?? " ")
        return word.count > 2 && takesValue ? (String(word.prefix(2)), String(word.dropFirst(2))) : (word, nil)
    }
}

/// The words of a line of a shell: quotes and backslashes, and nothing that would be carried out.
enum ShellWords {
    static func split(_ line: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var rest = Array(
            line.replacingOccurrences(of: "\\\r\n", with: " ").replacingOccurrences(of: "\\\n", with: " "))[...]
        while let letter = rest.popFirst() {
            switch letter {
            case " ", "\t", "\n", "\r", "\r\n":
                if let done = word { words.append(done) }
                word = nil
            case "\\": word = (word ?? "") + (rest.popFirst().map(String.init) ?? "")
            case "'", "\"": word = try (word ?? "") + quoted(letter, &rest)
            case "$" where rest.first == "'":
                rest.removeFirst()
                word = try (word ?? "") + ansi(&rest)
            default: word = (word ?? "") + String(letter)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    private static func quoted(_ quote: Character, _ rest: inout ArraySlice<Character>) throws -> String {
        var text = ""
        while let letter = rest.popFirst() {
            if letter == quote { return text }
            if letter == "\\", quote == "\"", let next = rest.first, "\"\\$`".contains(next) {
                text.append(rest.removeFirst())
            } else {
                text.append(letter)
            }
        }
        throw UsageError("--curl: a quote is not closed")
    }

    /// `$'…'`, which browsers write.
    private static func ansi(_ rest: inout ArraySlice<Character>) throws -> String {
        let letters: [Character: String] = ["n": "\n", "r": "\r", "t": "\t"]
        var text = ""
        while let letter = rest.popFirst() {
            if letter == "'" { return text }
            guard letter == "\\", let next = rest.popFirst() else {
                text.append(letter)
                continue
            }
            if next == "u" {
                let digits = String(rest.prefix(4))
                rest = rest.dropFirst(4)
                text += UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? digits
            } else {
                text += letters[next] ?? String(next)
            }
        }
        throw UsageError("--curl: a quote is not closed")
    }
}
