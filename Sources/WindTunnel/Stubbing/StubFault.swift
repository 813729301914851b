/// Something about a stub that cannot be: a bad pattern, a missing file, a value that does not encode.
///
/// A fault never traps. It is told to ``MockServer/issueReporter`` when the stub is added, stands in the report of an
/// unexpected request, fails the requests that reach the stub, and is thrown by the `verify…` methods.
public struct StubFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public let message: String
    /// Where the stub stands.
    public let location: Stub.Location

    /// `ProfileTests.swift:14: …`
    public var description: String { "\(location): \(message)" }
}
