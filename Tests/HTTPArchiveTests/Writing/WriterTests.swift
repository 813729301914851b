import Foundation
import HTTPArchive
import Testing

@Suite(.timeLimit(.minutes(3)))
struct WriterTests {
    private func entry() -> HAR.Entry {
        HAR.Entry(
            pageref: "p", startedDateTime: "2026-03-01T10:00:00.000Z", time: 12.5,
            request: HAR.Request(
                method: "POST", url: "http://a/?q=1", headers: [.init(name: "Accept", value: "*/*")],
                queryString: [.init(name: "q", value: "1")], postData: .init(body: Data([0xFF]), mimeType: "a/b")),
            response: HAR.Response(
                status: 200, statusText: "OK",
                cookies: [.init(name: "c", value: "\"\\\n\u{1}\u{1F}é", expires: "2031-01-01T00:00:00Z", secure: true)],
                content: .init(body: Data("{}".utf8), mimeType: "application/json")),
            custom: ["_z": [1, [:], ["b": 2, "a": []]], "_a": .null, "time": 5, "comment": 6])
    }

    @Test func `an archive is written in one way`() {
        let archive = HAR(
            log: .init(
                creator: .init(name: "n", version: "v"),
                pages: [.init(startedDateTime: "2026-03-01T10:00:00Z", id: "p", title: "t")],
                entries: [entry()], comment: "c", custom: ["_x": true]),
            custom: ["y": 1.5])
        #expect(
            String(decoding: archive.encoded(), as: UTF8.self) == #"""
                {
                  "log": {
                    "version": "1.2",
                    "creator": {
                      "name": "n",
                      "version": "v"
                    },
                    "pages": [
                      {
                        "startedDateTime": "2026-03-01T10:00:00Z",
                        "id": "p",
                        "title": "t",
                        "pageTimings": {}
                      }
                    ],
                    "entries": [
                      {
                        "pageref": "p",
                        "startedDateTime": "2026-03-01T10:00:00.000Z",
                        "time": 12.5,
                        "request": {
                          "method": "POST",
                          "url": "http://a/?q=1",
                          "httpVersion": "HTTP/1.1",
                          "cookies": [],
                          "headers": [
                            {
                              "name": "Accept",
                              "value": "*/*"
                            }
                          ],
                          "queryString": [
                            {
                              "name": "q",
                              "value": "1"
                            }
                          ],
                          "postData": {
                            "mimeType": "a/b",
                            "text": "/w==",
                            "_encoding": "base64"
                          },
                          "headersSize": -1,
                          "bodySize": -1
                        },
                        "response": {
                          "status": 200,
                          "statusText": "OK",
                          "httpVersion": "HTTP/1.1",
                          "cookies": [
                            {
                              "name": "c",
                              "value": "\"\\\n\u0001\u001fé",
                              "expires": "2031-01-01T00:00:00Z",
                              "secure": true
                            }
                          ],
                          "headers": [],
                          "content": {
                            "size": 2,
                            "mimeType": "application/json",
                            "text": "{}"
                          },
                          "redirectURL": "",
                          "headersSize": -1,
                          "bodySize": -1
                        },
                        "cache": {},
                        "timings": {
                          "send": 0,
                          "wait": 0,
                          "receive": 0
                        },
                        "_a": null,
                        "_z": [
                          1,
                          {},
                          {
                            "a": [],
                            "b": 2
                          }
                        ]
                      }
                    ],
                    "comment": "c",
                    "_x": true
                  },
                  "y": 1.5
                }

                """#)
    }

    @Test func `numbers are always numbers and times always times`() throws {
        var entry = entry()
        entry.time = .nan
        entry.timings = HAR.Timings(blocked: .infinity, wait: -.infinity, ssl: 1e300)
        entry.startedDateTime = "yesterday"
        entry.response.cookies[0].expires = "Session"
        let text = String(decoding: HAR(log: .init(entries: [entry])).encoded(), as: UTF8.self)
        for line in [
            #""time": -1,"#, #""blocked": -1,"#, #""wait": -1,"#, #""ssl": 1e300"#,
            #""startedDateTime": "1970-01-01T00:00:00.000Z","#, #""_startedDateTime": "yesterday""#,
            #""_expires": "Session""#,
        ] { #expect(text.contains(line), "\(line)") }
        #expect(!text.contains(#""expires""#))
        #expect(try HAR(data: Data(text.utf8)).encoded() == Data(text.utf8))
    }

    @Test func `a stream writes what the whole writes`() {
        let archive = HAR(
            log: .init(entries: [entry(), entry()], comment: "c", custom: ["_x": 1, "version": 2]),
            custom: ["y": 1, "log": 2])
        var stream = HAR.Writer()
        let pieces =
            [stream.begin(archive.log, custom: archive.custom)] + archive.log.entries.map { stream.append($0) } + [
                stream.end()
            ]
        #expect(Data(pieces.joined()) == archive.encoded())
        var empty = HAR.Writer()
        #expect(empty.begin(HAR.Log()) + empty.end() == HAR().encoded())
    }

    @Test func `values nested deeply are written`() throws {
        var value: JSONValue = 1
        for _ in 0..<150 { value = [value] }
        let archive = HAR(custom: ["_deep": value])
        #expect(try HAR(data: archive.encoded()) == archive)
    }

    @Test func `a file is replaced as a whole, and links are followed`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("a.har")
        let link = folder.appendingPathComponent("link.har")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let archive = HAR(log: .init(entries: [entry()]))
        try HAR().write(to: file)
        let old = try HAR.File(contentsOf: file)
        try archive.write(to: link)
        #expect(try Data(contentsOf: file) == archive.encoded())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.har", "link.har"])
        #expect(
            try FileManager.default.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
                == .typeSymbolicLink)
        #expect(old.read().archive == HAR())
    }

    @Test func `a folder that is not there is an error, and leaves nothing`() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)/a.har")
        let error = #expect(throws: CocoaError.self) { try HAR().write(to: url) }
        #expect(error?.code == .fileNoSuchFile)
    }
}
