/// Collects field lines within the limits.
struct FieldReader: Sendable {
    static let tooLarge = Rejection(431, "The header fields are too large.")

    private(set) var fields = Fields()
    /// How long the next line may be.
    private(set) var room: Int
    private let limit: Int

    init(_ limits: Limits) {
        room = max(0, limits.fieldBytes)
        limit = limits.fieldCount
    }

    mutating func add(_ line: ArraySlice<UInt8>) throws(Rejection) {
        guard !isBlank(line[line.startIndex]) else {
            throw Rejection(400, "A field line is folded.")
        }
        guard let colon = line.firstIndex(of: 0x3A), Grammar.isToken(line[..<colon]) else {
            throw Rejection(400, "A field line does not begin with a name and a colon.")
        }
        let value = trimmingBlanks(line[(colon + 1)...])
        guard value.allSatisfy(Grammar.isValueByte) else {
            throw Rejection(400, "A field value has a control character.")
        }
        guard fields.lines.count < limit else { throw Self.tooLarge }
        // The line break counts too, else lines of no length would be free.
        room = max(0, room - line.count - 2)
        fields.append(String(decoding: line[..<colon], as: UTF8.self), Grammar.text(value))
    }
}
