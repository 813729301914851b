/// What a server is told when it starts.
package struct ServerConfiguration: Sendable {
    /// The address to listen on: a number, `localhost` or a name of this machine.
    package var host = "127.0.0.1"
    /// The port; 0 lets the system choose.
    package var port = 0
    /// How much of a request is taken.
    package var limits = Limits()
    /// Connections at once; one more is answered 503.
    package var maximumConnections = 1_024
    /// How long a connection may rest between two requests; then it is closed without a word.
    package var idleTimeout = Duration.seconds(60)
    /// How long a head may take from its first byte; then it is answered 408.
    package var headTimeout = Duration.seconds(15)
    /// How long a body may take from the end of its head; then it is answered 408.
    package var bodyTimeout = Duration.seconds(60)
    /// How long a client may read nothing of what waits for it; then the connection is cut.
    package var writeTimeout = Duration.seconds(60)
    /// How long a client may take to close a connection that the server has ended; then it is cut.
    package var lingerTimeout = Duration.seconds(2)

    /// The usual values.
    package init() {}

    /// Whether a page of another host, which a browser was told to find here, could reach the server.
    var isLoopback: Bool { Self.isLoopback(host) }

    /// Whether a request for this authority was meant for this server.
    func accepts(authority: String?) -> Bool {
        guard isLoopback, let authority else { return true }
        var name = authority.lowercased()
        if name.hasPrefix("[") {
            name = String(name.dropFirst().prefix { $0 != "]" })
        } else {
            name = String(name.prefix { $0 != ":" })
        }
        return Self.isLoopback(name) || name == host.lowercased()
    }

    private static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "::1" || name == "localhost" || name.hasSuffix(".localhost") { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
