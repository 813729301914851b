/// One field line of a message, its name as it was written.
package struct Field: Hashable, Sendable {
    /// The name, in its own case.
    package let name: String
    /// The value without the white space around it.
    package let value: String

    /// A field line.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The field lines of a message in their order; a name may stand there several times.
package struct Fields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The lines, in order.
    package private(set) var lines: [Field]

    /// Lines in this order.
    package init(_ lines: [Field] = []) { self.lines = lines }

    /// Lines in this order; a name may be repeated.
    package init(dictionaryLiteral lines: (String, String)...) { self.lines = lines.map { Field($0, $1) } }

    /// The first value of a name in any case.
    package subscript(name: String) -> String? { lines.first { equalsIgnoringCase($0.name, name) }?.value }

    /// All values of a name in any case, in order.
    package func all(_ name: String) -> [String] {
        lines.compactMap { equalsIgnoringCase($0.name, name) ? $0.value : nil }
    }

    /// Adds a line at the end.
    package mutating func append(_ name: String, _ value: String) { lines.append(Field(name, value)) }

    /// The elements of a comma-separated list, lower-case in ASCII, over all lines of the name; empty ones are left
    /// out.
    package func tokens(_ name: String) -> [String] {
        var result: [String] = []
        for line in lines where equalsIgnoringCase(line.name, name) {
            for part in line.value.utf8.split(separator: UInt8(ascii: ",")) {
                // In Unicode the Kelvin sign is a capital of k, and "keep-alive" could be said in two ways.
                let token = String(decoding: trimmingBlanks(part).map(lowercased), as: UTF8.self)
                if !token.isEmpty { result.append(token) }
            }
        }
        return result
    }
}

/// Whether two names are the same in ASCII, whatever their case.
func equalsIgnoringCase(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { lowercased($0) == lowercased($1) }
}

func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

/// The bytes without spaces and tabs at both ends.
func trimmingBlanks<Bytes: BidirectionalCollection>(_ bytes: Bytes) -> Bytes.SubSequence where Bytes.Element == UInt8 {
    var rest = bytes[...]
    while let byte = rest.first, isBlank(byte) { rest = rest.dropFirst() }
    while let byte = rest.last, isBlank(byte) { rest = rest.dropLast() }
    return rest
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
