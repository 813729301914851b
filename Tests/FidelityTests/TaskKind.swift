import Foundation
import TestSupport
import WindTunnel

/// The ways in which a client can ask; each is run in process and against the socket.
enum TaskKind: String, CaseIterable, Sendable {
    case dataHandler, dataAsync, dataDelegate, dataCallDelegate, dataBothDelegates
    case uploadDataHandler, uploadDataAsync, uploadDataDelegate, uploadFileHandler, uploadFileAsync, uploadFileDelegate
    case uploadStream
    case downloadHandler, downloadAsync, downloadDelegate

    static let data: [TaskKind] = [.dataHandler, .dataAsync, .dataDelegate, .dataCallDelegate, .dataBothDelegates]
    static let uploads: [TaskKind] = [
        .uploadDataHandler, .uploadDataAsync, .uploadDataDelegate, .uploadFileHandler, .uploadFileAsync,
        .uploadFileDelegate, .uploadStream,
    ]
    static let downloads: [TaskKind] = [.downloadHandler, .downloadAsync, .downloadDelegate]

    /// Whether the session has a delegate.
    var hasSessionDelegate: Bool {
        switch self {
        case .dataDelegate, .dataBothDelegates, .uploadDataDelegate, .uploadFileDelegate, .uploadStream,
            .downloadDelegate:
            true
        default: false
        }
    }
}

/// One client and its one task.
struct Run: Sendable {
    let kind: TaskKind
    let base: String
    let configuration: @Sendable () -> URLSessionConfiguration
    let script: Script
    let request: URLRequest
    let body: Data
    /// Called when the task has begun.
    let begun: @Sendable (URLSessionTask) -> Void

    /// Everything that the client saw.
    func trace() async throws -> [String] {
        let trace = Trace(base: base)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try body.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let sessionDelegate = RecordingDelegate("session", trace, script) { end.yield() }
        let session = URLSession(
            configuration: configuration(), delegate: kind.hasSessionDelegate ? sessionDelegate : nil,
            delegateQueue: nil)
        let task = await start(session, file, trace) { end.yield() }
        var iterator = ends.makeAsyncIterator()
        if task != nil { _ = await iterator.next() }
        // The handler runs before the state is set.
        if let task { await eventually { task.state == .completed } }
        if let task { trace.add(task) }
        let cookies = session.configuration.httpCookieStorage?.cookies ?? []
        for cookie in cookies.sorted(by: { $0.name < $1.name }) {
            trace.add("cookie: \(cookie.name)=\(cookie.value) \(cookie.path)")
        }
        session.finishTasksAndInvalidate()
        // The result of a call and what its delegate is told come by different ways, in any order.
        return trace.lines.filter { !$0.hasPrefix("result") } + trace.lines.filter { $0.hasPrefix("result") }
    }

    /// Nil for async calls, which have ended by then.
    private func start(
        _ session: URLSession, _ file: URL, _ trace: Trace, _ ended: @escaping @Sendable () -> Void
    ) async -> URLSessionTask? {
        let dataHandler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
            trace.add("handler data: \(data.map { String(decoding: $0, as: UTF8.self) } ?? "nil")")
            trace.add("handler response", response)
            trace.add("handler error", error)
            ended()
        }
        let fileHandler: @Sendable (URL?, URLResponse?, (any Error)?) -> Void = { url, response, error in
            trace.add(
                "handler file: \(url.map { (try? String(contentsOf: $0, encoding: .utf8)) ?? "unreadable" } ?? "nil")")
            trace.add("handler response", response)
            trace.add("handler error", error)
            ended()
        }
        let task: URLSessionTask?
        switch kind {
        case .dataHandler: task = session.dataTask(with: request, completionHandler: dataHandler)
        case .dataDelegate: task = session.dataTask(with: request)
        case .uploadDataHandler: task = session.uploadTask(with: request, from: body, completionHandler: dataHandler)
        case .uploadDataDelegate: task = session.uploadTask(with: request, from: body)
        case .uploadFileHandler:
            task = session.uploadTask(with: request, fromFile: file, completionHandler: dataHandler)
        case .uploadFileDelegate: task = session.uploadTask(with: request, fromFile: file)
        case .uploadStream: task = session.uploadTask(withStreamedRequest: request)
        case .downloadHandler: task = session.downloadTask(with: request, completionHandler: fileHandler)
        case .downloadDelegate: task = session.downloadTask(with: request)
        case .dataAsync, .dataCallDelegate, .dataBothDelegates, .uploadDataAsync, .uploadFileAsync, .downloadAsync:
            task = nil
        }
        if let task {
            task.resume()
            begun(task)
        } else {
            await call(session, file, trace)
            // What the call's delegate is told may come behind the result.
            await withCheckedContinuation { continuation in
                session.delegateQueue.addOperation { continuation.resume() }
            }
        }
        return task
    }

    private func call(_ session: URLSession, _ file: URL, _ trace: Trace) async {
        let callDelegate = RecordingDelegate("call", trace, script)
        do {
            switch kind {
            case .uploadDataAsync: add(try await session.upload(for: request, from: body), trace)
            case .uploadFileAsync: add(try await session.upload(for: request, fromFile: file), trace)
            case .downloadAsync:
                let (url, response) = try await session.download(for: request)
                trace.add("result file: \((try? String(contentsOf: url, encoding: .utf8)) ?? "unreadable")")
                trace.add("result response", response)
            case .dataAsync: add(try await session.data(for: request), trace)
            default: add(try await session.data(for: request, delegate: callDelegate), trace)
            }
        } catch {
            trace.add("result error", error)
        }
    }

    private func add(_ result: (Data, URLResponse), _ trace: Trace) {
        trace.add("result data: \(String(decoding: result.0, as: UTF8.self))")
        trace.add("result response", result.1)
    }
}
