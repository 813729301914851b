import Foundation
import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RedactionTests {
    private func entry(
        url: String = "https://a/", headers: [HAR.Header] = [], post: HAR.PostData? = nil, answer: String = "",
        type: String = "application/json"
    ) -> HAR.Entry {
        HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z",
            request: .init(method: "POST", url: url, headers: headers, postData: post),
            response: .init(status: 200, content: .init(body: Data(answer.utf8), mimeType: type)))
    }

    private func redacted(_ entries: HAR.Entry..., by rules: HAR.Redaction = .standard) -> [HAR.Entry] {
        HAR(log: .init(entries: entries)).redacted(rules).log.entries
    }

    @Test func `a placeholder that nobody has made is a text like others`() {
        var entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/"),
            response: .init(status: 200))
        entry.request.headers = [
            .init(name: "X-Api-Key", value: "<redacted:x-api-key:\(Int.max)>"), .init(name: "X-Api-Key", value: "k2"),
        ]
        let redacted = HAR(log: .init(entries: [entry])).redacted()
        #expect(
            redacted.log.entries[0].request.headers.map(\.value) == [
                "<redacted:x-api-key:1>", "<redacted:x-api-key:2>",
            ])
    }

    @Test(arguments: ["password:1", "redacted:password", "redacted", "ed:password:1>", "<redacted:pass"])
    func `a secret that looks like a part of a placeholder is taken out once and for all`(_ secret: String) {
        let answer = #"{"password": "\#(secret)", "echo": "it is \#(secret), then", "list": ["\#(secret)"]}"#
        let once = redacted(
            entry(
                url: "https://a/?password=\(secret)&b=1", headers: [.init(name: "X-Password", value: secret)],
                answer: answer),
            entry(answer: #"{"password": "other-1234567"}"#))
        #expect(redacted(once[0], once[1]) == once)
        let text = once[0].response.content.text ?? ""
        #expect(text.hasPrefix(#"{"password": "<redacted:x-password:1>", "echo": "it is "#))
        #expect(!text.contains(":1>>"))
    }

    @Test func `a token that one answer hands out and the next request uses has one placeholder`() {
        let entries = redacted(
            entry(answer: #"{"access_token": "tok-12345678", "token_type": "bearer", "expires_in": 3600}"#),
            entry(
                url: "https://a/?access_token=tok-12345678",
                headers: [.init(name: "Authorization", value: "Bearer tok-12345678")]),
            entry(headers: [.init(name: "Authorization", value: "Bearer tok-87654321")]))
        #expect(
            entries[0].response.content.text
                == #"{"access_token": "<redacted:access_token:1>", "token_type": "bearer", "expires_in": 3600}"#)
        #expect(entries[1].request.headers[0].value == "Bearer <redacted:access_token:1>")
        #expect(entries[1].request.url == "https://a/?access_token=%3Credacted%3Aaccess_token%3A1%3E")
        #expect(entries[2].request.headers[0].value == "Bearer <redacted:authorization:1>")
        #expect(entries[0].response.content.size == entries[0].response.content.body?.count)
    }

    @Test(arguments: [
        "Bearer \u{0} abcdef123456", "AWS4-HMAC-SHA256 Credential=x, SignedHeaders=host, Signature=abcdef123456",
        "Digest username=\"ann\", response=\"abcdef123456\"", "Custom a  abcdef123456",
    ])
    func `a part of credentials is found where it is repeated without the others`(_ credentials: String) {
        let entries = redacted(
            entry(headers: [.init(name: "Authorization", value: credentials)], answer: #"{"echo": "abcdef123456"}"#))
        #expect(!String(decoding: HAR(log: .init(entries: entries)).encoded(), as: UTF8.self).contains("abcdef123456"))
    }

    @Test(arguments: [
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl-_x", "jwt"), ("sk-abcdEFGH1234567890", "api-key"),
        ("ghp_abcdefghijklmnopqrstuvwx12345678", "github-token"),
        ("github_pat_11ABCDEFG0123456789_abc", "github-token"),
        ("AKIAIOSFODNN7EXAMPLE", "aws-key"), ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "google-key"),
        ("xoxb-1234567890-abcdef", "slack-token"), ("glpat-abcdefghij0123456789", "gitlab-token"),
        ("sk_live_abcdefghij012345", "api-key"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIEabc+/=\n-----END RSA PRIVATE KEY-----", "private-key"),
        ("-----BEGIN PRIVATE KEY-----\\nMIIEabc", "private-key"),
    ])
    func `a secret is known by its shape`(_ secret: String, _ kind: String) {
        let entries = redacted(
            entry(answer: "before \(secret)", type: "text/plain"), entry(url: "https://a/\(secret.prefix(24))/x"))
        #expect(entries[0].response.content.text == "before <redacted:\(kind):1>")
    }

    @Test(arguments: [
        "a risk-free task-force of disk-1234567890abcdefgh", "eyJub3QgYSB0b2tlbg", "AKIA", "sk-short",
        "-----BEGIN CERTIFICATE-----\nMII",
        "tokens=12345678", "the password is long", "token_count: 5", "monkey=banana1234",
        #"{"nextPageToken":"abcdef123456","tokenize":"abcdef123"}"#,
        "https://example.com/a@b:c", "password=", "password:", "//", "x=1&y=2;z", "",
    ])
    func `what only looks like a secret stays`(_ text: String) {
        let original = entry(url: "https://example.com/x?q=1&page=2", answer: text, type: "text/plain")
        #expect(redacted(original) == [original])
    }

    @Test func `nothing else of a text changes`() {
        let json =
            "{ \"b\" : [1.50, {\"password\" :\"hunter2x\"} ],\n\t\"a\":\"\\u00e9\\/\" , \"pin\": 12, \"otp\": 123456 }"
        #expect(
            redacted(entry(answer: json))[0].response.content.text
                == json.replacingOccurrences(of: "hunter2x", with: "<redacted:password:1>")
                .replacingOccurrences(of: "123456", with: "\"<redacted:otp:1>\""))
        let form = "a=%41&user%5Bpassword%5D=p%20q1+2&b=+%2b"
        let post = HAR.PostData(mimeType: "application/x-www-form-urlencoded", text: form)
        #expect(
            redacted(entry(post: post))[0].request.postData?.text
                == "a=%41&user%5Bpassword%5D=%3Credacted%3Auserpassword%3A1%3E&b=+%2b")
    }

    @Test func `cookies keep their names and attributes`() {
        var original = entry(headers: [.init(name: "Cookie", value: "a=1; b=abc12345; c=")])
        original.response.headers = [.init(name: "set-cookie", value: "b=abc12345; Path=/; Max-Age=1\nd=x")]
        original.response.cookies = [.init(name: "b", value: "abc12345", path: "/")]
        let result = redacted(original)[0]
        #expect(result.request.headers[0].value == "a=<redacted:cookie:1>; b=<redacted:cookie:2>; c=")
        #expect(result.response.headers[0].value == "b=<redacted:cookie:2>; Path=/; Max-Age=1\nd=<redacted:cookie:3>")
        #expect(result.response.cookies[0] == .init(name: "b", value: "<redacted:cookie:2>", path: "/"))
    }

    @Test(arguments: ["otp_code", "mfaCode", "one-time-code", "verification_code", "device_code", "oauth_verifier"])
    func `what is used once is a secret by its name`(_ name: String) {
        let entries = redacted(entry(answer: #"{"\#(name)": "4711", "code": "4712"}"#))
        let kind = name.lowercased()
        #expect(entries[0].response.content.text == #"{"\#(name)": "<redacted:\#(kind):1>", "code": "4712"}"#)
    }

    @Test(arguments: ["X-Session", "X-OTP", "X-CSRF", "X-Auth-Pass"])
    func `sessions and codes in headers are secrets by their names`(_ name: String) {
        let entries = redacted(entry(headers: [.init(name: name, value: "4711")]))
        #expect(entries[0].request.headers[0].value == "<redacted:\(name.lowercased()):1>")
    }

    @Test func `short values and words are only taken where they are named`() {
        let entries = redacted(
            entry(answer: #"{"password": "secret", "pin": "1234", "note": "the secret of 1234"}"#))
        #expect(
            entries[0].response.content.text
                == #"{"password": "<redacted:password:1>", "pin": "1234", "note": "the secret of 1234"}"#)
    }

    @Test func `what is as short as a cookie's value is no secret elsewhere`() {
        let original = entry(
            headers: [
                .init(name: "Cookie", value: "a=1; b=dark"), .init(name: "X-A", value: "1"),
                .init(name: "X-B", value: "dark"),
            ],
            answer: #"{"password":"letmein","a":"1","b":["dark","letmein"]}"#)
        let result = redacted(original)[0]
        #expect(result.request.headers.dropFirst().map(\.value) == ["1", "dark"])
        #expect(
            result.response.content.text == #"{"password":"<redacted:password:1>","a":"1","b":["dark","letmein"]}"#)
        #expect(
            redacted(entry(answer: #"["abc","abcd"]"#), by: .none.redacting(values: "abc"))[0].response.content.text
                == #"["<redacted:value:1>","abcd"]"#)
    }

    @Test func `the user of a URL stays, the password goes`() {
        let result = redacted(
            entry(
                url: "https://ann:pa55word@a/x", answer: "see postgres://root:pa55word@db/x and https://t0ken99@b/",
                type: "text/plain"))
        #expect(result[0].request.url == "https://ann:%3Credacted%3Apassword%3A1%3E@a/x")
        #expect(
            result[0].response.content.text
                == "see postgres://root:%3Credacted%3Apassword%3A1%3E@db/x and https://%3Credacted%3Apassword%3A2%3E@b/"
        )
    }

    @Test func `bytes that are no text are searched too`() {
        var original = entry(headers: [.init(name: "X-Api-Key", value: "key-12345678")])
        original.response.content = .init(body: Data([0xFF, 0]) + Data("key-12345678".utf8), mimeType: "image/png")
        #expect(redacted(original)[0].response.content.body == Data([0xFF, 0]) + Data("<redacted:x-api-key:1>".utf8))
    }

    @Test func `rules are added and taken away`() {
        let original = entry(
            url: "https://a/?iban=DE123&token=abc12345",
            headers: [.init(name: "X-Tenant", value: "acme-123"), .init(name: "Cookie", value: "a=1")],
            answer: #"{"iban":"DE123","x":"value-of-mine"}"#)
        let result = redacted(
            original,
            by: .standard.redacting(headers: "x-tenant").redacting(fields: "IBAN").redacting(values: "value-of-mine")
                .keeping("token", "Cookie"))[0]
        #expect(result.request.url == "https://a/?iban=%3Credacted%3Aiban%3A1%3E&token=abc12345")
        #expect(result.request.headers.map(\.value) == ["<redacted:x-tenant:1>", "a=1"])
        #expect(result.response.content.text == #"{"iban":"<redacted:iban:1>","x":"<redacted:value:1>"}"#)
        #expect(redacted(original, by: .none) == [original])
        #expect(
            redacted(original, by: .none.redacting(headers: "X-Tenant"))[0].request.headers.map(\.value) == [
                "<redacted:x-tenant:1>", "a=1",
            ])
    }

    @Test func `new placeholders go on from those that are there`() {
        let entries = redacted(
            entry(
                url: "https://a/?token=new-12345",
                headers: [.init(name: "Authorization", value: "Bearer <redacted:authorization:3>")]),
            entry(
                headers: [.init(name: "Authorization", value: "Bearer new-67890")],
                answer: #"{"x":"<redacted:token:7>"}"#))
        #expect(entries[0].request.headers[0].value == "Bearer <redacted:authorization:3>")
        #expect(entries[1].request.headers[0].value == "Bearer <redacted:authorization:4>")
        let again = HAR(log: .init(entries: entries)).redacted().log.entries
        #expect(again == entries)
    }

    @Test func `a placeholder that comes later is none that is given before`() {
        let entries = redacted(
            entry(url: "https://a/?token=new-12345"), entry(answer: #"{"x":"<redacted:token:1>"}"#))
        #expect(entries[0].request.url == "https://a/?token=%3Credacted%3Atoken%3A2%3E")
        #expect(entries[1].response.content.text == #"{"x":"<redacted:token:1>"}"#)
    }

    @Test func `what only begins like JSON is searched as text`() {
        let script = #"{password: "hunter2x", run() { return 1 }}"#
        #expect(
            redacted(entry(answer: script, type: "text/javascript"))[0].response.content.text
                == #"{password: "<redacted:password:1>", run() { return 1 }}"#)
    }

    @Test func `a redactor learns piece by piece`() {
        var redactor = HAR.Redactor()
        let first = redactor.redacted(entry(headers: [.init(name: "Authorization", value: "Bearer abc-1234567")]))
        let second = redactor.redacted(entry(answer: #"{"x":"abc-1234567"}"#))
        #expect(first.request.headers[0].value == "Bearer <redacted:authorization:1>")
        #expect(second.response.content.text == #"{"x":"<redacted:authorization:1>"}"#)
    }

    @Test func `values are put back in all forms`() {
        let secret = "p \"&=+/1"
        let original = entry(
            url: "https://a/?token=\(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)",
            headers: [.init(name: "Authorization", value: "Bearer \(secret)")],
            post: .init(mimeType: "application/x-www-form-urlencoded", text: "password=p+%22%26%3D%2B%2F1"),
            answer: "{\"token\":\(JSONValue.string(secret))}")
        let hidden = redacted(original)[0]
        #expect(hidden != original)
        #expect(hidden.restoring(["<redacted:authorization:1>": secret]) == original)
        #expect(hidden.restoring([:]) == hidden)
    }

    @Test func `equal archives have equal redactions`() {
        let fields: JSONValue = .object(
            Dictionary(uniqueKeysWithValues: (0..<40).map { ("_token\($0)token", .string("value-\($0)-x")) }))
        var original = entry()
        original.custom["_x"] = fields
        let first = HAR(log: .init(entries: [original])).redacted()
        for _ in 0..<5 { #expect(HAR(log: .init(entries: [original])).redacted() == first) }
    }
}
