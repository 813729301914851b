import Foundation
import HTTPArchive
import Testing

/// Secrets that stand behind a name in text that is no JSON as a whole.
@Suite(.timeLimit(.minutes(3)))
struct SecretsInTextTests {
    private static let secret = "Zq7tKx91LmPv"

    private func redacted(_ text: String, _ type: String) -> String {
        let entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/"),
            response: .init(status: 200, content: .init(body: Data(text.utf8), mimeType: type)))
        return HAR(log: .init(entries: [entry])).redacted().log.entries[0].response.content.text ?? ""
    }

    /// The sign stands for the secret.
    @Test(arguments: [
        #"<a href="/x?a=1&amp;access_token=*">more</a>"#, #"<a href="https://ann:*@example.com/x">more</a>"#,
        #"location.href='https://example.com/x?access_token=*'"#, "0; url=https://example.com/?token=*",
        #"<next>https://example.com/x?token=*</next>"#, #"var a = "{\"accessToken\":\"*\"}""#, #"var x={token:"*"}"#,
        #"<a onclick="go(&quot;/x?access_token=*&quot;)">more</a>"#,
        #"<div data-props="{&quot;accessToken&quot;:&quot;*&quot;}"></div>"#,
    ])
    func `a value that is no secret may have one in it`(_ text: String) {
        expectFound(text)
    }

    @Test(arguments: [
        #"<wsse:Password Type="https://example.com/wss#PasswordText">*</wsse:Password>"#,
        "<password xsi:type='xsd:string'>*</password>", "<password >*</password>",
        "<dict><key>password</key>\n<string>*</string></dict>",
        "<member><name>password</name><value><string>*</string></value></member>",
        #"<input name="__RequestVerificationToken" type="hidden" value="*" />"#,
        #"<input value="*" type="hidden" name="csrf_token">"#, #"<meta content="*" name="csrf-token">"#,
        #"<add key="ApiKey" value="*"/>"#,
    ])
    func `markup names a value in more ways than one`(_ text: String) {
        expectFound(text)
    }

    private func expectFound(_ text: String) {
        let text = text.replacingOccurrences(of: "*", with: Self.secret)
        let once = redacted(text, "text/html")
        #expect(!once.contains(Self.secret))
        #expect(once.contains("redacted"))
        #expect(redacted(once, "text/html") == once)
    }

    @Test(arguments: [
        "this.token=t.token;", "x.password=e.target.value,y", "a.secret=encodeURIComponent(p)",
        "v=`/x?token=${t.token}&a=b`", #"u="/x?password="+p"#, "<script>this.token=token</script>",
    ])
    func `a script goes on to run`(_ text: String) {
        #expect(redacted(text, "text/html") == text)
    }

    // MARK: JSON

    /// Numbers, lists and objects, which no name stands right before.
    @Test(arguments: [
        "data: {\"otp\": 482913557}\n\n", "data: {\"password\": [\"482913557\"]}\n\n",
        ")]}',\n{\"otp\":482913557}", "call({\"token\":{\"value\":\"482913557\"}})",
        "\u{FEFF}{\"credentials\":[\"482913557\"]}", "window.state = {\"user\": {\"tokens\": 1, \"otp\": 482913557}};",
    ])
    func `JSON in other text is read as JSON`(_ text: String) {
        let once = redacted(text, "application/javascript")
        #expect(!once.contains("482913557"))
        #expect(redacted(once, "application/javascript") == once)
    }

    @Test func `a text of many brackets takes no longer than others`() {
        for text in ["{\"a\":", "[[", "if(a){\"b\"", "Bearer ", "a=", "value=\"a\" "] {
            let long = String(repeating: text, count: 20_000)
            #expect(redacted(long, "text/plain") == long)
        }
    }

    @Test(arguments: ["API_KEY", "db_password", "Authorization", "Cookie"])
    func `a member of JSON may name the value of another one`(_ name: String) {
        for key in ["name", "key"] {
            expectFound("{\"all\":[{\"\(key)\":\"\(name)\",\"value\":\"a=*\"}]}")
        }
    }

    @Test func `a member that names no secret names none`() {
        let text = #"{"name":"title","value":"a tale"}"#
        #expect(redacted(text, "application/json") == text)
    }

    // MARK: Heads

    @Test(arguments: [
        "GET / HTTP/1.1\r\nAuthorization: Bearer *\r\n", #"{"line":"curl -H 'Authorization: Bearer *' https://a"}"#,
        #"{"h":"bearer *"}"#,
    ])
    func `credentials in a text are known by their scheme`(_ text: String) {
        expectFound(text)
    }

    @Test func `a pair behind Basic is a secret, a sentence is none`() {
        let pair = Data("ann:\(Self.secret)".utf8).base64EncodedString()
        #expect(!redacted("Authorization: Basic \(pair)", "text/plain").contains(pair))
        for text in ["Basic authentication is needed", "Bearer authentication, as RFC 6750 has it"] {
            #expect(redacted(text, "text/plain") == text)
        }
    }

    @Test(arguments: [
        ("Set-Cookie", "a=1; Path=/, user=*; Expires=Wed, 09 Jun 2027 10:18:14 GMT"), ("Set-Cookie", "*; Path=/"),
        ("Cookie", "*"), ("Location", "/next?access_token=ab,*"), ("X-Original-Authorization", "*"),
        ("Refresh", "0; url=https://example.com/?token=*"),
        ("Location", "https://a/?next=https%3A%2F%2Fb%2F%3Fnext%3Dhttps%253A%252F%252Fc%252F%253Ftoken%253D*"),
    ])
    func `a field of the head is read as what it is`(_ name: String, _ value: String) {
        let value = value.replacingOccurrences(of: "*", with: "ann-smith")
        let entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/"),
            response: .init(status: 200, headers: [.init(name: name, value: value)]))
        let once = HAR(log: .init(entries: [entry])).redacted()
        #expect(!once.log.entries[0].response.headers[0].value.contains("ann-smith"))
        #expect(once.redacted() == once)
    }

    @Test func `a date of a cookie stays`() {
        let entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/"),
            response: .init(
                status: 200,
                headers: [
                    .init(name: "Set-Cookie", value: "a=ann; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=bob; Path=/")
                ]))
        let value = HAR(log: .init(entries: [entry])).redacted().log.entries[0].response.headers[0].value
        #expect(
            value == "a=<redacted:cookie:1>; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=<redacted:cookie:2>; Path=/")
    }

    // MARK: Charsets

    @Test(arguments: [
        (String.Encoding.utf16LittleEndian, "application/json; charset=utf-16le"),
        (.isoLatin1, "application/json; charset=iso-8859-1"), (.isoLatin1, "text/plain"),
    ])
    func `text that is no UTF-8 is text`(_ encoding: String.Encoding, _ type: String) throws {
        let body = try #require(
            #"{"name":"é","credentials":["\#(Self.secret)"],"otp":482913557}"#.data(using: encoding))
        let entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z", request: .init(method: "GET", url: "https://api.example.com/"),
            response: .init(status: 200, content: .init(body: body, mimeType: type)))
        let redacted = HAR(log: .init(entries: [entry])).redacted().log.entries[0].response.content.body
        let text = try #require(redacted.flatMap { String(data: $0, encoding: encoding) })
        #expect(text == #"{"name":"é","credentials":["<redacted:credentials:1>"],"otp":"<redacted:otp:1>"}"#)
    }

    @Test(arguments: [
        "password[]", "token[0]", "user[password]", "user[password][]", "user[tokens][access_token]",
    ])
    func `an item of a list is named by the list`(_ name: String) {
        let entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00Z",
            request: .init(method: "GET", url: "https://api.example.com/?\(name)=\(Self.secret)"),
            response: .init(status: 200))
        let url = HAR(log: .init(entries: [entry])).redacted().log.entries[0].request.url
        #expect(!url.contains(Self.secret))
    }
}
