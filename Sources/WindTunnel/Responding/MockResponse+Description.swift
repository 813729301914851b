extension MockResponse: CustomStringConvertible {
    /// What it answers, in short: `200 application/json, 22 bytes`, `failure -1009`, `never`.
    ///
    /// Test frameworks name the cases of a parameterised test by it. The body is not in it: it may be long, or secret.
    public var description: String {
        switch kind {
        case .content(.data(let data)): head(bytes(data.count))
        case .content(.chunks(let chunks)): head("\(bytes(chunks.reduce(0) { $0 + $1.count })) in pieces")
        case .content(.stream): head("a stream")
        case .failure(let error): "failure \((error as? URLError).map { "\($0.code.rawValue)" } ?? "\(error)")" + pause
        case .never: "never"
        case .held: "held"
        case .passthrough: "passthrough"
        case .broken(let breakage): "\(breakage)" + pause
        case .webSocket: "a WebSocket"
        }
    }

    private func head(_ body: String) -> String {
        let type = headers["Content-Type"].map { " \($0)" } ?? ""
        return "\(statusCode)\(type), \(body)\(pause)"
    }

    private func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

    private var pause: String { delay > .zero ? ", after \(delay)" : "" }
}
