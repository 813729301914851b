public import Foundation

extension HAR {
    /// Writes an archive piece by piece: what each entry costs does not grow with the file.
    ///
    /// The pieces one behind the other are the file. Without the last piece the file ends early, and is refused by
    /// readers.
    ///
    /// ```swift
    /// var stream = HAR.Stream()
    /// handle.write(stream.begin(HAR.Log()))
    /// for entry in entries { handle.write(stream.append(entry)) }
    /// handle.write(stream.end())
    /// ```
    public struct Stream: Sendable {
        private var writer = ArchiveWriter()
        private var tail: (comment: String?, custom: [String: JSONValue], root: [String: JSONValue]) = (nil, [:], [:])

        /// A stream that has not begun.
        public init() {}

        /// All that stands before the entries; those of the log are not written.
        public mutating func begin(_ log: Log, custom: [String: JSONValue] = [:]) -> Data {
            tail = (log.comment, log.custom, custom)
            writer.begin("{")
            writer.key("log")
            writer.begin("{")
            writer.member("version", log.version)
            writer.member("creator", log.creator)
            writer.member("browser", log.browser)
            if !log.pages.isEmpty { writer.member("pages", log.pages) }
            writer.key("entries")
            writer.begin("[")
            return Data(writer.take())
        }

        /// One entry.
        public mutating func append(_ entry: Entry) -> Data {
            writer.beginElement()
            entry.write(to: &writer)
            return Data(writer.take())
        }

        /// All that stands behind the entries.
        public mutating func end() -> Data {
            writer.end("]")
            writer.member("comment", tail.comment)
            writeCustom(tail.custom, Log.names.union(["comment"]))
            writer.end("}")
            writeCustom(tail.root, ["log"])
            writer.end("}")
            return Data(writer.take() + [UInt8(ascii: "\n")])
        }

        private mutating func writeCustom(_ custom: [String: JSONValue], _ known: Set<String>) {
            for (name, value) in custom.sortedByKey where !known.contains(name) {
                writer.key(name)
                writer.custom(value)
            }
        }
    }
}

extension HAR {
    /// The bytes of the file: the same ones for equal archives, one member a line, valid by HAR 1.2.
    ///
    /// Members stand in the order of the format, custom ones behind them by name. Members that must be there are, numbers
    /// are numbers, and a time that is none becomes the beginning of 1970, with its text beside it in a custom member.
    ///
    /// ```swift
    /// let text = String(decoding: archive.encoded(), as: UTF8.self)
    /// ```
    public func encoded() -> Data {
        var stream = Stream()
        var data = stream.begin(log, custom: custom)
        for entry in log.entries { data.append(stream.append(entry)) }
        data.append(stream.end())
        return data
    }

    /// Writes the file as a whole or not at all.
    ///
    /// The bytes go to a file beside it, which is brought to the disk and then takes its place. A process that ends on the
    /// way leaves what was there before.
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
