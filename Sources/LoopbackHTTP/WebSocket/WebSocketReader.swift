/// Reads the frames of a client (RFC 6455, 5 and 7): bytes in, events out, and nothing else.
///
/// ```text
/// var reader = WebSocketReader()
/// reader.feed(bytes)
/// while let event = try reader.next() { … }
/// ```
///
/// The events do not depend on the pieces in which the bytes came. Behind a close frame and a failure all bytes are
/// dropped.
package struct WebSocketReader: Sendable {
    private enum State: Sendable {
        case header
        case data(WebSocketFrame)
        case control(WebSocketFrame)
        case closed
        case failed(WebSocketFailure)
    }

    private enum Step {
        case event(WebSocketEvent)
        case again
        case starved
    }

    private let limits: WebSocketLimits
    private var input = ByteQueue()
    private var state = State.header
    /// Whether the message that came in part is text; nil between messages.
    private var isText: Bool?
    private var message: [UInt8] = []
    private var fragments = 0
    private var checker = UTF8Checker()
    private var control: [UInt8] = []

    /// A reader behind the handshake.
    package init(limits: WebSocketLimits = WebSocketLimits()) { self.limits = limits }

    /// Bytes that were fed and are in no event yet.
    package var bufferedBytes: Int { input.count + message.count + control.count }

    /// Adds bytes from the connection. Nothing is read before `next()` is called.
    package mutating func feed(_ bytes: some Collection<UInt8>) {
        switch state {
        case .header, .data, .control: input.append(bytes)
        case .closed, .failed: break
        }
    }

    /// The next event, or nil when more bytes are needed or the client has closed. After a failure every call throws it
    /// again.
    package mutating func next() throws(WebSocketFailure) -> WebSocketEvent? {
        do throws(WebSocketFailure) {
            while true {
                switch try step() {
                case .event(let event): return event
                case .again: continue
                case .starved: return nil
                }
            }
        } catch {
            end(.failed(error))
            throw error
        }
    }

    private mutating func step() throws(WebSocketFailure) -> Step {
        switch state {
        case .header: try readHeader()
        case .data(let frame): try readData(frame)
        case .control(let frame): try readControl(frame)
        case .closed: .starved
        case .failed(let failure): throw failure
        }
    }

    private mutating func end(_ last: State) {
        state = last
        input = ByteQueue()
        message = []
        control = []
    }

    private mutating func readHeader() throws(WebSocketFailure) -> Step {
        guard let frame = try WebSocketFrame.begin(&input) else { return .starved }
        if frame.opcode.isControl {
            state = .control(frame)
        } else {
            try beginData(frame)
            state = .data(frame)
        }
        return .again
    }

    private mutating func beginData(_ frame: WebSocketFrame) throws(WebSocketFailure) {
        if frame.opcode == .continuation {
            guard isText != nil else { throw .protocolError("A continuation has no message to continue.") }
        } else {
            guard isText == nil else { throw .protocolError("A message begins inside another one.") }
            isText = frame.opcode == .text
        }
        guard frame.remaining <= UInt64(max(limits.message, message.count) - message.count) else {
            throw .tooBig("The message is too large.")
        }
        guard fragments < limits.fragments else { throw .tooBig("The message has too many fragments.") }
        fragments += 1
    }

    private mutating func readData(_ frame: WebSocketFrame) throws(WebSocketFailure) -> Step {
        var frame = frame
        let start = message.count
        frame.receive(from: &input, into: &message)
        guard isText != true || checker.accepts(message, behind: start) else {
            throw .invalidText("A text is not UTF-8.")
        }
        guard frame.remaining == 0 else {
            state = .data(frame)
            return .starved
        }
        state = .header
        return frame.isFinal ? .event(.message(try takeMessage())) : .again
    }

    private mutating func takeMessage() throws(WebSocketFailure) -> WebSocketMessage {
        guard checker.isComplete else { throw .invalidText("A text ends inside a character.") }
        let result: WebSocketMessage =
            isText == true ? .text(String(decoding: message, as: UTF8.self)) : .binary(message)
        message = []
        isText = nil
        fragments = 0
        return result
    }

    private mutating func readControl(_ frame: WebSocketFrame) throws(WebSocketFailure) -> Step {
        var frame = frame
        frame.receive(from: &input, into: &control)
        guard frame.remaining == 0 else {
            state = .control(frame)
            return .starved
        }
        state = .header
        let payload = control
        control = []
        switch frame.opcode {
        case .ping: return .event(.ping(payload))
        case .pong: return .event(.pong(payload))
        default:
            let event = try Self.close(payload)
            end(.closed)
            return .event(event)
        }
    }

    private static func close(_ payload: [UInt8]) throws(WebSocketFailure) -> WebSocketEvent {
        guard !payload.isEmpty else { return .close(code: nil, reason: "") }
        guard payload.count >= 2 else { throw .protocolError("A close frame has half a code.") }
        let code = Int(payload[0]) << 8 | Int(payload[1])
        guard WebSocketCloseCode.isSendable(code) else {
            throw .protocolError("The code \(code) must not be in a close frame.")
        }
        var checker = UTF8Checker()
        guard checker.accepts(payload, behind: 2), checker.isComplete else {
            throw .invalidText("The reason of a close frame is not UTF-8.")
        }
        return .close(code: code, reason: String(decoding: payload[2...], as: UTF8.self))
    }
}
