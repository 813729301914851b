import Foundation

/// Goes over all texts of an archive, in one order, and puts placeholders in the place of secrets.
///
/// While it learns, only names and shapes tell what is secret. After that, what was learnt is found everywhere.
struct SecretWalk: Sendable {
    let rules: HAR.Redaction
    var isLearning = true {
        didSet { if !isLearning, isStale { makeEchoes() } }
    }

    private var replacements: [String: String] = [:]
    /// The names that secrets stood under, by the secrets.
    private var names: [String: String] = [:]
    private var counts: [String: Int] = [:]
    /// In the order in which they were learnt; those that are found wherever they stand.
    private var echoTexts: [String] = []
    private var isEcho: Set<String> = []
    private(set) var echoes = EchoSearch([])
    private var isStale = false
    /// What was asked of names: they repeat all over an archive.
    private var fieldNames: [String: Bool] = [:]
    private var headerNames: [String: Bool] = [:]

    init(_ rules: HAR.Redaction) {
        self.rules = rules
        for value in rules.values { learn(value, "value", isFound: true) }
    }

    mutating func restore(_ values: [String: String]) {
        for (placeholder, value) in values.sorted(by: { $0.key < $1.key }) {
            replacements[placeholder] = value
            find(placeholder)
        }
        isLearning = false
    }

    func replacement(_ index: Int) -> String { replacements[echoTexts[index]] ?? "" }

    private mutating func makeEchoes() {
        echoes = EchoSearch(echoTexts)
        isStale = false
        hideInKinds()
    }

    /// The name of a field, which a placeholder takes its kind from, may have a secret in it too.
    private mutating func hideInKinds() {
        for (value, name) in names.sorted(by: { $0.key < $1.key }) where !echoes.matches(in: Array(name.utf8)).isEmpty {
            names[value] = nil
            let (old, new) = (replacements[value], newPlaceholder("secret"))
            // A secret and its decoded form share one.
            for (form, placeholder) in replacements where placeholder == old { replacements[form] = new }
        }
    }
}

// MARK: Secrets

extension SecretWalk {
    /// What stands in the place of a secret: itself when it is none any more.
    mutating func secret(_ value: String, _ kind: String) -> String {
        if value.isEmpty { return value }
        if let placeholder = Placeholder(value) ?? Placeholder(encoded: value) {
            counts[placeholder.kind] = max(counts[placeholder.kind] ?? 0, placeholder.number)
            return value
        }
        if let scheme = ["Bearer ", "Basic ", "Token ", "bearer ", "basic "].first(where: value.hasPrefix) {
            return scheme + secret(String(value.dropFirst(scheme.count)), kind)
        }
        return learn(value, kind, isFound: Self.isFindable(value, kind))
    }

    @discardableResult
    private mutating func learn(_ value: String, _ kind: String, isFound: Bool) -> String {
        if isFound { find(value) }
        if let known = replacements[value] { return known }
        let placeholder = newPlaceholder(Placeholder.kind(kind))
        replacements[value] = placeholder
        names[value] = kind
        let decoded = value.contains("%") ? PercentEncoding.decodedString(value) : value
        if decoded != value, replacements[decoded] == nil {
            replacements[decoded] = placeholder
            if isFound { find(decoded) }
        }
        return placeholder
    }

    private mutating func newPlaceholder(_ kind: String) -> String {
        counts[kind, default: 0] += 1
        return "<redacted:\(kind):\(counts[kind]!)>"
    }

    /// From now on, wherever it stands.
    private mutating func find(_ text: String) {
        guard isEcho.insert(text).inserted else { return }
        echoTexts.append(text)
        isStale = true
    }

    /// A word, or a short number, would be found where it means something else.
    private static func isFindable(_ value: String, _ kind: String) -> Bool {
        let count = value.utf8.count
        let hasDigit = value.utf8.contains { (0x30...0x39).contains($0) }
        let hasLetter = value.utf8.contains { (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 }
        if kind == "cookie" { return count >= 24 || count >= 8 && hasDigit && hasLetter }
        if !hasLetter { return count >= 9 }
        let isMixed = hasDigit || value.utf8.dropFirst().contains { !(0x61...0x7A).contains($0) }
        return count >= 6 && isMixed || count >= 10
    }

    mutating func isSecret(field name: String) -> Bool {
        if let known = fieldNames[name] { return known }
        let isSecret = rules.isSecret(field: name)
        if fieldNames.count < 10_000 { fieldNames[name] = isSecret }
        return isSecret
    }

    mutating func isSecret(header name: String) -> Bool {
        if let known = headerNames[name] { return known }
        let isSecret = rules.isSecret(header: name)
        if headerNames.count < 10_000 { headerNames[name] = isSecret }
        return isSecret
    }

    /// The placeholder of a text that is a secret as a whole. Words and short numbers are none, except by name.
    func known(_ text: String) -> String? {
        guard !isLearning, let placeholder = replacements[text] else { return nil }
        return isEcho.contains(text) ? placeholder : nil
    }

    /// New placeholders must not be those that an archive has already.
    mutating func notePlaceholders(_ bytes: [UInt8]) {
        let mark = PlaceholderSearch.word
        var position = 0
        while let found = bytes.firstIndex(mark, from: position) {
            position = found + mark.count
            let rest = PercentEncoding.decodedString(
                String(decoding: bytes[position...].prefix(120), as: UTF8.self))
            let fields = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 3, fields[0].isEmpty,
                let number = Int(fields[2].prefix { $0.isASCII && $0.isNumber }), number < 1 << 40
            else { continue }
            let kind = Placeholder.kind(String(fields[1]))
            counts[kind] = max(counts[kind] ?? 0, number)
        }
    }
}

extension [UInt8] {
    func firstIndex(_ text: [UInt8], from start: Int) -> Int? {
        var position = start
        while position + text.count <= count {
            if self[position] == text[0], self[position..<position + text.count].elementsEqual(text) { return position }
            position += 1
        }
        return nil
    }
}
