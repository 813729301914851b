/// One item of a query, decoded: `+` and `%20` are spaces, `%2B` is a plus (WHATWG URL, section 5.1).
struct QueryItem: Sendable, Hashable {
    let name: String
    /// Empty for an item without a value, with or without its `=`.
    let value: String

    static func parse(_ raw: Substring?) -> [QueryItem] {
        guard let raw, !raw.isEmpty else { return [] }
        return raw.split(separator: "&").map { item in
            let mark = item.firstIndex(of: "=")
            let name = item[..<(mark ?? item.endIndex)]
            let value = mark.map { item[item.index(after: $0)...] } ?? ""
            return QueryItem(
                name: PercentEncoding.decodedString(name, plusIsSpace: true),
                value: PercentEncoding.decodedString(value, plusIsSpace: true))
        }
    }
}

extension [QueryItem] {
    func values(_ name: String) -> [String] { lazy.filter { $0.name == name }.map(\.value) }

    /// The expected items that are not there, each received item counted once.
    func missing(_ expected: [QueryItem]) -> [QueryItem] {
        var received = self
        return expected.filter { item in
            guard let index = received.firstIndex(of: item) else { return true }
            received.remove(at: index)
            return false
        }
    }
}
