// What shows an error by its `localizedDescription` (XCTest, logs, alerts) would hide the report behind
// "The operation could not be completed".

extension VerificationError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension WaitingError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension StubFault: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension BodyFailure: LocalizedError {
    var errorDescription: String? { description }
}
