import Foundation
import Testing

@testable import HTTPArchive

@Suite(.timeLimit(.minutes(3)))
struct FileTests {
    private func file(_ entries: String) throws -> HAR.File {
        try HAR.File(data: Data("{\"log\":{\"comment\":\"c\",\"entries\":[\(entries)],\"_x\":[1]},\"y\":2}".utf8))
    }

    @Test(arguments: [
        (#"{"request":{"method":"GET","url":"http://a/?b"}}"#, "GET", "http://a/?b"),
        (
            #"{ "x" : [{"request":{"method":"PUT"}}, "}\"{"], "request" : { "url" : "http://a/" , "method" : "GET" } }"#,
            "GET", "http://a/"
        ),
        (#"{"request":{"method":"GE\u0054","url":"http:\/\/a\/?q=\"\u0026"}}"#, "GET", "http://a/?q=\"&"),
        (#"{"r\u0065quest":{"method":"GET","url":"http://a/"}}"#, "GET", "http://a/"),
        (
            #"{"request":{"headers":[{"method":"x"}],"method":"GET","url":"http://a/","postData":{"url":"y"}}}"#, "GET",
            "http://a/"
        ),
        (#"{"request":{"method":"","url":""}}"#, "", ""),
        (#"{"request":{"method":"GET","url":"x"},"request":{"url":"http://a/"}}"#, "", "http://a/"),
        (#"{"request":{"method":"GET","url":"http://a/","method":["P"],"u\u0072l":"http://b/"}}"#, "P", "http://b/"),
        (#"{"request":{"method":5,"url":null}}"#, "5", ""),
        (#"{"request":null}"#, "", ""),
        (#"{"method":"GET","url":"x"}"#, "", ""),
        (#""text""#, "", ""),
    ])
    func `method and URL are known without reading the entry`(_ entry: String, _ method: String, _ url: String) throws {
        let file = try file("\(Sample.plain),\(entry),\(Sample.plain)")
        #expect(file.count == 3)
        #expect(file.method(at: 1) == method)
        #expect(file.url(at: 1) == url)
        #expect(file.url(at: 2) == Sample.url)
    }

    @Test func `an entry that is in no order leaves the others as they are`() throws {
        let file = try file(#"{"request":{"url":"http://a/"},'x':[1}},\#(Sample.plain)"#)
        #expect(file.count == 2)
        #expect(
            file.read(at: 0).problems == [
                HAR.Problem(
                    entry: 0, path: "$.log.entries[0]",
                    message: "not JSON: expected a key at byte 64, line 1, column 32 of the entry", preventsAnswer: true
                )
            ])
        #expect(try file.answer(at: 1).status == 200)
        #expect(throws: HAR.AnswerError(reason: "not JSON: expected a key at byte 64, line 1, column 32 of the entry"))
        {
            try file.answer(at: 0)
        }
    }

    @Test func `the log is read without its entries`() throws {
        let file = try file("\(Sample.plain)")
        #expect(file.log == HAR.Log(creator: .init(name: "", version: ""), comment: "c", custom: ["_x": [1]]))
        #expect(file.read().archive.custom == ["y": 2])
    }

    @Test func `problems tell their paths`() throws {
        let file = try file(
            "\(Sample.entry(["response": nil])),\(Sample.entry(["request.headers": [5]])),\(Sample.entry(["request.postData": true]))"
        )
        #expect(
            file.read().problems.map(\.path) == [
                "$.log.entries[0].response", "$.log.entries[1].request.headers[0]", "$.log.entries[2].request.postData",
            ])
    }

    @Test func `bodies beside the file are found, and none elsewhere`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("har/bodies"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("inside".utf8).write(to: folder.appendingPathComponent("har/bodies/1.txt"))
        try Data("outside".utf8).write(to: folder.appendingPathComponent("2.txt"))
        let names = ["bodies/1.txt", "../2.txt", "bodies/../../2.txt", folder.appendingPathComponent("2.txt").path, ""]
        let entries = names.map { name in
            Sample.entry(["response.content": ["size": 6, "mimeType": "text/plain", "_file": .string(name)]])
                .description
        }
        let url = folder.appendingPathComponent("har/a.har")
        try Data("{\"log\":{\"entries\":[\(entries.joined(separator: ","))]}}".utf8).write(to: url)
        let file = try HAR.File(contentsOf: url)
        #expect(try file.answer(at: 0).body == Data("inside".utf8))
        for index in 1..<names.count {
            #expect(try file.answer(at: index).body.isEmpty)
            #expect(try file.answer(at: index).shortfall == "body in the file \(names[index]) is not there")
        }
        #expect(try file.read(at: 0).entry?.answer().shortfall == "body in the file bodies/1.txt is not there")
    }

    @Test func `a file that is not there is Foundation's error`() {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let error = #expect(throws: CocoaError.self) { try HAR(contentsOf: url) }
        #expect(error?.code == .fileReadNoSuchFile)
    }
}
