import Foundation
import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct BodyTests {
    static let types = [
        "", "text/plain", "application/json; charset=utf-8", "application/vnd.api+json", "image/png",
        "application/octet-stream",
        "text/html; charset=ISO-8859-1", "text/plain;charset=utf-16le", "text/plain;charset=UTF-16",
        "text/plain; charset=koi8-r",
        "text/plain; charset=\"shift_jis\"", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded",
        "odd", ";;=",
    ]

    @Test(arguments: types)
    func `bytes come back as they were`(_ type: String) {
        let bodies = [
            Data(), Data("plain".utf8), Data("grün → 😀".utf8), Data([0xFF, 0xFE, 0]), Data([0]),
            Data("gr".utf8) + [0xFC, 0x6E],
            Data(0...255), Data([0xEF, 0xBB, 0xBF, 0x61]), Data("\r\n\u{1B}$B".utf8),
        ]
        for body in bodies {
            #expect(HAR.Content(body: body, mimeType: type).body == body)
            #expect(HAR.PostData(body: body, mimeType: type).body == body)
            #expect(HAR.Content(body: body, mimeType: type).size == body.count)
        }
    }

    @Test(arguments: [
        ("text/plain", true), ("application/json", true), ("application/problem+json", true), ("image/svg+xml", true),
        ("", true),
        ("multipart/form-data; boundary=x", true), ("image/png", false), ("application/octet-stream", false),
        ("text/plain; charset=iso-8859-1", false),
    ])
    func `text is kept as text when its type is textual`(_ type: String, _ isText: Bool) {
        let content = HAR.Content(body: Data("grün".utf8), mimeType: type)
        #expect(content.text == (isText ? "grün" : "Z3LDvG4="))
        #expect(content.encoding == (isText ? nil : "base64"))
        let post = HAR.PostData(body: Data("grün".utf8), mimeType: type)
        #expect(post.text == content.text)
        #expect(post.custom == (isText ? [:] : ["_encoding": "base64"]))
    }

    @Test(arguments: [
        ("aGk=", "hi"), ("aGk", "hi"), (" a G\r\nk = ", "hi"), ("", ""), ("Pz8_Pj4-", "???>>>"), ("Pz8/Pj4+", "???>>>"),
        ("aA==", "h"),
    ])
    func `base64 is read in all its spellings`(_ text: String, _ body: String) {
        #expect(HAR.Content(text: text, encoding: "base64").body == Data(body.utf8))
    }

    @Test(arguments: ["a", "aGk=aGk=", "!", "aGk*", "é"])
    func `what is no base64 has no bytes`(_ text: String) {
        #expect(HAR.Content(text: text, encoding: "base64").body == nil)
    }

    @Test func `text is encoded as its type says`() {
        #expect(HAR.Content(mimeType: "text/plain; charset=latin1", text: "é").body == Data([0xE9]))
        #expect(HAR.Content(mimeType: "text/plain; charset=utf-16be", text: "é").body == Data([0, 0xE9]))
        #expect(HAR.Content(mimeType: "text/plain; charset=latin1", text: "→").body == Data("→".utf8))
        #expect(HAR.Content(mimeType: "text/plain; charset=none", text: "é").body == Data("é".utf8))
        #expect(HAR.Content(mimeType: "text/plain").body == nil)
    }

    @Test func `a form is made of its fields`() {
        let params = [
            HAR.Param(name: "user", value: "ann"), HAR.Param(name: "p w", value: "a b&c=*~é"), HAR.Param(name: "empty"),
        ]
        let form = HAR.PostData(mimeType: "application/x-www-form-urlencoded; charset=utf-8", params: params, text: "")
        #expect(form.body == Data("user=ann&p+w=a+b%26c%3D*%7E%C3%A9&empty=".utf8))
        #expect(HAR.PostData(mimeType: "", params: params, text: "x").body == Data("x".utf8))
        #expect(HAR.PostData(mimeType: "").body == nil)
    }

    @Test func `parts are made of fields`() {
        let params = [
            HAR.Param(name: "a\"b", value: "1"),
            HAR.Param(name: "file", value: "data", fileName: "x.txt", contentType: "text/plain"),
        ]
        let form = HAR.PostData(mimeType: "multipart/form-data; boundary=\"xyz\"", params: params)
        let expected = """
            --xyz
            Content-Disposition: form-data; name="a%22b"

            1
            --xyz
            Content-Disposition: form-data; name="file"; filename="x.txt"
            Content-Type: text/plain

            data
            --xyz--

            """
        #expect(form.body == Data(expected.replacingOccurrences(of: "\n", with: "\r\n").utf8))
    }

    @Test func `a boundary in quotation marks may have a semicolon`() {
        let type = #"multipart/form-data; boundary="a;b""#
        let form = HAR.PostData(mimeType: type, params: [HAR.Param(name: "a", value: "1")])
        let expected = "--a;b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--a;b--\r\n"
        #expect(form.body == Data(expected.utf8))
    }
}
