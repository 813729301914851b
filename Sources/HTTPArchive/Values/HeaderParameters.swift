import Foundation

/// `; name=value; name="value"` behind a header's value (RFC 9110, section 5.6.6).
enum HeaderParameters {
    static func parse(_ value: String) -> [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        var rest = value.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let text = rest.first == "\"" ? quoted(&rest) : plain(&rest)
            result.append((name.trimmingCharacters(in: .whitespaces).lowercased(), text))
            rest = rest.drop { $0 != ";" }
        }
        return result
    }

    private static func plain(_ rest: inout Substring) -> String {
        let text = rest.prefix { $0 != ";" }
        rest = rest[text.endIndex...]
        return text.trimmingCharacters(in: .whitespaces)
    }

    private static func quoted(_ rest: inout Substring) -> String {
        var text = ""
        rest = rest.dropFirst()
        while let character = rest.first, character != "\"" {
            // Browsers put a raw backslash of a Windows path into file names; only \" and \\ are escapes.
            if character == "\\", let next = rest.dropFirst().first, next == "\"" || next == "\\" {
                rest = rest.dropFirst()
                text.append(next)
            } else {
                text.append(character)
            }
            rest = rest.dropFirst()
        }
        rest = rest.dropFirst()
        return text
    }
}
