import Foundation

/// Where a command writes.
struct Console: Sendable {
    /// The reader has gone.
    struct Closed: Error {}

    let isTerminal: Bool
    let usesColor: Bool
    private let output: @Sendable (Data) -> Bool
    private let errors: @Sendable (Data) -> Void

    static let standard: Console = {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let hasColor = ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        return Console(
            isTerminal: isTerminal, usesColor: isTerminal && hasColor,
            output: { write($0, STDOUT_FILENO) }, errors: { _ = write($0, STDERR_FILENO) })
    }()

    init(
        isTerminal: Bool, usesColor: Bool, output: @escaping @Sendable (Data) -> Bool,
        errors: @escaping @Sendable (Data) -> Void
    ) {
        self.isTerminal = isTerminal
        self.usesColor = usesColor
        self.output = output
        self.errors = errors
    }

    func write(_ text: String) { _ = output(Data(text.utf8)) }

    /// - Throws: ``Closed`` when nobody reads any more, ``Failure`` never.
    func print(_ data: Data) throws {
        guard output(data) else { throw Closed() }
    }

    /// A line.
    func print(_ line: String) throws { try print(Data((line + "\n").utf8)) }

    func error(_ text: String) { errors(Data(text.utf8)) }

    func colored(_ text: String, _ color: Color) -> String {
        usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Color: Int, Sendable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    /// False when it cannot be written.
    private static func write(_ data: Data, _ file: Int32) -> Bool {
        data.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
