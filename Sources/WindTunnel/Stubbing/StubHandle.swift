/// A stub inside a server: modifiers change it there.
///
/// ```swift
/// let server = MockServer("https://api.example.com")
/// let login = server.stub(.post("/login"), returning: .status(204)).times(1)
/// #expect(!login.isUsed)
/// ```
public struct StubHandle: Sendable, CustomStringConvertible {
    let core: ServerCore
    let mount: MountedStub

    /// The requests that the stub answered, in order of arrival.
    public var requests: [MockRequest] { core.requests(of: mount) }

    /// Whether it has answered at least once.
    public var isUsed: Bool { core.read(mount) { $0.uses > 0 } }

    /// Takes the stub out of the server; requests under way are still answered.
    public func remove() { core.remove(mount) }

    /// The stub as source.
    public var description: String { core.read(mount) { $0.stub.description } }
}
