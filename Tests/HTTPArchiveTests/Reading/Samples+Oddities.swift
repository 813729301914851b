import Foundation
import HTTPArchive

extension Sample {
    static let all = containers + missing + numbers + fields + bodies + requests + useless

    static let containers = [
        Sample("nothing odd", [plain]),
        Sample("a byte order mark", text: "\u{FEFF}" + archive),
        Sample("the call of a function", text: "onInputData(\(archive));"),
        Sample("a call with spaces and a dotted name", text: " har.load ( \(archive) ) \n"),
        Sample("UTF-16", data: Data([0xFF, 0xFE]) + archive.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        Sample(
            "UTF-16, the other end first",
            data: Data([0xFE, 0xFF]) + archive.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
        Sample("commas at the end of lists", text: "{\"log\":{\"entries\":[\(plain),],},}"),
        Sample(
            "text behind the end", text: archive + "\u{0}",
            problems: ["text behind the end, at byte \(archive.utf8.count)"]),
        Sample("custom members everywhere", [entry(["_resourceType": "xhr", "x": 1, "request._id": [1]])]) {
            $0["log._tool"] = [:]
        },
        Sample(
            "a comma too many in an entry",
            text: archive.replacingOccurrences(of: #""cache":{}"#, with: #""cache":{,}"#),
            answers: [],
            problems: ["entry 0: not JSON: expected a key at byte 29, line 1, column 11 of the entry"]),
    ]

    static let missing = [
        Sample("no version, creator and pages", text: archive),
        Sample("version 1.1", [plain]) { $0["log.version"] = "1.1" },
        Sample("pages null", [plain]) { $0["log.pages"] = .null },
        Sample("pages empty", [plain]) { $0["log.pages"] = [] },
        Sample("no times", [entry(["time": nil, "timings": nil, "cache": nil])]),
        Sample(
            "null where a list or text is due",
            [
                entry([
                    "response.headers": .null, "response.cookies": .null, "response.redirectURL": .null,
                    "response.statusText": .null, "request.cookies": .null, "request.queryString": .null,
                    "request.headersSize": .null, "timings": .null, "cache": .null, "time": .null,
                ])
            ]),
        Sample("a timestamp missing", [entry(["startedDateTime": nil])]),
        Sample("no type", [entry(["response.content": ["size": 0]])], answers: [Answer(index: 0, body: "")]),
        Sample("content missing", [entry(["response.content": nil])], answers: [Answer(index: 0, body: "")]),
    ]

    static let numbers =
        [
            Sample(
                "fractional and negative times",
                [
                    entry([
                        "time": 93.99,
                        "timings": ["send": 0.4, "wait": 90.07, "receive": 3.52, "dns": -1.5, "_queued": 2.5],
                    ])
                ]),
            Sample(
                "numbers as text or null",
                [
                    entry([
                        "time": "12", "response.bodySize": .null, "request.headersSize": "unknown",
                        "response.status": "200",
                    ])
                ]),
            Sample(
                "numbers that JSON does not have",
                text: archive.replacingOccurrences(of: #""time":12"#, with: #""time":NaN"#)),
            Sample(
                "infinities",
                text: archive.replacingOccurrences(of: #""wait":12"#, with: #""wait":-Infinity,"ssl":Infinity"#)),
        ]
        + [
            "2026-03-01T10:00:00Z", "2026-03-01T10:00:00.123456+02:00", "2026-03-01T10:00:00.1234567+02:00",
            "2026-03-01T10:00:00.123456789Z", "2026-03-01T10:00:00.12+0200", "", .null, "NaN-NaN-NaNTNaN:NaN:NaN",
            "Sun Mar 01 2026 10:00:00",
        ].map { (value: JSONValue) in Sample("startedDateTime \(value)", [entry(["startedDateTime": value])]) }

    static let fields = [
        Sample(
            "pseudo fields and odd protocol names",
            [
                entry([
                    "request.headers": headers([":method": "GET"]), "response.httpVersion": "h3",
                    "request.httpVersion": "HTTP/Q\u{B}3", "response.headers": headers([":status": "200", "X-A": "1"]),
                ])
            ], answers: [Answer(index: 0, headers: ["X-A: 1", "Content-Type: application/json"])]),
        Sample(
            "names with spaces and colons",
            [
                entry(["response.headers": headers(["GET / HTTP": "1", "a:b": "2", "": "3", "X-A": " 1\u{0} "])])
            ], answers: [Answer(index: 0, headers: ["X-A: 1", "Content-Type: application/json"])]),
        Sample(
            "cookies joined by line feeds",
            [
                entry([
                    "response.headers": headers([
                        "Set-Cookie": "a=1; Path=/\nb=2; Expires=Wed, 01 Jan 2031 00:00:00 GMT", "Content-Type": "a/b",
                    ])
                ])
            ],
            answers: [
                Answer(
                    index: 0,
                    headers: [
                        "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Expires=Wed, 01 Jan 2031 00:00:00 GMT",
                        "Content-Type: a/b",
                    ])
            ]),
        Sample(
            "two fields for cookies",
            [
                entry([
                    "response.headers": headers([
                        "Set-Cookie": "a=1", "set-cookie": "t=abc==; Path=/", "Content-Type": "a/b",
                    ])
                ])
            ],
            answers: [
                Answer(index: 0, headers: ["Set-Cookie: a=1", "set-cookie: t=abc==; Path=/", "Content-Type: a/b"])
            ]),
        Sample(
            "cookies without a field",
            [
                entry([
                    "response.headers": headers(["Content-Type": "a/b"]),
                    "response.cookies": [
                        [
                            "name": "a", "value": "1", "path": "/", "domain": "x.org",
                            "expires": "2031-01-01T00:00:00.000Z", "httpOnly": true, "secure": "true",
                        ],
                        ["name": "b", "value": "2", "expires": .null], ["name": "c", "value": "1\r\nX: y"],
                    ],
                ])
            ],
            answers: [
                Answer(
                    index: 0,
                    headers: [
                        "Content-Type: a/b",
                        "Set-Cookie: a=1; Path=/; Domain=x.org; Expires=Wed, 01 Jan 2031 00:00:00 GMT; Secure; HttpOnly",
                        "Set-Cookie: b=2",
                    ])
            ]),
        Sample(
            "a value that is a list", [entry(["response.headers": headers(["X-List": ["1", "2"], "X-Number": 5])])],
            answers: [Answer(index: 0, headers: ["X-List: 1, 2", "X-Number: 5", "Content-Type: application/json"])]),
        Sample(
            "fields as pairs", [entry(["response.headers": [["X-A", "1"], ["X-B"]]])],
            answers: [Answer(index: 0, headers: ["X-A: 1", "X-B: ", "Content-Type: application/json"])]),
        Sample(
            "fields as an object", [entry(["response.headers": ["X-B": "2", "X-A": "1"]])],
            answers: [Answer(index: 0, headers: ["X-A: 1", "X-B: 2", "Content-Type: application/json"])]),
        Sample(
            "fields as lines", [entry(["response.headers": ["X-A: 1:2", "X-B:3"]])],
            answers: [Answer(index: 0, headers: ["X-A: 1:2", "X-B: 3", "Content-Type: application/json"])]),
        Sample(
            "a field that is none", [entry(["response.headers": [["name": "X-A", "value": "1"], 5, "odd"]])],
            answers: [Answer(index: 0, headers: ["X-A: 1", "Content-Type: application/json"])],
            problems: ["entry 0: an element of headers is a number", "entry 0: an element of headers is a string"]),
        Sample(
            "fields that are none", [entry(["response.headers": "odd"])],
            answers: [Answer(index: 0, headers: ["Content-Type: application/json"])],
            problems: ["entry 0: headers is a string, not a list"]),
        Sample(
            "a redirect without its field",
            [entry(["response.status": 302, "response.redirectURL": "../new?x=1", "response.content": [:]])],
            answers: [
                Answer(
                    index: 0, status: 302, body: "",
                    headers: ["Content-Type: application/json", "Location: ../new?x=1"])
            ]),
    ]

    static let useless = [
        Sample(
            "status 0 before the answer", [entry(["response.status": 0]), plain], answers: [Answer(index: 1)],
            problems: ["entry 0: no response (status 0)"]),
        Sample(
            "a negative status", [entry(["response.status": -404])], answers: [],
            problems: ["entry 0: no response (status -404)"]),
        Sample(
            "status missing", [entry(["response.status": nil])], answers: [],
            problems: ["entry 0: no response (status 0)"]),
        Sample(
            "a hint before the answer", [entry(["response.status": 103])], answers: [],
            problems: ["entry 0: status 103 is no final answer"]),
        Sample(
            "response null", [entry(["response": .null]), plain], answers: [Answer(index: 1)],
            problems: ["entry 0: response is missing"]),
        Sample(
            "response a text", [entry(["response": "x"]), plain], answers: [Answer(index: 1)],
            problems: ["entry 0: response is a string"]),
        Sample(
            "request missing", [entry(["request": nil]), plain], answers: [Answer(index: 1)],
            problems: ["entry 0: request is missing"]),
        Sample("no URL", [entry(["request.url": nil])], answers: [], problems: ["entry 0: the request has no URL"]),
        Sample(
            "an entry that is text", ["x", plain, .null, 5], answers: [Answer(index: 1)],
            problems: ["entry 0: not an object", "entry 2: not an object", "entry 3: not an object"]),
        Sample(
            "entries that are not HTTP",
            [
                entry(["request.url": "data:text/plain,hi"]), entry(["request.url": "about:blank"]),
                entry(["request.url": "chrome-extension://abc/x.js"]), entry(["request.url": "/items/1"]), plain,
            ], answers: [Answer(index: 4)],
            problems: [
                "entry 0: data: URL", "entry 1: about: URL", "entry 2: chrome-extension: URL",
                "entry 3: the URL has no scheme",
            ]),
        Sample(
            "a tunnel", [entry(["request.method": "CONNECT"])], answers: [],
            problems: ["entry 0: CONNECT opens a tunnel"]),
        Sample(
            "a WebSocket",
            [
                entry([
                    "response.status": 101, "_resourceType": "websocket",
                    "_webSocketMessages": [["type": "send", "data": "hi"]],
                ]), plain,
            ], answers: [Answer(index: 1)], problems: ["entry 0: 101 Switching Protocols is no HTTP answer"]),
    ]
}
