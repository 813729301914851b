import Foundation
import HTTPArchive
import Testing

/// Secrets are planted in all places of an archive, and looked for in the bytes that are written.
@Suite(.timeLimit(.minutes(3)))
struct PlantedSecretTests {
    /// A place, and how a secret gets there.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let plant: @Sendable (_ secret: String, _ entry: inout HAR.Entry) -> Void
        var testDescription: String { name }

        init(_ name: String, _ plant: @escaping @Sendable (_ secret: String, _ entry: inout HAR.Entry) -> Void) {
            self.name = name
            self.plant = plant
        }
    }

    static func percent(_ text: String) -> String {
        text.utf8.map {
            "%" + String($0 >> 4, radix: 16, uppercase: true) + String($0 & 15, radix: 16, uppercase: true)
        }
        .joined()
    }

    static func json(_ text: String) -> String { JSONValue.string(text).description }

    static let places: [Place] = [
        Place("Authorization") { $1.request.headers.append(.init(name: "Authorization", value: "Bearer \($0)")) },
        Place("Authorization without a scheme") {
            $1.request.headers.append(.init(name: "authorization", value: $0.contains(" ") ? "x \($0)" : $0))
        },
        Place("Basic credentials") {
            $1.request.headers.append(
                .init(name: "Authorization", value: "Basic " + Data("ann:\($0)".utf8).base64EncodedString()))
        },
        Place("Proxy-Authorization") {
            $1.request.headers.append(.init(name: "Proxy-Authorization", value: "Digest \($0)"))
        },
        Place("X-API-Key") { $1.request.headers.append(.init(name: "X-API-Key", value: $0)) },
        Place("a header that ends in token") { $1.request.headers.append(.init(name: "X-My-Token", value: $0)) },
        Place("a header of an answer") { $1.response.headers.append(.init(name: "X-Auth-Token", value: $0)) },
        Place("Cookie") { $1.request.headers.append(.init(name: "Cookie", value: "a=1; sid=\(percent($0)); b=2")) },
        Place("Set-Cookie") {
            $1.response.headers.append(.init(name: "Set-Cookie", value: "sid=\(percent($0)); Path=/; HttpOnly"))
        },
        Place("joined Set-Cookie") {
            $1.response.headers.append(.init(name: "Set-Cookie", value: "a=1\nsid=\(percent($0)); Path=/"))
        },
        Place("a cookie that was sent") { $1.request.cookies.append(.init(name: "sid", value: $0)) },
        Place("a cookie that was set") { $1.response.cookies.append(.init(name: "sid", value: $0)) },
        Place("the user of a URL") { $1.request.url = "https://ann:\(percent($0))@api.example.com/" },
        Place("the query of a URL") { $1.request.url = "https://api.example.com/?q=1&access_token=\(percent($0))#top" },
        Place("the fragment of a URL") {
            $1.request.url = "https://api.example.com/#access_token=\(percent($0))&state=1"
        },
        Place("queryString") { $1.request.queryString.append(.init(name: "api_key", value: $0)) },
        Place("Referer") {
            $1.request.headers.append(.init(name: "Referer", value: "https://api.example.com/?token=\(percent($0))"))
        },
        Place("Location") {
            $1.response.headers.append(.init(name: "Location", value: "/cb?id_token=\(percent($0))&x=1"))
        },
        Place("redirectURL") { $1.response.redirectURL = "../cb?code=1&refresh_token=\(percent($0))" },
        Place("Link") {
            $1.response.headers.append(.init(name: "Link", value: "<https://x.org/?token=\(percent($0))>; rel=next"))
        },
        Place("a form") {
            $1.request.postData = .init(
                mimeType: "application/x-www-form-urlencoded; charset=utf-8",
                text: "user=ann&user%5Bpassword%5D=\(percent($0))")
        },
        Place("fields of a form") {
            $1.request.postData = .init(
                mimeType: "application/x-www-form-urlencoded", params: [.init(name: "passwd", value: $0)])
        },
        Place("a part of a form") {
            $1.request.postData = .init(
                mimeType: "multipart/form-data; boundary=xx",
                text: "--xx\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\($0)\r\n--xx--\r\n")
        },
        Place("a part beside one that is no text") {
            let head = "--xx\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n\($0)\r\n"
            let file = "--xx\r\nContent-Disposition: form-data; name=\"f\"; filename=\"b.png\"\r\n\r\n"
            $1.request.postData = .init(
                body: Data(head.utf8) + Data(file.utf8) + Data([0x89, 0xFF, 0xFE]) + Data("\r\n--xx--\r\n".utf8),
                mimeType: "multipart/form-data; boundary=xx")
        },
        Place("a part whose name stands behind another word") {
            $1.request.postData = .init(
                mimeType: "multipart/form-data; boundary=xx",
                text:
                    "--xx\r\nX-Name: name=\"x\"\r\ncontent-disposition: form-data; filename=\"a\"; NAME=password\r\n\r\n"
                    + "\($0)\r\n--xx--\r\n")
        },
        Place("JSON that was sent") {
            $1.request.postData = .init(
                mimeType: "application/json", text: "{\"user\": \"ann\",\n \"clientSecret\" : \(json($0))}")
        },
        Place("JSON of a wrong type") {
            $1.request.postData = .init(
                mimeType: "application/x-www-form-urlencoded", text: "{\"password\":\(json($0))}")
        },
        Place("JSON that was answered") {
            $1.response.content = .init(
                body: Data("{\"data\":[{\"accessToken\":\(json($0)),\"n\":1.50}]}".utf8), mimeType: "application/json")
        },
        Place("JSON in JSON") {
            $1.response.content = .init(
                body: Data("[\(json("{\"token\":\(json($0))}"))]".utf8), mimeType: "application/json")
        },
        Place("JSON with other escapes") {
            let escaped = $0.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
            $1.response.content = .init(body: Data("{\"token\":\"\(escaped)\"}".utf8), mimeType: "application/json")
        },
        Place("objects in a secret") {
            $1.response.content = .init(
                body: Data("{\"credentials\":{\"a\":[\(json($0))]}}".utf8), mimeType: "application/json")
        },
        Place("GraphQL") {
            $1.request.postData = .init(
                mimeType: "application/json",
                text: "{\"query\":\(json("mutation { login(password: \(json($0))) { id } }"))}")
        },
        Place("a body in base64") {
            $1.response.content = .init(
                size: 0, mimeType: "application/octet-stream",
                text: Data("{\"token\":\(json($0))}".utf8).base64EncodedString(),
                encoding: "base64")
        },
        Place("XML") {
            $1.response.content = .init(
                body: Data("<a><password>\($0.replacingOccurrences(of: "<", with: "&lt;"))</password></a>".utf8),
                mimeType: "text/xml")
        },
        Place("a hidden field of a page") {
            let value = $0.replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: "\"", with: "&quot;")
            $1.response.content = .init(
                body: Data("<input type=\"hidden\" name=\"csrf_token\" value=\"\(value)\">".utf8), mimeType: "text/html"
            )
        },
        Place("an event of a stream") {
            $1.response.content = .init(
                body: Data("event: a\ndata: {\"token\": \(json($0))}\n\n".utf8), mimeType: "text/event-stream")
        },
        Place("lines of JSON") {
            $1.response.content = .init(
                body: Data("{\"a\":1}\n{\"token\":\(json($0))}\n".utf8), mimeType: "application/x-ndjson")
        },
        Place("a custom member") { $1.custom["_token"] = .string($0) },
        Place("custom members of members") { $1.request.custom["_x"] = ["y": [["apiKey": .string($0)]]] },
        Place("custom names and values") {
            $1.response.custom["_rawHeaders"] = [["name": "X-Api-Key", "value": .string($0)]]
        },
        Place("messages of a WebSocket") {
            $1.custom["_webSocketMessages"] = [["type": "send", "data": .string("{\"token\":\(json($0))}")]]
        },
    ]

    /// Of letters and digits, and of all that needs an escape somewhere.
    static func secrets(_ number: Int) -> [String] { ["t0k3nOfPlace\(number)x", "p\(number)w \"&=+/\\<ü%41;,'"] }

    private static func entry() -> HAR.Entry {
        HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/"),
            response: .init(status: 200, content: .init(body: Data("ok".utf8), mimeType: "text/plain")))
    }

    /// An exchange that repeats a secret where no name tells of it.
    private static func echo(_ secret: String) -> HAR.Entry {
        var entry = entry()
        let base64 = (0..<3).map { Data((String(repeating: "x", count: $0) + secret + "y").utf8).base64EncodedString() }
        let html = secret.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;").replacingOccurrences(of: "'", with: "&#39;")
        let texts =
            [
                secret, "see \(secret).", "<b>\(html)</b>", "[\(json(secret))]", json(json(secret)), strict(secret),
                "x=\(form(secret))",
            ]
            + base64
            + base64.map { $0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_") }
        entry.request.url = "https://api.example.com/\(strict(secret))/x?y=\(form(secret))"
        entry.request.queryString = [.init(name: "y", value: secret), .init(name: secret, value: "")]
        entry.request.postData = .init(mimeType: "text/plain", text: texts.joined(separator: "\n"))
        entry.request.comment = secret
        entry.response.headers = [.init(name: "X-Echo", value: secret)]
        entry.response.content = .init(body: Data(texts.joined(separator: " ").utf8), mimeType: "image/png")
        entry.response.custom["_error"] = .string("bad value: \(secret)")
        entry.custom["_" + secret] = ["deep": [.string(secret)]]
        repeatInTechnicalFields(secret, &entry)
        return entry
    }

    /// Nobody looks for a secret there; a program that mixes up its fields leaves one.
    private static func repeatInTechnicalFields(_ secret: String, _ entry: inout HAR.Entry) {
        let time = HAR.Timestamp(text: "at \(secret)")
        (entry.pageref, entry.serverIPAddress, entry.connection) = (secret, secret, secret)
        entry.startedDateTime = time
        entry.timings.comment = secret
        entry.cache.beforeRequest = .init(expires: time, lastAccess: time, eTag: secret, hitCount: 0)
        entry.request.method = "X-\(secret)"
        entry.request.httpVersion = secret
        entry.request.headers += [
            .init(name: "Cer \(secret)", value: "1"), .init(name: "Cookie", value: "\(strict(secret))=1"),
            .init(name: "X-\(secret)-Token", value: "of a name"), .init(name: "Authorization", value: "\(secret) x"),
        ]
        entry.response.headers.append(.init(name: "Set-Cookie", value: "\(strict(secret))=1; Path=/\(strict(secret))"))
        entry.request.cookies.append(.init(name: secret, value: "1", path: "/" + secret, domain: secret, expires: time))
        entry.request.postData?.mimeType = "text/plain; x=\(secret)"
        entry.request.postData?.params = [.init(name: secret, fileName: secret, contentType: secret)]
        entry.response.httpVersion = secret
        entry.response.statusText = secret
        entry.response.content.mimeType = "image/png; x=\(secret)"
    }

    private static func strict(_ text: String) -> String {
        text.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: "\0"..."\u{7F}")))!
    }
    private static func form(_ text: String) -> String { strict(text).replacingOccurrences(of: "%20", with: "+") }

    /// The forms in which a secret could still stand in a text.
    static func traces(of secret: String) -> [String] {
        let bytes = Data(secret.utf8)
        // What base64 makes of the middle of the secret, wherever it begins.
        let base64 = (0..<3).map { shift in
            String((Data(repeating: 0, count: shift) + bytes).base64EncodedString().dropFirst(4).prefix(bytes.count))
        }
        return [
            secret, json(secret).dropFirst().dropLast().description, strict(secret), strict(secret).lowercased(),
            form(secret), percent(secret),
        ]
            + base64.map { String($0.prefix { $0 != "=" }.dropLast()) }
    }

    @Test(arguments: places)
    func `a secret of each place is gone, and all that repeats it`(_ place: Place) throws {
        let number = try #require(Self.places.firstIndex { $0.name == place.name })
        for secret in Self.secrets(number) {
            var entry = Self.entry()
            place.plant(secret, &entry)
            // What comes before does not know yet what is secret.
            let archive = HAR(log: .init(entries: [Self.echo(secret), entry, Self.echo(secret)]))
            Self.expectGone([secret], archive.redacted())
        }
    }

    @Test func `all secrets of one archive are gone`() {
        var entries: [HAR.Entry] = []
        var secrets: [String] = []
        for (number, place) in Self.places.enumerated() {
            for secret in Self.secrets(number) {
                var entry = Self.entry()
                place.plant(secret, &entry)
                entries += [entry, Self.echo(secret)]
                secrets.append(secret)
            }
        }
        #expect(secrets.count >= 60)
        let archive = HAR(log: .init(entries: entries))
        let redacted = archive.redacted()
        Self.expectGone(secrets, redacted)
        #expect(redacted.redacted() == redacted)
    }

    private static func expectGone(_ secrets: [String], _ archive: HAR) {
        let written = String(decoding: archive.encoded(), as: UTF8.self)
        var texts = [written]
        for entry in archive.log.entries {
            for body in [entry.response.content.body, entry.request.postData?.body] {
                body.map { texts.append(String(decoding: $0, as: UTF8.self)) }
            }
        }
        for secret in secrets {
            for trace in traces(of: secret) where trace.utf8.count >= 6 {
                for text in texts where text.contains(trace) {
                    let place = text.range(of: trace)!.lowerBound
                    let before = text[..<place].suffix(80)
                    Issue.record("\(trace) of \(secret) stands behind \(before)")
                }
            }
        }
        #expect(written.contains("redacted:") || written.contains("redacted%3A"))
    }
}
