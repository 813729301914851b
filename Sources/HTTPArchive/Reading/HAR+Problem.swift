public import Foundation

extension HAR {
    /// Something of a file that was not as it should be, and did not hinder reading the rest.
    ///
    /// ```swift
    /// for problem in reading.problems { print(problem) }     // entry 3: response is missing
    /// ```
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The place of the entry in its file, from 0; nil for what concerns the log.
        public var entry: Int?
        /// The path to it: `$.log.entries[3].response`.
        public var path: String
        /// What is wrong, in a few words.
        public var message: String
        /// Whether the entry cannot answer a request because of it.
        public var preventsAnswer: Bool

        /// A problem of an entry, or of the log.
        package init(entry: Int?, path: String, message: String, preventsAnswer: Bool = false) {
            self.entry = entry
            self.path = path
            self.message = message
            self.preventsAnswer = preventsAnswer
        }

        /// The entry and what is wrong with it.
        public var description: String { (entry.map { "entry \($0): " } ?? "") + message }
    }

    /// Why a file is no archive.
    public struct ReadingError: Error, LocalizedError, Sendable, Equatable, CustomStringConvertible {
        /// What is wrong, as a sentence without its place.
        public var message: String
        /// The line of the place, from 1; nil when there is no place to name.
        public var line: Int?
        /// The column of the place, from 1, in characters.
        public var column: Int?
        /// The offset of the place, from 0, in bytes.
        public var offset: Int?

        /// The sentence and the place.
        public var description: String {
            guard let line, let column else { return message }
            return "\(message) (line \(line), column \(column))"
        }

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }
}

/// Collects the problems of one entry, or of the log.
struct ProblemList {
    let entry: Int?
    private(set) var problems: [HAR.Problem] = []

    init(entry: Int?) { self.entry = entry }

    mutating func add(_ path: String, _ message: String, preventsAnswer: Bool = false) {
        let base = entry.map { "$.log.entries[\($0)]" } ?? "$.log"
        let whole = path.isEmpty || path.hasPrefix("[") ? base + path : "\(base).\(path)"
        problems.append(HAR.Problem(entry: entry, path: whole, message: message, preventsAnswer: preventsAnswer))
    }
}
