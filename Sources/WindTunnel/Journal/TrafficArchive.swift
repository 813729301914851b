/// A server's traffic as a file to attach to a failed test.
package struct TrafficArchive: Sendable {
    package let name: String
    package let bytes: [UInt8]
}

extension MockServer {
    /// What came and what was answered, secrets masked; nil when nothing came.
    package func trafficArchive() -> TrafficArchive? {
        let exchanges = exchanges
        guard !exchanges.isEmpty else { return nil }
        return TrafficArchive(name: "traffic.txt", bytes: Array(exchanges.map(\.text).joined(separator: "\n").utf8))
    }
}

extension Exchange {
    fileprivate var text: String {
        let place = stub.map { "    answered by \(stubDescription ?? "the stub") of \($0)\n" } ?? ""
        return "\(RequestText.message(request))\n\(place)    \(outcomeText)\n"
    }

    private var outcomeText: String {
        switch outcome {
        case .response(let response): "→ \(response.statusCode), \(response.body.count) bytes"
        case .failure(let error as URLError): "→ URLError \(error.code.rawValue)"
        case .failure(let error): "→ \(error)"
        case .pending: "→ pending"
        case .cancelled: "→ cancelled"
        case .passedThrough(let status): "→ network\(status.map { " \($0)" } ?? "")"
        }
    }
}
