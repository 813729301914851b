/// The first line of a request, checked.
struct RequestLine: Sendable {
    let method: String
    let target: String
    let form: RequestHead.TargetForm
    let minorVersion: Int
    /// The host and port in the target, if it has them.
    let authority: String?

    init(_ line: ArraySlice<UInt8>) throws(Rejection) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, Grammar.isToken(parts[0]) else {
            throw Rejection(400, "The request line is not a method, a target and a version.")
        }
        minorVersion = try Self.minorVersion(parts[2])
        guard !parts[1].isEmpty, parts[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw Rejection(400, "The target has a character that must be percent-encoded.")
        }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        (form, authority) = try Self.form(target, method: method)
    }

    private static func minorVersion(_ bytes: ArraySlice<UInt8>) throws(Rejection) -> Int {
        guard bytes.count == 8, bytes.starts(with: Array("HTTP/".utf8)),
            bytes[bytes.startIndex + 6] == UInt8(ascii: ".")
        else { throw Rejection(400, "The request line does not end with a version of HTTP.") }
        let major = bytes[bytes.startIndex + 5]
        let minor = bytes[bytes.startIndex + 7]
        guard Grammar.isDigit(major), Grammar.isDigit(minor) else {
            throw Rejection(400, "The request line does not end with a version of HTTP.")
        }
        guard major == UInt8(ascii: "1") else { throw Rejection(505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.") }
        return minor == UInt8(ascii: "0") ? 0 : 1
    }

    private static func form(
        _ target: String, method: String
    ) throws(Rejection) -> (RequestHead.TargetForm, String?) {
        if method == "CONNECT" {
            guard Grammar.isAuthority(target[...].utf8), let port = target.utf8.split(separator: 0x3A).last,
                target.contains(":"), !port.isEmpty, port.allSatisfy(Grammar.isDigit)
            else { throw Rejection(400, "The target of CONNECT is a host and a port.") }
            return (.authority, target)
        }
        if target.utf8.first == UInt8(ascii: "/") { return (.origin, nil) }
        if target == "*" {
            guard method == "OPTIONS" else { throw Rejection(400, "Only OPTIONS may ask for '*'.") }
            return (.asterisk, nil)
        }
        for scheme in ["http://", "https://"] where equalsIgnoringCase(String(target.prefix(scheme.count)), scheme) {
            let authority = target.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }
            guard Grammar.isAuthority(authority.utf8) else { break }
            return (.absolute, String(authority))
        }
        throw Rejection(400, "The target is neither a path nor a URL.")
    }
}
