/// Everything that knows the insides of Foundation on Linux, found by reflection and checked by a self-test at first
/// use.
///
/// Each feature stands alone: what the self-test does not find is nil, and its user degrades to a clear error or to
/// public API. On Apple platforms nothing is found, and nothing is needed.
struct FoundationInternals: Sendable {
    private var workQueue: Int?
    private var session: Int?
    private var completesInline: Int?
    private var properties: Int?
    private var counts: [TaskCount: Int] = [:]
    private var currentRequest: Int?
    private var error: Int?
    private var response: Int?
    private var syncQueue: Int?

    static let shared: FoundationInternals = {
        defer { preparation.withLock { $0 = true } }
        return FoundationInternals()
    }()

    private static let preparation = Locked(false)

    /// Runs the self-test. It makes a task, which ends the process when a loader does it: every way in comes by here
    /// before there can be a load.
    static func prepare() { _ = shared }

    static var isPrepared: Bool { preparation.withLock { $0 } }

    #if canImport(FoundationNetworking)
        /// A task that is never resumed: the self-test looks at it, and it stands in for the real task while a
        /// protocol's whole body is handed over (see `ProtocolLoad`).
        static let dummyTask: URLSessionTask? = dummySession.dataTask(with: URL(string: "http://self-test.invalid/")!) {
            _, _, _ in
        }
        private static let dummySession: URLSession = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCache = nil
            configuration.protocolClasses = [SilentProtocol.self]
            return URLSession(configuration: configuration)
        }()

        private init() {
            guard let task = Self.dummyTask else { return }
            workQueue = Reflected.object("workQueue", DispatchQueue.self, of: URLSessionTask.self, in: task)
            session = Reflected.object("session", URLSession.self, of: URLSessionTask.self, in: task)
            completesInline = Self.findInlineFlag(task)
            properties = Self.findProperties()
            for count in TaskCount.allCases { counts[count] = Self.find(count, in: task) }
            syncQueue = Reflected.object("syncQ", DispatchQueue.self, of: URLSessionTask.self, in: task)
            currentRequest = Self.findRoundTrip(
                "_currentRequest", URLRequest(url: URL(string: "http://self-test.invalid/sample")!), in: task
            ) { $0.currentRequest }
            let sample = URLResponse(
                url: URL(fileURLWithPath: "/"), mimeType: nil, expectedContentLength: 0, textEncodingName: nil)
            response = Self.findRoundTrip("_response", sample, in: task) { $0.response }
            error = Self.findRoundTrip("error", URLError(.unknown) as any Error, in: task) { $0.error }
        }

        /// A round trip proves that the number is the one that the public property shows.
        private static func find(_ count: TaskCount, in task: URLSessionTask) -> Int? {
            guard let (offset, value) = Reflected.field(count.rawValue, of: URLSessionTask.self, in: task), offset > 0,
                value as? Int64 == count.read(task)
            else { return nil }
            let base = Unmanaged.passUnretained(task).toOpaque()
            let before = base.load(fromByteOffset: offset, as: Int64.self)
            guard before == value as? Int64 else { return nil }
            base.storeBytes(of: 0x57_494E_44, toByteOffset: offset, as: Int64.self)
            defer { base.storeBytes(of: before, toByteOffset: offset, as: Int64.self) }
            return count.read(task) == 0x57_494E_44 ? offset : nil
        }

        /// The same for an optional value: what is stored is what the public property shows.
        private static func findRoundTrip<Value>(
            _ name: String, _ sample: Value, in task: URLSessionTask, read: (URLSessionTask) -> Value?
        ) -> Int? {
            guard let (offset, value) = Reflected.field(name, of: URLSessionTask.self, in: task), offset > 0,
                type(of: value) == Value?.self
            else { return nil }
            let place = (Unmanaged.passUnretained(task).toOpaque() + offset).assumingMemoryBound(to: Value?.self)
            let before = place.pointee
            place.pointee = sample
            defer { place.pointee = before }
            return read(task).map { "\($0)" } == "\(sample)" ? offset : nil
        }

        /// Sets what the task says of its progress; only on the task's work queue.
        func set(_ count: TaskCount, of task: URLSessionTask, to value: Int64) {
            guard let offset = counts[count] else { return }
            Unmanaged.passUnretained(task).toOpaque().storeBytes(of: value, toByteOffset: offset, as: Int64.self)
        }

        /// Sets the request that the task has got to; only on the task's work queue.
        func setCurrentRequest(_ request: URLRequest, of task: URLSessionTask) {
            setGuarded(currentRequest, of: task, to: request)
        }

        /// Sets the response that the task shows; only on the task's work queue.
        func setResponse(_ shown: URLResponse, of task: URLSessionTask) { setGuarded(response, of: task, to: shown) }

        private func setGuarded<Value>(_ offset: Int?, of task: URLSessionTask, to value: Value) {
            guard let offset, let syncQueue else { return }
            let base = Unmanaged.passUnretained(task).toOpaque()
            let queue = (base + syncQueue).assumingMemoryBound(to: DispatchQueue.self).pointee
            // The property is read there, from any thread.
            queue.sync(flags: .barrier) {
                (base + offset).assumingMemoryBound(to: Value?.self).pointee = value
            }
        }

        /// Sets what the task failed with, before anybody is told; only on the task's work queue.
        func setError(_ failure: any Error, of task: URLSessionTask) {
            guard let error else { return }
            let base = Unmanaged.passUnretained(task).toOpaque()
            (base + error).assumingMemoryBound(to: (any Error)?.self).pointee = failure
        }

        /// Whom the task tells: the session's delegate, or the one that was passed to its call, if there is one; only
        /// on the task's work queue.
        func toldDelegate(of task: URLSessionTask) -> (any URLSessionTaskDelegate)? {
            guard let behaviour = behaviour(of: task) else { return nil }
            let mirror = Mirror(reflecting: behaviour)
            // The only case without a closure.
            guard !mirror.children.isEmpty else {
                return session(of: task)?.delegate as? any URLSessionTaskDelegate
            }
            return delegate(in: mirror)
        }

        private func behaviour(of task: URLSessionTask) -> Any? {
            guard let session = session(of: task),
                let registry = Reflected.child("taskRegistry", in: session),
                let behaviours = Reflected.child("behaviours", in: registry) as? any BehaviourTable
            else { return nil }
            return behaviours.value(task.taskIdentifier)
        }

        /// A round trip proves that the byte is the flag.
        private static func findInlineFlag(_ task: URLSessionTask) -> Int? {
            let name = "_callCompletionHandlerInline"
            let base = Unmanaged.passUnretained(task).toOpaque()
            guard let (offset, value) = Reflected.field(name, of: URLSessionTask.self, in: task), offset > 0,
                value as? Bool == false, base.load(fromByteOffset: offset, as: UInt8.self) == 0
            else { return nil }
            base.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
            defer { base.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self) }
            return Reflected.field(name, of: URLSessionTask.self, in: task)?.value as? Bool == true ? offset : nil
        }

        private static func findProperties() -> Int? {
            let sample = SilentProtocol(
                request: URLRequest(url: URL(string: "http://self-test.invalid/")!), cachedResponse: nil, client: nil)
            let base = Unmanaged.passUnretained(sample as URLProtocol).toOpaque()
            guard let (offset, value) = Reflected.field("properties", of: URLProtocol.self, in: sample), offset > 0,
                let bag = value as? any PropertyBag, bag.storageWord == base.load(fromByteOffset: offset, as: UInt.self)
            else { return nil }
            return offset
        }

        /// The only queue on which a protocol's client may be called.
        func workQueue(of task: URLSessionTask) -> DispatchQueue? {
            guard let workQueue else { return nil }
            return (Unmanaged.passUnretained(task).toOpaque() + workQueue).assumingMemoryBound(to: DispatchQueue.self)
                .pointee
        }

        func session(of task: URLSessionTask) -> URLSession? {
            guard let session else { return nil }
            let word = (Unmanaged.passUnretained(task).toOpaque() + session).load(as: UnsafeRawPointer?.self)
            return word.map { Unmanaged<URLSession>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Lets the result of an async call arrive through the delegate queue, not inside the loader.
        ///
        /// Toolchains up to 6.3 dead-lock the networking of the whole process when a Swift task is cancelled at the
        /// moment of its answer (swift-corelibs-foundation issue 5412).
        ///
        /// - Returns: Whether the task belongs to an async call.
        func avoidInlineCompletion(of task: URLSessionTask) -> Bool {
            guard let completesInline else { return false }
            let flag = Unmanaged.passUnretained(task).toOpaque() + completesInline
            guard flag.load(as: UInt8.self) == 1 else { return false }
            flag.storeBytes(of: 0, as: UInt8.self)
            return true
        }

        /// Tells Foundation where the file of a download is; false when it cannot be told.
        func setTemporaryFile(_ url: URL, of loader: URLProtocol) -> Bool {
            guard let properties, let value = Reflected.field("properties", of: URLProtocol.self, in: loader)?.value,
                let bag = value as? any PropertyBag
            else { return false }
            let address = Unmanaged.passUnretained(loader).toOpaque() + properties
            guard address.load(as: UInt.self) == bag.storageWord else { return false }
            return bag.put(url, for: "temporaryFileURL", at: address)
        }

        /// The body of an upload task, which the request does not show.
        func uploadBody(of task: URLSessionTask) -> UploadBody? {
            guard let known = Reflected.field("knownBody", of: URLSessionTask.self, in: task)?.value else {
                return .unavailable
            }
            guard let body = Mirror(reflecting: known).children.first?.value else { return nil }
            switch Mirror(reflecting: body).children.first?.value {
            case let data as DispatchData: return .data(Data(data))
            case let file as URL: return .file(file)
            case let stream as InputStream: return .stream(stream)
            default: return nil
            }
        }

        /// The delegate that was passed to an async call; only on the task's work queue.
        func callDelegate(of task: URLSessionTask) -> (any URLSessionTaskDelegate)? {
            behaviour(of: task).flatMap { delegate(in: Mirror(reflecting: $0)) }
        }

        private func delegate(in behaviour: Mirror) -> (any URLSessionTaskDelegate)? {
            guard let payload = behaviour.children.first?.value else { return nil }
            return Mirror(reflecting: payload).children.lazy.compactMap { $0.value as? any URLSessionTaskDelegate }
                .first
        }
    #else
        static let dummyTask: URLSessionTask? = nil
        private init() {}
        func session(of task: URLSessionTask) -> URLSession? { nil }
        func avoidInlineCompletion(of task: URLSessionTask) -> Bool { false }
        func setTemporaryFile(_ url: URL, of loader: URLProtocol) -> Bool { false }
        func uploadBody(of task: URLSessionTask) -> UploadBody? { nil }
        func callDelegate(of task: URLSessionTask) -> (any URLSessionTaskDelegate)? { nil }
        func set(_ count: TaskCount, of task: URLSessionTask, to value: Int64) {}
        func setCurrentRequest(_ request: URLRequest, of task: URLSessionTask) {}
        func setResponse(_ shown: URLResponse, of task: URLSessionTask) {}
        func setError(_ failure: any Error, of task: URLSessionTask) {}
        func toldDelegate(of task: URLSessionTask) -> (any URLSessionTaskDelegate)? { nil }
    #endif

    /// Whether each feature was found, by name; what CI prints for every toolchain.
    var summary: [String: Bool] {
        [
            "workQueue": workQueue != nil, "session": session != nil, "completesInline": completesInline != nil,
            "properties": properties != nil, "counts": counts.count == TaskCount.allCases.count,
            "currentRequest": currentRequest != nil && syncQueue != nil, "error": error != nil,
            "response": response != nil && syncQueue != nil,
        ]
    }
}

/// What a task says of its bytes, by the name under which Foundation keeps it.
enum TaskCount: String, CaseIterable {
    case received = "_countOfBytesReceived"
    case expectedToReceive = "countOfBytesExpectedToReceive"
    case sent = "_countOfBytesSent"
    case expectedToSend = "countOfBytesExpectedToSend"

    func read(_ task: URLSessionTask) -> Int64 {
        switch self {
        case .received: task.countOfBytesReceived
        case .expectedToReceive: task.countOfBytesExpectedToReceive
        case .sent: task.countOfBytesSent
        case .expectedToSend: task.countOfBytesExpectedToSend
        }
    }
}

/// Where an upload task keeps its body.
enum UploadBody {
    case data(Data)
    case file(URL)
    case stream(InputStream)
    /// This Foundation keeps it where we do not find it.
    case unavailable
}

#if canImport(FoundationNetworking)
    /// A protocol that never answers, for tasks that are never resumed.
    private final class SilentProtocol: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { true }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func startLoading() {}
        override func stopLoading() {}
    }
#endif
