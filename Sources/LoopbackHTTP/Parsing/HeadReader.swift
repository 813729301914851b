/// Makes a head of its lines, and decides where the body ends.
struct HeadReader: Sendable {
    let line: RequestLine
    let fields: Fields

    func head(bodyLimit: Int) throws(Rejection) -> RequestHead {
        let host = try host()
        let connection = fields.tokens("Connection")
        let isModern = line.minorVersion > 0
        return RequestHead(
            method: line.method,
            target: line.target,
            form: line.form,
            minorVersion: line.minorVersion,
            fields: fields,
            authority: line.authority ?? host,
            framing: try framing(limit: bodyLimit),
            expectsContinue: try expectsContinue(),
            keepsAlive: !connection.contains("close") && (isModern || connection.contains("keep-alive")),
            upgrades: isModern && connection.contains("upgrade") ? fields.tokens("Upgrade") : []
        )
    }

    private func host() throws(Rejection) -> String? {
        let hosts = fields.all("Host")
        guard let host = hosts.first else {
            guard line.minorVersion == 0 else { throw Rejection(400, "The Host field is missing.") }
            return nil
        }
        guard hosts.count == 1 else { throw Rejection(400, "The Host field is repeated.") }
        guard host.isEmpty || Grammar.isAuthority(host[...].utf8) else {
            throw Rejection(400, "The Host field is no host.")
        }
        return host
    }

    private func framing(limit: Int) throws(Rejection) -> RequestHead.Framing {
        let codings = fields.all("Transfer-Encoding")
        let lengths = fields.all("Content-Length")
        guard codings.isEmpty else {
            guard lengths.isEmpty else { throw Rejection(400, "The length of the body is told in two ways.") }
            guard line.minorVersion > 0 else { throw Rejection(400, "HTTP/1.0 has no Transfer-Encoding.") }
            try checkCodings(codings)
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        // Equal ones could be taken as one (RFC 9112, 6.3), but nobody who means well sends them.
        guard lengths.count == 1 else { throw Rejection(400, "The Content-Length field is repeated.") }
        guard let length = Grammar.number(text.utf8) else {
            throw Rejection(400, "The Content-Length field is no number.")
        }
        guard length <= limit else { throw Rejection(413, "The body is too large.") }
        return length == 0 ? .none : .length(length)
    }

    private func checkCodings(_ values: [String]) throws(Rejection) {
        var names: [String] = []
        for value in values {
            for part in value.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) {
                let name = trimmingBlanks(part)
                guard Grammar.isToken(name) else { throw Rejection(400, "The Transfer-Encoding field is malformed.") }
                names.append(String(Substring(name)).lowercased())
            }
        }
        let known: Set = ["chunked", "gzip", "x-gzip", "deflate", "compress", "x-compress", "identity"]
        guard known.isSuperset(of: names) else { throw Rejection(501, "The transfer coding is unknown.") }
        guard names.last == "chunked", names.count(where: { $0 == "chunked" }) == 1 else {
            throw Rejection(400, "The last transfer coding must be chunked, once.")
        }
        guard names.count == 1 else { throw Rejection(501, "Only the transfer coding chunked is spoken here.") }
    }

    private func expectsContinue() throws(Rejection) -> Bool {
        let expectations = fields.tokens("Expect")
        guard line.minorVersion > 0, !expectations.isEmpty else { return false }
        guard expectations == ["100-continue"] else { throw Rejection(417, "Only 100-continue may be expected.") }
        return true
    }
}
