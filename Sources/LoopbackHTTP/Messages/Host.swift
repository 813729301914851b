/// The host in an authority.
package enum Host {
    /// The host without its port and brackets, in lower case.
    package static func name(in authority: String) -> String {
        let text = authority.lowercased()
        guard text.hasPrefix("[") else { return String(text.prefix { $0 != ":" }) }
        return String(text.dropFirst().prefix { $0 != "]" })
    }

    /// Whether a name in lower case is one of the loopback interface (RFC 6761, section 6.3).
    package static func isLoopback(_ name: String) -> Bool {
        if name == "::1" || name == "localhost" || name.hasSuffix(".localhost") { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
