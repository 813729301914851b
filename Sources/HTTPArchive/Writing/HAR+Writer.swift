public import Foundation

extension HAR {
    /// Writes an archive piece by piece: what each entry costs does not grow with the file.
    ///
    /// The pieces one behind the other are the file. Without the last piece the file ends early, and is refused by
    /// readers.
    ///
    /// ```swift
    /// var writer = HAR.Writer()
    /// handle.write(writer.begin(HAR.Log()))
    /// for entry in entries { handle.write(writer.append(entry)) }
    /// handle.write(writer.end())
    /// ```
    public struct Writer: Sendable {
        private var pen = ArchiveWriter()
        private var tail: (comment: String?, custom: [String: JSONValue], root: [String: JSONValue]) = (nil, [:], [:])

        /// A writer that has not begun.
        public init() {}

        /// Begins the file: all that stands before the entries; those of the log are not written.
        public mutating func begin(_ log: Log, custom: [String: JSONValue] = [:]) -> Data {
            tail = (log.comment, log.custom, custom)
            pen.begin("{")
            pen.key("log")
            pen.begin("{")
            pen.member("version", log.version)
            pen.member("creator", log.creator)
            pen.member("browser", log.browser)
            if !log.pages.isEmpty { pen.member("pages", log.pages) }
            pen.key("entries")
            pen.begin("[")
            return Data(pen.take())
        }

        /// Writes one entry.
        public mutating func append(_ entry: Entry) -> Data {
            pen.beginElement()
            entry.write(to: &pen)
            return Data(pen.take())
        }

        /// Ends the file: all that stands behind the entries.
        public mutating func end() -> Data {
            pen.end("]")
            pen.member("comment", tail.comment)
            writeCustom(tail.custom, Log.names.union(["comment"]))
            pen.end("}")
            writeCustom(tail.root, ["log"])
            pen.end("}")
            return Data(pen.take() + [UInt8(ascii: "\n")])
        }

        private mutating func writeCustom(_ custom: [String: JSONValue], _ known: Set<String>) {
            for (name, value) in custom.sortedByKey where !known.contains(name) {
                pen.key(name)
                pen.custom(value)
            }
        }
    }
}

extension HAR {
    /// The bytes of the file: the same ones for equal archives, one member a line, valid by HAR 1.2.
    ///
    /// Members stand in the order of the format, custom ones behind them by name. Members that must be there are,
    /// numbers are numbers, and a time that is none becomes the beginning of 1970, with its text beside it in a custom
    /// member.
    ///
    /// ```swift
    /// let text = String(decoding: archive.encoded(), as: UTF8.self)
    /// ```
    public func encoded() -> Data {
        var writer = Writer()
        var data = writer.begin(log, custom: custom)
        for entry in log.entries { data.append(writer.append(entry)) }
        data.append(writer.end())
        return data
    }

    /// Writes the file as a whole or not at all.
    ///
    /// The bytes go to a file beside it, which is brought to the disk and then takes its place. A process that ends on
    /// the way leaves what was there before.
    ///
    /// ```swift
    /// try archive.write(to: harURL)
    /// ```
    ///
    /// - Throws: `CocoaError` with the reason of the system.
    public func write(to url: URL) throws { try FileReplacement.write(encoded(), to: url) }
}

extension HAR.Log {
    static let names: Set<String> = ["version", "creator", "browser", "pages", "entries"]
}
