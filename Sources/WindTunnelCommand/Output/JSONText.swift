import HTTPArchive

/// JSON on one line, keys sorted.
enum JSONText {
    static func object(_ members: [String: JSONValue]) -> String { JSONValue.object(members).description }

    static func object(_ members: [String: String]) -> String {
        object(members.mapValues { JSONValue.string($0) })
    }
}
