/// Changes strings and numbers of JSON text where they stand, and leaves all other bytes as they are.
///
/// The text may be no JSON: what is not understood is copied.
struct JSONTextPass {
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var position = 0
    private var levels: [Level] = []

    private struct Level {
        let isObject: Bool
        /// The name of the nearest member around it that is secret.
        let secret: String?
        var key: String?
        var isKeyNext: Bool
        /// What the member at this place may be to another one.
        var role = Role.none
        /// What `{"name": "token", "value": "x"}` calls its value, if that is secret.
        var label: String?
    }

    private enum Role {
        case none
        case label
        case value

        init(_ member: String) {
            // Nearly all are ruled out by their length.
            switch member.utf8.count {
            case 3: self = member == "key" ? .label : .none
            case 4: self = member == "name" ? .label : .none
            case 5: self = member == "value" ? .value : .none
            default: self = .none
            }
        }
    }

    private let text: String

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        output.reserveCapacity(bytes.count)
    }

    /// All of it was JSON, or several values of it.
    private(set) var isRegular = true

    mutating func run(_ walk: inout SecretWalk, depth: Int) -> String {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): string(&walk, depth)
            case UInt8(ascii: "-"), 0x30...0x39: number(&walk)
            default: structure()
            }
        }
        return output == bytes ? text : String(decoding: output, as: UTF8.self)
    }

    private mutating func structure() {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "{"):
            levels.append(Level(isObject: true, secret: current, isKeyNext: true))
        case UInt8(ascii: "["):
            levels.append(Level(isObject: false, secret: current, isKeyNext: false))
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
        case UInt8(ascii: ",") where !levels.isEmpty:
            levels[levels.count - 1].isKeyNext = levels[levels.count - 1].isObject
        case UInt8(ascii: ":") where !levels.isEmpty:
            levels[levels.count - 1].isKeyNext = false
        // Spaces, and the letters of `true`, `false` and `null`.
        case 0...0x20, UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "l"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "s"), UInt8(ascii: "t"), UInt8(ascii: "u"):
            break
        default: isRegular = false
        }
        output.append(byte)
        position += 1
    }

    /// The name under which the value at this place is secret.
    private var current: String? { levels.last.flatMap { $0.secret ?? $0.key } }

    private mutating func string(_ walk: inout SecretWalk, _ depth: Int) {
        let end = bytes.withUnsafeBufferPointer { buffer in
            min(buffer.count, Words.stringEnd(buffer.baseAddress!, from: position + 1, count: buffer.count))
        }
        let written = bytes[position..<end]
        position = end
        guard let value = Self.decoded(written) else {
            output += written
            isRegular = false
            return
        }
        let isKey = levels.last?.isKeyNext == true
        let label = isKey ? nil : self.label
        let changed = label.map { walk.labelled($0, value) } ?? walk.member(isKey ? nil : current, value, depth)
        if changed == value { output += written } else { output += JSONValue.string(changed).compactText.utf8 }
        note(value, isKey: isKey, &walk)
    }

    private mutating func note(_ value: String, isKey: Bool, _ walk: inout SecretWalk) {
        guard let last = levels.indices.last, levels[last].isObject else { return }
        if isKey {
            levels[last].key = walk.isSecret(field: value) ? value : nil
            levels[last].role = Role(value)
        } else if levels[last].role == .label {
            let isSecret = walk.isSecret(field: value) || walk.isSecret(header: value)
            levels[last].label = isSecret ? value : nil
        }
    }

    private var label: String? {
        guard let last = levels.indices.last, levels[last].role == .value, current == nil else { return nil }
        return levels[last].label
    }

    private static func decoded(_ written: ArraySlice<UInt8>) -> String? {
        written.withUnsafeBufferPointer { buffer in
            guard buffer.count >= 2, buffer[buffer.count - 1] == UInt8(ascii: "\"") else { return nil }
            if Words.plainTextEnd(buffer, from: 1) == buffer.count - 1 {
                return String(decoding: buffer[1..<buffer.count - 1], as: UTF8.self)
            }
            return try? JSONParser.read(buffer, from: 0, isLenient: true).result.get().lenientText
        }
    }

    private mutating func number(_ walk: inout SecretWalk) {
        let start = position
        while position < bytes.count, Self.isNumberByte(bytes[position]) { position += 1 }
        let written = bytes[start..<position]
        // Numbers deeper in what is secret are times and counts, which a client must be able to read.
        guard let level = levels.last, level.isObject, let name = level.key else {
            output += written
            return
        }
        output += JSONValue.string(walk.secret(String(decoding: written, as: UTF8.self), name)).compactText.utf8
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
