extension MockResponse {
    /// A way in which a connection breaks.
    ///
    /// ```swift
    /// let broken: MockResponse = .fault(.reset)
    /// let stuck: MockResponse = .json(["id": 1]).fault(.stall(after: 4))
    /// ```
    ///
    /// Over a socket it happens; in process the client gets the error that it gets for the same thing over a socket.
    public struct Fault: Sendable, Hashable, CustomStringConvertible {
        enum Kind: Sendable, Hashable {
            case broken(Breakage)
            case stall(Int)
            case cut(Int)
            case slowHeaders(Duration)
        }

        let kind: Kind

        /// The connection is reset before an answer.
        public static var reset: Fault { Fault(kind: .broken(.reset)) }

        /// The connection ends before an answer.
        public static var emptyReply: Fault { Fault(kind: .broken(.emptyReply)) }

        /// Bytes come that are no HTTP, and the connection ends.
        public static var garbage: Fault { Fault(kind: .broken(.garbage)) }

        /// Status and headers come, then a chunk that is none (RFC 9112, section 7.1), and the connection ends.
        public static var malformedChunk: Fault { Fault(kind: .broken(.malformedChunk)) }

        /// After so many bytes of the body nothing comes any more, and the connection stays open.
        public static func stall(after bytes: Int) -> Fault { Fault(kind: .stall(bytes)) }

        /// After so many bytes of the body the connection ends.
        public static func cut(after bytes: Int) -> Fault { Fault(kind: .cut(bytes)) }

        /// Status and headers come byte by byte, over ten seconds of the server's clock.
        public static var slowHeaders: Fault { slowHeaders(over: .seconds(10)) }

        /// Status and headers come byte by byte, over a time of the server's clock.
        public static func slowHeaders(over duration: Duration) -> Fault {
            Fault(kind: .slowHeaders(max(.zero, duration.bounded)))
        }

        /// As source: `.stall(after: 4)`.
        public var description: String {
            switch kind {
            case .broken(let breakage): ".\(breakage)"
            case .stall(let bytes): ".stall(after: \(bytes))"
            case .cut(let bytes): ".cut(after: \(bytes))"
            case .slowHeaders(let duration): ".slowHeaders(over: .seconds(\(duration / .seconds(1))))"
            }
        }
    }

    /// What leaves nothing of the answer's body.
    enum Breakage: String, Sendable, CaseIterable {
        case reset
        case emptyReply
        case garbage
        case malformedChunk

        func error(for request: MockRequest) -> URLError {
            .mock(Platform.errorCode(of: self), "the connection broke as the stub said: .fault(.\(self))", for: request)
        }
    }

    /// A connection that breaks; where bytes of a body are counted, it is one of dots.
    public static func fault(_ fault: Fault) -> MockResponse {
        switch fault.kind {
        case .stall(let bytes), .cut(let bytes):
            text(String(repeating: ".", count: min(max(0, bytes), 1 << 20) + 1)).fault(fault)
        default: text("").fault(fault)
        }
    }

    /// Breaks the connection under the same answer.
    public func fault(_ fault: Fault) -> MockResponse {
        var copy = self
        switch fault.kind {
        case .broken(let breakage): copy.kind = .broken(breakage)
        case .cut(let bytes): return cut(after: bytes, error: Platform.cutErrorCode)
        case .slowHeaders(let duration): copy.headTime = duration
        case .stall(let bytes):
            copy.cut = Cut(bytes: max(0, bytes), error: nil)
            if bytes < 0 { copy.ownFaults.append("stall(after: \(bytes)) is negative") }
        }
        return copy
    }
}
