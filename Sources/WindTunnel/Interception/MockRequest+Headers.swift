extension MockRequest {
    /// Headers in a fixed order, looked up without case (RFC 9110, section 5.1).
    public struct Headers: Sendable, Equatable, CustomStringConvertible, Sequence {
        /// One line: a name and its value.
        public typealias Element = (name: String, value: String)

        let lines: [Element]

        init(lines: [Element]) { self.lines = lines }

        init(_ fields: [String: String]) {
            lines = fields.map { (name: $0.key, value: $0.value) }.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
        }

        /// The value of a header, several lines joined by `, `; nil when there is none.
        public subscript(name: String) -> String? {
            let values = lines(name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        /// The values of a header, one by one: lines, and the elements of comma-separated lists
        /// (RFC 9110, section 5.6.1).
        public func all(_ name: String) -> [String] {
            let values = lines(name)
            return Self.singletons.contains(name.lowercased()) ? values : values.flatMap(Self.elements)
        }

        /// In name order for requests, in written order for responses.
        public func makeIterator() -> IndexingIterator<[Element]> { lines.makeIterator() }

        /// Whether both have the same names and values in the same order.
        public static func == (left: Headers, right: Headers) -> Bool {
            left.lines.elementsEqual(right.lines) { $0.name == $1.name && $0.value == $1.value }
        }

        /// One line a header.
        public var description: String { lines.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }

        private func lines(_ name: String) -> [String] {
            lines.lazy.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
        }

        /// Headers whose value may have a comma that separates nothing.
        private static let singletons: Set<String> = [
            "authorization", "content-type", "cookie", "date", "expires", "if-modified-since", "if-range",
            "if-unmodified-since", "last-modified", "location", "proxy-authorization", "referer", "retry-after",
            "server", "set-cookie", "user-agent",
        ]

        private static func elements(_ value: String) -> [String] {
            var elements: [String] = []
            var current = ""
            var isQuoted = false
            var isEscaped = false
            for character in value {
                if character == "\"", !isEscaped { isQuoted.toggle() }
                isEscaped = isQuoted && !isEscaped && character == "\\"
                if character == ",", !isQuoted {
                    elements.append(current)
                    current = ""
                } else {
                    current.append(character)
                }
            }
            return (elements + [current]).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
    }
}
