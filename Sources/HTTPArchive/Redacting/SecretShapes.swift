/// Secrets that are known by how they look, whatever they are called.
enum SecretShapes {
    struct Match {
        let range: Range<Int>
        let kind: String
    }

    private struct Prefix {
        let bytes: [UInt8]
        let kind: String
        /// How many characters follow at least.
        let count: Int

        init(_ text: String, _ kind: String, _ count: Int) {
            bytes = Array(text.utf8)
            self.kind = kind
            self.count = count
        }
    }

    /// By their first byte, longer ones first.
    private static let prefixes: [UInt8: [Prefix]] = Dictionary(
        grouping: [
            Prefix("github_pat_", "github-token", 20), Prefix("ghp_", "github-token", 20),
            Prefix("gho_", "github-token", 20),
            Prefix("ghu_", "github-token", 20), Prefix("ghs_", "github-token", 20), Prefix("ghr_", "github-token", 20),
            Prefix("glpat-", "gitlab-token", 16), Prefix("npm_", "npm-token", 30), Prefix("pypi-", "pypi-token", 30),
            Prefix("sk_live_", "api-key", 10), Prefix("sk_test_", "api-key", 10), Prefix("rk_live_", "api-key", 10),
            Prefix("whsec_", "api-key", 16), Prefix("sk-", "api-key", 16),
            Prefix("AKIA", "aws-key", 16), Prefix("ASIA", "aws-key", 16), Prefix("AIza", "google-key", 30),
            Prefix("ya29.", "google-token", 20), Prefix("SG.", "api-key", 30),
            Prefix("xoxb-", "slack-token", 10), Prefix("xoxp-", "slack-token", 10), Prefix("xoxa-", "slack-token", 10),
            Prefix("xoxr-", "slack-token", 10), Prefix("xoxs-", "slack-token", 10), Prefix("shpat_", "api-key", 16),
        ], by: { $0.bytes[0] })

    private static let firstBytes: [Bool] = {
        var table = [Bool](repeating: false, count: 256)
        for byte in prefixes.keys { table[Int(byte)] = true }
        table[Int(UInt8(ascii: "e"))] = true
        table[Int(UInt8(ascii: "-"))] = true
        for scheme in schemes { table[Int(scheme.bytes[0])] = true }
        return table
    }()

    private static let schemes = ["Bearer ", "bearer ", "Basic ", "basic "].map { Prefix($0, "authorization", 0) }

    /// In order, none inside another one.
    static func matches(in text: [UInt8]) -> [Match] { text.withUnsafeBufferPointer(matches) }

    static func matches(in bytes: UnsafeBufferPointer<UInt8>) -> [Match] {
        var matches: [Match] = []
        var position = 0
        var isInWord = false
        firstBytes.withUnsafeBufferPointer { firstBytes in
            while position < bytes.count {
                let byte = bytes[position]
                if firstBytes[Int(byte)], !isInWord || byte == UInt8(ascii: "-"), let match = match(bytes, position) {
                    matches.append(match)
                    position = match.range.upperBound
                    isInWord = false
                    continue
                }
                isInWord = isWordByte(byte)
                position += 1
            }
        }
        return matches
    }

    private static func match(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Match? {
        switch bytes[start] {
        case UInt8(ascii: "-"): return privateKey(bytes, start)
        case UInt8(ascii: "e"): return token(bytes, start)
        case UInt8(ascii: "B"), UInt8(ascii: "b"): return credentials(bytes, start)
        default:
            for prefix in prefixes[bytes[start]] ?? [] where has(bytes, start, prefix.bytes) {
                var end = start + prefix.bytes.count
                while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
                if end - start - prefix.bytes.count >= prefix.count {
                    return Match(range: start..<end, kind: prefix.kind)
                }
            }
            return nil
        }
    }

    /// What stands behind a scheme in a head that is quoted in a text: the token of RFC 6750, section 2.1, the pair of RFC 7617.
    private static func credentials(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Match? {
        // Few words are: a place is ruled out by its fifth byte.
        guard start + 6 < bytes.count, bytes[start + 4] == UInt8(ascii: "e") || bytes[start + 4] == UInt8(ascii: "c")
        else { return nil }
        guard let scheme = schemes.first(where: { has(bytes, start, $0.bytes) }) else { return nil }
        let first = start + scheme.bytes.count
        var end = first
        while end < bytes.count, isTokenByte(bytes[end]) || "~+/=".utf8.contains(bytes[end]) { end += 1 }
        guard end - first >= 8 else { return nil }
        // A shape of its own tells more; a scheme behind a scheme is none.
        if prefixes[bytes[first]] != nil || bytes[first] == UInt8(ascii: "e"), match(bytes, first) != nil { return nil }
        let text = String(decoding: bytes[first..<end], as: UTF8.self)
        let isBasic = scheme.bytes.count == 6
        let isSecret = isBasic ? Base64.decode(text)?.utf8Text?.contains(":") == true : isToken(text)
        return isSecret ? Match(range: first..<end, kind: scheme.kind) : nil
    }

    /// Words of a sentence are none.
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count >= 12 && text.utf8.contains { (0x30...0x39).contains($0) }
            && text.utf8.contains { (0x61...0x7A).contains($0 | 0x20) }
    }

    /// A JSON web token (RFC 7519): two or three parts, of which the first is the base64 of `{"`.
    private static func token(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Match? {
        guard has(bytes, start, [0x65, 0x79, 0x4A]) else { return nil }
        var end = start
        var partLengths = [0]
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: ".") {
                partLengths.append(0)
            } else if Base64.isDigit(bytes[end]), bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "+") {
                partLengths[partLengths.count - 1] += 1
            } else {
                break
            }
            end += 1
        }
        if partLengths.last == 0, partLengths.count > 3 { end -= 1 }
        guard partLengths.count >= 2, partLengths[0] >= 10, partLengths[1] >= 4 else { return nil }
        return Match(range: start..<end, kind: "jwt")
    }

    /// A key in the armour of RFC 7468; one without an end takes all that follows.
    private static func privateKey(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Match? {
        guard has(bytes, start, Array("-----BEGIN ".utf8)),
            let label = find(bytes, "PRIVATE KEY", start..<min(bytes.count, start + 60))
        else { return nil }
        guard let end = find(bytes, "-----END", label..<bytes.count),
            let close = find(bytes, "-----", end + 8..<bytes.count)
        else { return Match(range: start..<bytes.count, kind: "private-key") }
        return Match(range: start..<close + 5, kind: "private-key")
    }

    private static func has(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ prefix: [UInt8]) -> Bool {
        guard start + prefix.count <= bytes.count else { return false }
        var index = 0
        while index < prefix.count {
            guard bytes[start + index] == prefix[index] else { return false }
            index += 1
        }
        return true
    }

    private static func find(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String, _ range: Range<Int>) -> Int? {
        let needle = Array(text.utf8)
        var position = range.lowerBound
        while position + needle.count <= range.upperBound {
            if has(bytes, position, needle) { return position }
            position += 1
        }
        return nil
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
