import Foundation

/// Spells an archive: members in the order of the format, custom ones by name behind them, one a line.
struct ArchiveWriter {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    private var isFirst = true

    /// The bytes so far, which are the caller's from now on.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    private mutating func text(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func line() {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth * 2 { bytes.append(0x20) }
    }

    mutating func beginElement() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        line()
    }

    mutating func begin(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        depth += 1
        isFirst = true
    }

    mutating func end(_ bracket: Unicode.Scalar) {
        depth -= 1
        if !isFirst { line() }
        bytes.append(UInt8(ascii: bracket))
        isFirst = false
    }

    mutating func key(_ name: String) {
        beginElement()
        string(name)
        text(": ")
    }

    mutating func string(_ string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            var start = 0
            while start < utf8.count {
                let end = Words.plainTextEnd(utf8, from: start)
                bytes.append(contentsOf: utf8[start..<end])
                if end < utf8.count { escape(utf8[end]) }
                start = end + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            text("u00")
            bytes.append(byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 15)])
        default: bytes.append(byte)
        }
    }

    /// Values nested deeply need a stack of their own.
    mutating func custom(_ value: JSONValue) {
        guard value.isDeep else { return json(value) }
        let writer = self
        self = LargeStack.run {
            var copy = writer
            copy.json(value)
            return copy
        }
    }

    private mutating func json(_ value: JSONValue) {
        switch value {
        case .string(let text): string(text)
        case .array(let elements):
            begin("[")
            for element in elements {
                beginElement()
                json(element)
            }
            end("]")
        case .object(let members):
            begin("{")
            for (name, value) in members.sortedByKey {
                key(name)
                json(value)
            }
            end("}")
        default: bytes.append(contentsOf: value.compactText.utf8)
        }
    }
}

/// Spells itself as an object.
protocol Writable {
    /// What the format calls its members; custom ones with such a name are not written.
    static var names: Set<String> { get }
    var comment: String? { get }
    var custom: [String: JSONValue] { get }
    func write(to writer: inout ArchiveWriter)
}

extension Writable {
    /// An object with its comment and its custom members at the end. The closure may add to the latter.
    func writeObject(
        _ writer: inout ArchiveWriter, _ members: (inout ArchiveWriter, inout [String: JSONValue]) -> Void
    ) {
        var custom = custom
        writer.begin("{")
        members(&writer, &custom)
        writer.member("comment", comment)
        for (name, value) in custom.sortedByKey where name != "comment" && !Self.names.contains(name) {
            writer.key(name)
            writer.custom(value)
        }
        writer.end("}")
    }
}

// MARK: Members

extension ArchiveWriter {
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// What is no number is -1, which the format has for what is not known.
    mutating func member(_ name: String, _ value: Double?) {
        guard let value else { return }
        key(name)
        bytes.append(contentsOf: (JSONNumber(value)?.text ?? "-1").utf8)
    }

    mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        key(name)
        text(value ? "true" : "false")
    }

    mutating func member(_ name: String, _ value: (some Writable)?) {
        guard let value else { return }
        key(name)
        value.write(to: &self)
    }

    mutating func member(_ name: String, _ values: [some Writable]) {
        key(name)
        begin("[")
        for value in values {
            beginElement()
            value.write(to: &self)
        }
        end("]")
    }

    /// A text that tells of no moment would make the file invalid; it is kept as a custom member.
    mutating func member(_ name: String, _ value: HAR.Timestamp, _ custom: inout [String: JSONValue]) {
        if value.date == nil {
            if !value.text.isEmpty, custom["_" + name] == nil { custom["_" + name] = .string(value.text) }
            member(name, "1970-01-01T00:00:00.000Z")
        } else {
            member(name, value.text)
        }
    }

    /// The same for a moment that may be missing.
    mutating func member(_ name: String, _ value: HAR.Timestamp?, _ custom: inout [String: JSONValue]) {
        guard let value else { return }
        if value.date != nil {
            member(name, value.text)
        } else if custom["_" + name] == nil {
            custom["_" + name] = .string(value.text)
        }
    }
}
