/// How much of a request is taken; each limit has its own answer.
package struct Limits: Hashable, Sendable {
    /// Bytes of the request line; more is answered 414.
    package var requestLine = 8_192
    /// Bytes of all field lines, and of all trailers; more is answered 431.
    package var fieldBytes = 65_536
    /// Number of field lines, and of trailers; more is answered 431.
    package var fieldCount = 200
    /// Bytes of the body without its framing; more is answered 413.
    package var body = 64 * 1_048_576
    /// Bytes of one line with the size of a chunk; more is answered 400.
    package var chunkLine = 1_024
    /// Bytes of all extensions of the chunks of one body; more is answered 400.
    package var chunkExtensions = 16_384

    /// The limits of a server that is told none.
    package init() {}
}
