/// What a server is told when it starts.
package struct ServerConfiguration: Sendable {
    /// The address to listen on: a number, `localhost` or a name of this machine.
    package var host = "127.0.0.1"
    /// The port; 0 lets the system choose.
    package var port = 0
    /// How much of a request is taken.
    package var limits = Limits()
    /// Connections at once; one more is answered 503.
    package var maximumConnections = 4_096
    /// How long a connection may rest between two requests; then it is closed without a word.
    package var idleTimeout = Duration.seconds(60)
    /// How long a head may take from its first byte; then it is answered 408.
    package var headTimeout = Duration.seconds(15)
    /// How long a body may take from the end of its head, beside a second for each kilobyte; then it is answered 408.
    package var bodyTimeout = Duration.seconds(30)
    /// How long a client may read nothing of what waits for it; then the connection is cut.
    package var writeTimeout = Duration.seconds(60)
    /// How long a client may take to close a connection that the server has ended; then it is cut.
    package var lingerTimeout = Duration.seconds(2)
    /// Whether a host beside those of the loopback interface may be asked for, given in lower case without its port.
    ///
    /// A page of another host, which a browser was told to find here, must not reach the server (DNS rebinding).
    package var acceptsHost: @Sendable (String) -> Bool = { _ in false }

    /// The usual values.
    package init() {}

    var shortestTimeout: Duration {
        min(idleTimeout, headTimeout, bodyTimeout, writeTimeout, lingerTimeout)
    }

    /// Whether a request for this authority was meant for a server on the loopback interface.
    func accepts(authority: String?) -> Bool {
        guard let authority else { return true }
        let name = Host.name(in: authority)
        return Host.isLoopback(name) || name == host.lowercased() || acceptsHost(name)
    }
}
