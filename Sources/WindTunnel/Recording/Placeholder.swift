/// What stands in a recording for a secret: `<redacted:authorization:1>`.
///
/// Who replays has another secret, or the placeholder itself when a recorded answer has handed it out, so one is as
/// good as the other.
enum Placeholder {
    static let any = "<redacted>"
    private static let beginning = "<redacted:"

    /// `<redacted:kind:number>`
    static func isOne(_ text: String) -> Bool {
        let fields = text.dropLast().split(separator: ":", omittingEmptySubsequences: false)
        return text.hasPrefix(beginning) && text.hasSuffix(">") && fields.count == 3 && Int(fields[2]) != nil
    }

    /// With all placeholders alike.
    static func generalized(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")), text.contains(beginning) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.range(of: beginning), let end = rest[start.upperBound...].firstIndex(of: ">") {
            result += rest[..<start.lowerBound] + any
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Those that stand in a text.
    static func all(in text: String) -> [String] {
        var found: [String] = []
        var rest = text[...]
        while let start = rest.range(of: beginning), let end = rest[start.upperBound...].firstIndex(of: ">") {
            found.append(String(rest[start.lowerBound...end]))
            rest = rest[rest.index(after: end)...]
        }
        return found
    }

    static func generalized(_ body: Data) -> Data {
        guard let text = String(data: body, encoding: .utf8) else { return body }
        return Data(generalized(text).utf8)
    }
}
