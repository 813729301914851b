import Foundation
import HTTPArchive

extension Sample {
    private static func bodied(
        _ fields: KeyValuePairs<String, JSONValue>, _ changes: KeyValuePairs<String, JSONValue?> = [:]
    ) -> JSONValue {
        var entry = entry(changes)
        entry["response.headers"] = headers(fields)
        return entry
    }

    /// `{"id":1}`, compressed.
    private static let gzipped = "H4sIAAAAAAACA6tWykxRsjKsBQD9XUQbCAAAAA=="

    static let bodies = [
        Sample(
            "compression announced for decoded text, and a wrong length",
            [
                bodied(["content-encoding": "gzip", "Content-Length": "5", "Content-Type": "application/json"])
            ], answers: [Answer(index: 0, headers: ["Content-Length: 8", "Content-Type: application/json"])]),
        Sample(
            "Brotli and chunks announced for decoded text",
            [
                bodied([
                    "CONTENT-ENCODING": "br", "transfer-encoding": "chunked", "Trailer": "X", "Content-Type": "a/b",
                ])
            ], answers: [Answer(index: 0, headers: ["Content-Type: a/b"])]),
        Sample(
            "a coding that is none", [bodied(["Content-Encoding": "utf-8", "Content-Type": "a/b"])],
            answers: [Answer(index: 0, headers: ["Content-Type: a/b"])]),
        Sample(
            "bytes that are compressed still",
            [
                bodied(
                    ["Content-Encoding": "gzip", "Content-Length": "1", "Content-Type": "application/json"],
                    ["response.content.text": .string(gzipped), "response.content.encoding": "base64"])
            ],
            answers: [
                Answer(
                    index: 0, body: nil,
                    headers: ["Content-Encoding: gzip", "Content-Length: 28", "Content-Type: application/json"])
            ]),
        Sample(
            "bytes that were decoded",
            [
                bodied(
                    ["Content-Encoding": "gzip", "Content-Type": "application/json"],
                    ["response.content.text": "eyJpZCI6MX0=", "response.content.encoding": "BASE64"])
            ], answers: [Answer(index: 0, headers: ["Content-Type: application/json"])]),
        Sample(
            "a file that is compressed itself",
            [
                bodied(
                    ["Content-Encoding": "gzip", "Content-Type": "application/gzip"],
                    [
                        "response.content": [
                            "size": 28, "mimeType": "application/gzip", "text": .string(gzipped), "encoding": "base64",
                        ]
                    ])
            ], answers: [Answer(index: 0, body: nil, headers: ["Content-Type: application/gzip"])]),
        Sample(
            "Brotli that shows itself by being no text",
            [
                bodied(
                    ["Content-Encoding": "br", "Content-Type": "text/plain"],
                    ["response.content": ["mimeType": "text/plain", "text": "iwWA/2E=", "encoding": "base64"]])
            ], answers: [Answer(index: 0, body: nil, headers: ["Content-Encoding: br", "Content-Type: text/plain"])]),
        Sample(
            "an image",
            [
                bodied(
                    ["Content-Encoding": "br", "Content-Type": "image/png"],
                    ["response.content": ["mimeType": "image/png", "text": "iVBORw==", "encoding": "base64"]])
            ], answers: [Answer(index: 0, body: nil, headers: ["Content-Type: image/png"])]),
        Sample(
            "base64 with line breaks, of the other alphabet, without padding",
            [
                entry(["response.content.text": "eyJp\r\nZCI6\nMX0", "response.content.encoding": "base64"]),
                entry(["response.content.text": "Pz8_Pj4-", "response.content.encoding": "base64"]),
            ], answers: [Answer(index: 0), Answer(index: 1, body: "???>>>")]),
        Sample(
            "base64 that is none",
            [plain, entry(["response.content.text": "!!!not base64!!!", "response.content.encoding": "base64"])],
            problems: ["entry 1: response body is not base64"]),
        Sample("an encoding that is none", [entry(["response.content.encoding": "UTF-8"])]),
        Sample(
            "a body that was not recorded",
            [entry(["response.content": ["size": 5000, "mimeType": "application/json"]])],
            answers: [Answer(index: 0, body: "")], problems: ["entry 0: body of 5000 bytes was not recorded"]),
        Sample(
            "204, HEAD and 304 have no body",
            [
                entry(["response.status": 204, "response.headers": headers(["Content-Length": "8"])]),
                entry(["request.method": "HEAD", "response.headers": headers(["Content-Length": "8"])]),
                entry(["response.status": 304, "response.headers": headers(["Content-Length": "8"])]),
                entry(["request.method": "HEAD", "response.content": ["size": 5000]]),
            ],
            answers: [
                Answer(index: 0, status: 204, body: "", headers: []),
                Answer(index: 1, body: "", headers: ["Content-Length: 8"]),
                Answer(index: 2, status: 304, body: "", headers: []), Answer(index: 3, body: ""),
            ]),
        Sample("a NUL", [entry(["response.content.text": "a\0b"])], answers: [Answer(index: 0, body: "a\0b")]),
        Sample(
            "half of a pair", text: archive.replacingOccurrences(of: #"{\"id\":1}"#, with: #"a\ud800b"#),
            answers: [Answer(index: 0, body: "a\u{FFFD}b")]),
        Sample(
            "bytes that are no UTF-8",
            data: Data(
                #"{"log":{"entries":[{"request":{"method":"GET","url":"http://a/"},"response":{"status":200,"content":{"text":"a"#
                    .utf8) + [0xFF, 0xFE] + Data(#"b"}}}]}}"#.utf8),
            answers: [Answer(index: 0, body: "a\u{FFFD}\u{FFFD}b")], problems: ["entry 0: not UTF-8 at byte 110"]),
        Sample(
            "control characters that should be escaped",
            text: archive.replacingOccurrences(of: #"{\"id\":1}"#, with: "a\tb\nc"),
            answers: [Answer(index: 0, body: "a\tb\nc")]),
        Sample(
            "another charset",
            [
                entry(["response.content.mimeType": "text/plain; charset=ISO-8859-1", "response.content.text": "é"]),
                entry([
                    "response.content.mimeType": "text/plain; charset=ISO-8859-1", "response.content.text": "→",
                    "response.headers": headers(["Content-Type": "text/plain; charset=ISO-8859-1; x=y"]),
                ]),
            ],
            answers: [
                Answer(index: 0, body: "\u{FFFD}"),
                Answer(index: 1, body: "→", headers: ["Content-Type: text/plain; charset=utf-8; x=y"]),
            ]),
    ]

    private static func post(_ postData: JSONValue) -> JSONValue {
        entry(["request.method": "POST", "request.postData": postData])
    }

    static let requests = [
        Sample(
            "a form as fields",
            [post(["mimeType": "application/x-www-form-urlencoded", "params": [["name": "user", "value": "ann"]]])]),
        Sample("an empty body of GET", [entry(["request.postData": ["mimeType": "", "text": ""]])]),
        Sample("a body that is a text", [post("x=1")]),
        Sample("a body that is a number", [post(5)], problems: ["entry 0: postData is a number"]),
        Sample(
            "a body that is no base64", [post(["mimeType": "a/b", "text": "!", "encoding": "base64"])],
            problems: ["entry 0: request body is not base64"]),
        Sample(
            "a query that disagrees with the URL",
            [entry(["request.url": "https://a/?q=a+b&n", "request.queryString": [["name": "q", "value": "a b"]]])]),
        Sample("characters that no URL has", [entry(["request.url": "https://api.example.com/a|b/{c}?x=[1]^2"])]),
    ]
}
