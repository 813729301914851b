/// Why a body is not what it was asked to be.
struct BodyFailure: Error, Sendable, CustomStringConvertible {
    let message: String
    init(_ message: String) { self.message = message }
    var description: String { message }
}
