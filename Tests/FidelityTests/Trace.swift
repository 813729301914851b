import Foundation
import WindTunnel

/// What a client saw of one task, as lines that can be compared.
final class Trace: @unchecked Sendable {  // guarded by `lock`
    private let lock = NSLock()
    private var stored: [String] = []
    private let base: String

    /// - Parameter base: The URL of the server, which is another one in each run.
    init(base: String) { self.base = base }

    var lines: [String] { lock.withLock { stored } }

    func add(_ line: String) {
        let line = line.replacingOccurrences(of: base, with: "{base}")
        lock.withLock { stored.append(line) }
    }

    /// Data comes in the pieces in which the network delivers it: neighbours are one.
    func addData(_ prefix: String, _ data: Data) {
        lock.withLock {
            let text = "\(prefix): "
            let piece = String(decoding: data, as: UTF8.self)
            if let last = stored.last, last.hasPrefix(text) {
                stored[stored.count - 1] += piece
            } else {
                stored.append(text + piece)
            }
        }
    }

    /// In place of the last line, if that says the same of an earlier moment.
    func replaceLast(_ prefix: String, _ line: String) {
        lock.withLock {
            if let last = stored.last, last.hasPrefix(prefix) {
                stored[stored.count - 1] = line
            } else {
                stored.append(line)
            }
        }
    }
}

extension Trace {
    func add(_ title: String, _ response: URLResponse?) {
        guard let response else { return add("\(title): none") }
        guard let http = response as? HTTPURLResponse else { return add("\(title): \(response)") }
        add("\(title): \(http.statusCode) \(http.url?.absoluteString ?? "-")")
        let fields = http.allHeaderFields.map { "\($0.key): \($0.value)" }.filter { !Self.isConnection($0) }.sorted()
        for field in fields { add("\(title) field: \(field)") }
        add("\(title) expects \(http.expectedContentLength), \(http.mimeType ?? "-"), \(http.textEncodingName ?? "-")")
    }

    /// What belongs to a connection, and not to its message (RFC 9110, section 7.6.1).
    private static func isConnection(_ field: String) -> Bool {
        ["connection:", "transfer-encoding:", "keep-alive:"].contains { field.lowercased().hasPrefix($0) }
    }

    func add(_ title: String, _ error: (any Error)?) {
        guard let error else { return }
        if error is CancellationError { return add("\(title): CancellationError") }
        let bridged = error as NSError
        let url = (bridged.userInfo[NSURLErrorFailingURLErrorKey] as? URL)?.absoluteString ?? "-"
        add("\(title): \(bridged.domain) \(bridged.code) \(url)")
    }

    func add(_ title: String, _ request: URLRequest?) {
        guard let request else { return add("\(title): none") }
        add("\(title): \(request.httpMethod ?? "-") \(request.url?.absoluteString ?? "-")")
        let fields = (request.allHTTPHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
        for field in fields { add("\(title) field: \(field)") }
    }

    func add(_ task: URLSessionTask) {
        add("original", task.originalRequest)
        add("current", task.currentRequest)
        add("state: \(task.state.rawValue)")
        add("received \(task.countOfBytesReceived) of \(task.countOfBytesExpectedToReceive)")
        add("sent \(task.countOfBytesSent) of \(task.countOfBytesExpectedToSend)")
        add("progress: \(task.progress.completedUnitCount) of \(task.progress.totalUnitCount)")
        add("task error", task.error)
        add("task response: \((task.response as? HTTPURLResponse)?.statusCode ?? 0)")
    }
}
