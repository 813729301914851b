import Foundation
import HTTPArchive

/// Where a command writes.
struct Console: Sendable {
    /// The reader has gone.
    struct Closed: Error {}

    /// Whether somebody sees standard error.
    let showsProgress: Bool
    let usesColor: Bool
    private let isTerminal: Bool
    /// The error of the system, or 0.
    private let output: @Sendable (Data) -> Int32
    private let errors: @Sendable (Data) -> Void

    static let standard: Console = {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let hasColor = ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        return Console(
            isTerminal: isTerminal, usesColor: isTerminal && hasColor, showsProgress: isatty(STDERR_FILENO) == 1,
            output: { Descriptors.write($0, STDOUT_FILENO) }, errors: { _ = Descriptors.write($0, STDERR_FILENO) })
    }()

    init(
        isTerminal: Bool, usesColor: Bool, showsProgress: Bool, output: @escaping @Sendable (Data) -> Int32,
        errors: @escaping @Sendable (Data) -> Void
    ) {
        self.isTerminal = isTerminal
        self.usesColor = usesColor
        self.showsProgress = showsProgress
        self.output = output
        self.errors = errors
    }

    /// - Throws: ``Closed`` when nobody reads any more, ``Failure`` when it cannot be written.
    func print(_ data: Data) throws {
        switch output(data) {
        case 0: return
        case EPIPE: throw Closed()
        case let code:
            throw Failure("standard output cannot be written: \(String(cString: strerror(code))); free some space")
        }
    }

    /// A line.
    func print(_ line: String) throws { try print(Data((line + "\n").utf8)) }

    /// What may fail without an end to the program: a line of a log.
    func note(_ line: String) { _ = output(Data((line + "\n").utf8)) }

    func error(_ text: String) { errors(Data(text.utf8)) }

    func colored(_ text: String, _ color: Color) -> String {
        usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Text of a recording of many lines: as it is, but a terminal obeys nothing in it.
    func safe(_ text: String) -> String { isTerminal ? text.withoutControls(keeping: "\n\t") : text }

    enum Color: Int, Sendable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36

        /// Of an answer's status; red when there was none.
        static func of(status: Int) -> Color {
            switch status {
            case 200..<300: .green
            case 300..<400: .cyan
            default: .red
            }
        }
    }
}

extension String {
    /// Text of a recording within a line.
    var onOneLine: String { withoutControls(keeping: "") }

    fileprivate func withoutControls(keeping kept: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control && !kept.unicodeScalars.contains(scalar)
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }
}
