import Foundation
import HTTPArchive

/// Who replays has another secret, or the placeholder itself when a recorded answer has handed it out, so one is as
/// good as the other.
extension Placeholder {
    /// What all are compared as.
    static let any = "<redacted>"

    /// With all placeholders alike, in whichever form they stand.
    static func generalized(_ text: String) -> String {
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "&") })
        else { return text }
        let bytes = Array(text.utf8)
        let found = PlaceholderSearch.matches(in: bytes)
        if found.isEmpty { return text }
        var result: [UInt8] = []
        var position = 0
        for match in found {
            result += bytes[position..<match.range.lowerBound]
            result += any.utf8
            position = match.range.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }

    /// Those that stand in a text, in whichever form.
    static func all(in text: String) -> [String] {
        PlaceholderSearch.matches(in: Array(text.utf8)).map { "<redacted:\($0.name)>" }
    }

    static func generalized(_ body: Data) -> Data {
        if let text = String(data: body, encoding: .utf8) { return Data(generalized(text).utf8) }
        // Text of another charset: placeholders are ASCII, and each byte comes back as it was.
        guard body.range(of: Data("redacted".utf8)) != nil, let text = String(data: body, encoding: .isoLatin1) else {
            return body
        }
        return generalized(text).data(using: .isoLatin1) ?? body
    }
}
