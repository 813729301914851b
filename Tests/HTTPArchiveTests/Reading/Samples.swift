import Foundation
import HTTPArchive
import Testing

/// A small archive with one oddity, and what is to be read in it.
///
/// Each oddity was seen in files of browsers, proxies and recorders.
struct Sample: Sendable, CustomTestStringConvertible {
    struct Answer: Sendable, Equatable {
        var index: Int
        var status = 200
        var body: String? = #"{"id":1}"#
        var headers: [String]?
    }

    var name: String
    var data: Data
    var answers = [Answer(index: 0)]
    var problems: [String] = []

    var testDescription: String { name }

    init(
        _ name: String, _ entries: [JSONValue], answers: [Answer] = [Answer(index: 0)], problems: [String] = [],
        edit: (inout JSONValue) -> Void = { _ in }
    ) {
        var archive: JSONValue = [
            "log": ["version": "1.2", "creator": ["name": "samples", "version": "1"], "entries": .array(entries)]
        ]
        edit(&archive)
        self.init(name, text: archive.description, answers: answers, problems: problems)
    }

    init(_ name: String, text: String, answers: [Answer] = [Answer(index: 0)], problems: [String] = []) {
        self.init(name, data: Data(text.utf8), answers: answers, problems: problems)
    }

    init(_ name: String, data: Data, answers: [Answer] = [Answer(index: 0)], problems: [String] = []) {
        self.name = name
        self.data = data
        self.answers = answers
        self.problems = problems
    }

    static let url = "https://api.example.com/items/1"

    /// An ordinary exchange, with changes by path: `response.content.text`.
    static func entry(_ changes: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
        var entry: JSONValue = [
            "startedDateTime": "2026-03-01T10:00:00.000Z", "time": 12,
            "request": [
                "method": "GET", "url": .string(url), "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": [["name": "Accept", "value": "*/*"]], "queryString": [], "headersSize": -1, "bodySize": 0,
            ],
            "response": [
                "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [],
                "headers": [["name": "Content-Type", "value": "application/json"]],
                "content": ["size": 8, "mimeType": "application/json", "text": #"{"id":1}"#], "redirectURL": "",
                "headersSize": -1, "bodySize": 8,
            ],
            "cache": [:], "timings": ["send": 0, "wait": 12, "receive": 0],
        ]
        for (path, value) in changes { entry[path] = value }
        return entry
    }

    static func headers(_ fields: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .array(fields.map { ["name": .string($0.key), "value": $0.value] })
    }

    static let plain = entry()
    static let archive = "{\"log\":{\"entries\":[\(plain)]}}"
}

extension JSONValue {
    /// A member by a path of names with points between.
    subscript(path: String) -> JSONValue? {
        get {
            path.split(separator: ".").reduce(self as JSONValue?) { value, name in
                if case .object(let members)? = value { members[String(name)] } else { nil }
            }
        }
        set {
            guard case .object(var members) = self else { return }
            let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
            if parts.count == 1 {
                members[path] = newValue
            } else {
                members[parts[0]]?[parts[1]] = newValue
            }
            self = .object(members)
        }
    }
}
