import Foundation

/// What is told of work that takes more than a second, on one line of the terminal.
struct Progress {
    private let console: Console
    private let verb: String
    private let total: Int
    private let now: () -> Double
    private let start: Double
    private var told: Double?

    init(_ verb: String, of total: Int, _ console: Console, now: @escaping () -> Double = Self.seconds) {
        self.console = console
        self.verb = verb
        self.total = total
        self.now = now
        start = now()
    }

    /// Called for each step, often.
    mutating func step(_ count: Int) {
        // The clock is asked now and then alone.
        guard console.showsProgress, count % 64 == 0 else { return }
        let time = now()
        guard time - start > 1, time - (told ?? 0) > 0.2 else { return }
        told = time
        console.error("\r\(verb): \(count) of \(total)\u{1B}[K")
    }

    /// Takes the line away.
    func end() { if told != nil { console.error("\r\u{1B}[K") } }

    private static func seconds() -> Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
