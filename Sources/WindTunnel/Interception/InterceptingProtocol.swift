/// The `URLProtocol` of every mocked load; what it answers comes from the server of its class.
class InterceptingProtocol: URLProtocol {
    // Only `startLoading` and `stopLoading` touch it, which the loader calls one after the other. No initialiser is
    // overridden, so that all that Foundation calls exist on every platform.
    private var load: ProtocolLoad?

    /// True for everything: a request that no stub answers fails here. False would be the real network.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canInit(with task: URLSessionTask) -> Bool {
        task.currentRequest.map { canInit(with: $0) } ?? true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// The server of a lane; nil once nobody answers there any more.
    class func core() -> ServerCore? { LaneRegistry.shared.core(of: self) }

    override func startLoading() {
        let load = self.load ?? ProtocolLoad(self, core: type(of: self).core())
        self.load = load
        load.start()
    }

    override func stopLoading() { load?.stop() }
}

/// A number spelled in types: a class of its own for each, made at run time by generic specialisation.
protocol LaneDigit {}
enum LaneRoot: LaneDigit {}
enum LaneZero<Rest: LaneDigit>: LaneDigit {}
enum LaneOne<Rest: LaneDigit>: LaneDigit {}

/// The class of one server.
final class Lane<Number: LaneDigit>: InterceptingProtocol {}

/// A class of the pool that stands in `URLSession.shared`.
final class SharedLane<Number: LaneDigit>: InterceptingProtocol {
    private var isReleased = false

    /// Runs in the task that resumes the request, and so knows its scope.
    override class func canInit(with request: URLRequest) -> Bool { SharedSession.claims(self) }

    override class func core() -> ServerCore? { SharedSession.core(of: self) }

    override func startLoading() {
        super.startLoading()
        release()
    }

    override func stopLoading() {
        super.stopLoading()
        release()
    }

    deinit { release() }

    /// The load has its server now; the lane may go to another scope.
    private func release() {
        guard !isReleased else { return }
        isReleased = true
        SharedSession.release(type(of: self))
    }
}

enum LaneTypes {
    /// The type of a number, binary digits nested: building it costs microseconds, where several generic parameters
    /// turned quadratic.
    private static func digits(_ number: Int) -> any LaneDigit.Type {
        var type: any LaneDigit.Type = LaneRoot.self
        var rest = number + 1
        func zero<Digit: LaneDigit>(_: Digit.Type) -> any LaneDigit.Type { LaneZero<Digit>.self }
        func one<Digit: LaneDigit>(_: Digit.Type) -> any LaneDigit.Type { LaneOne<Digit>.self }
        while rest > 0 {
            type = rest & 1 == 0 ? zero(type) : one(type)
            rest >>= 1
        }
        return type
    }

    static func lane(_ number: Int) -> AnyClass {
        func lane<Digit: LaneDigit>(_: Digit.Type) -> AnyClass { Lane<Digit>.self }
        return lane(digits(number))
    }

    static func sharedLane(_ number: Int) -> AnyClass {
        func lane<Digit: LaneDigit>(_: Digit.Type) -> AnyClass { SharedLane<Digit>.self }
        return lane(digits(number))
    }
}
