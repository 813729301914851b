/// Values that never stand in a report: they end up in the logs of a build server.
enum Secrets {
    static let mask = "•••"

    static func isSecret(header: String) -> Bool { SecretNames.isSecret(header: header) }

    static func isSecret(field: String) -> Bool { SecretNames.isSecret(field: field) }

    static func masked(header: String, _ value: String) -> String { isSecret(header: header) ? mask : value }

    static func masked(header: String, _ value: ValueMatcher) -> String {
        isSecret(header: header) && value.hasText ? "another value" : value.expectation
    }

    static func masked(field: String, _ value: String) -> String { isSecret(field: field) ? mask : value }

    static func masked(field: String, _ value: ValueMatcher) -> String {
        isSecret(field: field) && value.hasText ? "another value" : value.expectation
    }

    /// JSON with the values of secret members masked.
    static func masked(_ json: JSONValue) -> JSONValue {
        switch json {
        case .object(let members):
            var copy = members
            for (key, value) in members { copy[key] = isSecret(field: key) ? .string(mask) : masked(value) }
            return .object(copy)
        case .array(let elements): return .array(elements.map(masked))
        default: return json
        }
    }
}

extension ValueMatcher {
    /// Whether its expectation shows a text.
    fileprivate var hasText: Bool {
        switch rule {
        case .present, .absent, .custom: false
        default: true
        }
    }
}
