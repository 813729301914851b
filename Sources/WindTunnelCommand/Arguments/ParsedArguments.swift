import WindTunnel

/// A mistake on the command line.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The words of a command line, by the table of the command.
///
/// The one place that knows how options are written: another parser can take its place.
struct ParsedArguments: Sendable, Equatable {
    private(set) var values: [String: [String]] = [:]
    private(set) var arguments: [String] = []

    init(_ words: [String], _ spec: CommandSpec) throws {
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("--") {
                try long(word.dropFirst(2), &rest, spec)
            } else if takesOptions, word.hasPrefix("-"), word.count > 1 {
                try short(word.dropFirst(), &rest, spec)
            } else {
                arguments.append(word)
            }
        }
        if !has("help") { try checkCount(spec) }
    }

    func has(_ option: String) -> Bool { values[option] != nil }
    func all(_ option: String) -> [String] { values[option] ?? [] }

    /// The last one wins, as in most programs.
    subscript(_ option: String) -> String? { values[option]?.last }

    /// A whole number within a range.
    func number(_ option: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[option] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "--\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    private mutating func long(_ text: Substring, _ rest: inout ArraySlice<String>, _ spec: CommandSpec) throws {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(halves[0])
        guard let option = spec.allOptions.first(where: { $0.name == name }) else {
            let near = Spelling.nearest(to: name, of: spec.allOptions.map(\.name))
            throw UsageError("there is no option --\(name)" + (near.map { "; did you mean --\($0)?" } ?? ""))
        }
        try take(option, halves.count > 1 ? String(halves[1]) : nil, &rest)
    }

    private mutating func short(_ text: Substring, _ rest: inout ArraySlice<String>, _ spec: CommandSpec) throws {
        var letters = text
        while let letter = letters.popFirst() {
            guard let option = spec.allOptions.first(where: { $0.short == letter }) else {
                throw UsageError("there is no option -\(letter)")
            }
            let attached = option.value != nil && !letters.isEmpty ? String(letters) : nil
            try take(option, attached, &rest)
            if attached != nil { return }
        }
    }

    private mutating func take(
        _ option: CommandSpec.Option, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws {
        guard let name = option.value else {
            guard attached == nil else { throw UsageError("--\(option.name) takes no value") }
            return values[option.name, default: []].append("")
        }
        guard let value = attached ?? rest.popFirst() else {
            throw UsageError("--\(option.name) needs a value: --\(option.name) \(name)")
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw UsageError("--\(option.name) takes \(option.choices.joined(separator: ", ")), not '\(value)'")
        }
        guard option.isRepeated || values[option.name] == nil else {
            throw UsageError("--\(option.name) stands twice")
        }
        values[option.name, default: []].append(value)
    }

    private func checkCount(_ spec: CommandSpec) throws {
        let needed = spec.arguments.filter { !$0.isOptional }
        if arguments.count < needed.count {
            throw UsageError("\(needed[arguments.count].name) is missing")
        }
        guard !spec.arguments.contains(where: \.isRepeated), arguments.count > spec.arguments.count else { return }
        throw UsageError("'\(arguments[spec.arguments.count])' is one argument too many")
    }
}

/// Words that were meant.
enum Spelling {
    /// Nil when none is near.
    static func nearest(to word: String, of words: [String]) -> String? {
        let distances = words.map { ($0, EditDistance.between(word, $0)) }
        return distances.min { $0.1 < $1.1 }.flatMap { $0.1 <= max(1, word.count / 2) ? $0.0 : nil }
    }
}
