/// Failures of the network as text, and back.
enum ArchivedFailure {
    /// `URLError -1009: The Internet connection appears to be offline.`
    static func text(_ error: any Error) -> String {
        guard let error = error as? URLError else { return "\(error)" }
        let words = error.localizedDescription.split(separator: "\n").first.map { ": \($0)" } ?? ""
        return "URLError \(error.code.rawValue)\(words)"
    }

    /// Nil for what is no failure of the network.
    static func error(_ text: String) -> URLError? {
        if text.hasPrefix("URLError ") {
            let number = text.dropFirst("URLError ".count).prefix { $0 != ":" }
            return Int(number).flatMap(URLError.Code.init).map { URLError($0) }
        }
        let name = text.hasPrefix("net::") ? text.dropFirst("net::".count) : text[...]
        if name.hasPrefix("ERR_CERT_") { return URLError(.serverCertificateUntrusted) }
        return browserCodes[String(name)].map { URLError($0) }
    }

    /// What Chrome calls them.
    private static let browserCodes: [String: URLError.Code] = [
        "ERR_NAME_NOT_RESOLVED": .cannotFindHost, "ERR_CONNECTION_REFUSED": .cannotConnectToHost,
        "ERR_ADDRESS_UNREACHABLE": .cannotConnectToHost, "ERR_INTERNET_DISCONNECTED": .notConnectedToInternet,
        "ERR_TIMED_OUT": .timedOut, "ERR_CONNECTION_TIMED_OUT": .timedOut,
        "ERR_CONNECTION_RESET": .networkConnectionLost, "ERR_CONNECTION_CLOSED": .networkConnectionLost,
        "ERR_EMPTY_RESPONSE": .networkConnectionLost, "ERR_SSL_PROTOCOL_ERROR": .secureConnectionFailed,
        "ERR_TOO_MANY_REDIRECTS": .httpTooManyRedirects,
    ]
}
