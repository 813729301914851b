/// Media types (RFC 9110, section 8.3.1).
enum MediaType {
    /// `type/subtype` in lower case, without parameters.
    static func essence(of value: String?) -> String? {
        guard let value else { return nil }
        let essence = value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return essence.isEmpty ? nil : essence
    }

    /// A parameter's value; names are compared without case.
    static func parameter(_ name: String, of value: String) -> String? {
        HeaderParameters.parse(value).first { $0.name == name }?.value
    }

    static func isJSON(_ essence: String?) -> Bool {
        guard let essence else { return false }
        return essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
    }

    /// By the extension of a file's name; the few that stubs use. A table of the system exists on Apple only.
    static func forExtension(_ name: String) -> String {
        table[name.lowercased()] ?? "application/octet-stream"
    }

    private static let table = [
        "json": "application/json", "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "heic": "image/heic",
        "ico": "image/vnd.microsoft.icon", "pdf": "application/pdf", "zip": "application/zip", "gz": "application/gzip",
        "wasm": "application/wasm", "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4",
        "mov": "video/quicktime", "webm": "video/webm", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "plist": "application/x-plist", "ics": "text/calendar; charset=utf-8", "jsonl": "application/jsonl",
        "yaml": "application/yaml", "yml": "application/yaml", "webmanifest": "application/manifest+json",
    ]
}

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
