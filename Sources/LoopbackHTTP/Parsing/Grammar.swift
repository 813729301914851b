/// The character classes and small rules of RFC 9110 and 9112.
enum Grammar {
    /// A byte of a token, such as a method or a field name.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    static func isToken(_ bytes: some Collection<UInt8>) -> Bool { !bytes.isEmpty && bytes.allSatisfy(isTokenByte) }

    /// A byte of a field value: no control character but the tab.
    static func isValueByte(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func hexValue(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x37
        case 0x61...0x66: Int(byte) - 0x57
        default: nil
        }
    }

    /// A number of decimal digits and nothing else; `Int.max` stands for all that are larger.
    static func number(_ bytes: some Collection<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy(isDigit) else { return nil }
        var result = 0
        for byte in bytes {
            let (product, overflows) = result.multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(Int(byte) - 0x30)
            if overflows || carries { return .max }
            result = sum
        }
        return result
    }

    /// Text of bytes from the wire: UTF-8 where it is valid, else Latin-1, so that no byte is lost.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        var checker = UTF8Checker()
        guard checker.accepts(Array(bytes)), checker.isComplete else {
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A host with an optional port, as in the `Host` field; the host may be an IPv6 address in brackets.
    static func isAuthority(_ text: Substring.UTF8View) -> Bool {
        var host = text[...]
        var port: Substring.UTF8View?
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = host[host.index(after: host.startIndex)..<end]
            let after = host[host.index(after: end)...]
            guard !address.isEmpty, address.allSatisfy({ hexValue($0) != nil || $0 == 0x3A || $0 == 0x2E }) else {
                return false
            }
            guard let colon = after.first else { return true }
            guard colon == UInt8(ascii: ":") else { return false }
            return after.dropFirst().allSatisfy(isDigit) && after.count <= 6
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        guard !host.isEmpty, host.allSatisfy(isHostByte) else { return false }
        return port.map { $0.allSatisfy(isDigit) && $0.count <= 5 } ?? true
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x25: true
        default: false
        }
    }
}
