/// Why a pattern cannot be read; the stub that has it matches nothing.
struct PatternFault: Error, Sendable, Equatable {
    let message: String
    init(_ message: String) { self.message = message }

    init(unreadable pattern: String, _ reason: String) {
        self.init("the pattern \(SourceText.quoted(pattern)) cannot be read: \(reason)")
    }
}
