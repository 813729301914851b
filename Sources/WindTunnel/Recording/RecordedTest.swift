/// The test that a recording belongs to, as file names and commands need it.
package struct RecordedTest: Sendable {
    /// An argument of a parameterised test.
    package struct Argument: Sendable {
        let text: String
        let identity: String

        /// - Parameters:
        ///   - text: What a reader sees.
        ///   - identity: What tells it from other arguments, also from those that look alike.
        package init(text: String, identity: String) { (self.text, self.identity) = (text, identity) }
    }

    let source: URL
    private let path: [String]
    private let arguments: [Argument]

    /// - Parameters:
    ///   - filePath: The source file.
    ///   - path: The names of the suites around the test, and its own: `["Outer", "Inner", "loads(_:)"]`.
    ///   - arguments: Those of the case.
    package init(filePath: String, path: [String], arguments: [Argument] = []) {
        source = URL(fileURLWithPath: filePath)
        (self.path, self.arguments) = (path, arguments)
    }

    // MARK: The name

    private static let longest = 80

    /// `ProfileTests.showsProfile`, the same in each run. Where signs had to go, or arguments tell cases apart, a hash
    /// of all stands at the end.
    package var name: String {
        let file = source.deletingPathExtension().lastPathComponent
        let plain = path.map(Self.baseName)
        let words = plain.map(Self.fileSafe)
        // Private suites of one name may stand in two files.
        let prefix = path.first == file ? "" : Self.fileSafe(file) + "-"
        let cases = arguments.map { Self.fileSafe(String($0.text.prefix(24))) }.filter { !$0.isEmpty }
        let readable = prefix + words.joined(separator: ".") + cases.map { "-\($0)" }.joined()
        let isExact = arguments.isEmpty && words == plain && readable.allSatisfy(\.isASCII)
        if isExact, readable.count <= Self.longest { return readable }
        return "\(readable.prefix(Self.longest))-\(hash(file))"
    }

    /// `loads(_:)` without its labels.
    private static func baseName(_ name: String) -> String {
        guard name.first == "`", let end = name.lastIndex(of: "`") else { return String(name.prefix { $0 != "(" }) }
        return String(name[...end])
    }

    private static func fileSafe(_ text: String) -> String {
        let signs = text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }
        return String(signs).split(separator: "-").joined(separator: "-")
    }

    private func hash(_ file: String) -> String {
        let all = [file] + path + arguments.map(\.identity)
        let number = StableHash.of(all.joined(separator: "\u{0}"))
        let digits = String(UInt32(truncatingIfNeeded: number ^ number >> 32), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    // MARK: The command

    /// Makes the recordings of the suite that are missing, or this test's anew.
    func command(_ mode: RecordingMode) -> String {
        let names = mode == .missing && path.count > 1 ? Array(path.dropLast()) : path
        // The filter is a regular expression, in which a dot stands for each sign that a shell or it would read.
        let filter = names.map(Self.baseName).joined(separator: "/").map { sign in
            sign.isLetter || sign.isNumber || sign == "_" || sign == "/" ? sign : "."
        }
        let option = names.isEmpty ? "" : " --filter \(String(filter))"
        return "\(RecordingMode.variable)=\(mode.rawValue) swift test\(option)"
    }
}
