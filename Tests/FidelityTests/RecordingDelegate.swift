import Foundation
import WindTunnel

/// What a delegate answers, and where it writes down what it is asked and told.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, Sendable {
    let name: String
    let trace: Trace
    let script: Script
    private let completed: @Sendable () -> Void

    init(_ name: String, _ trace: Trace, _ script: Script, completed: @escaping @Sendable () -> Void = {}) {
        self.name = name
        self.trace = trace
        self.script = script
        self.completed = completed
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        trace.add("\(name) response", response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        trace.addData("\(name) data", data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        trace.add("\(name) redirect", response)
        trace.add("\(name) redirect to", request)
        completionHandler(script.redirect(request))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        trace.add(
            """
            \(name) challenge: \(space.authenticationMethod) \(space.realm ?? "-") \
            failures \(challenge.previousFailureCount), proposes \(challenge.proposedCredential?.user ?? "nobody")
            """)
        let (disposition, credential) = script.answer(challenge)
        completionHandler(disposition, credential)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
    ) {
        trace.add("\(name) needs a body stream")
        completionHandler(InputStream(data: script.streamedBody))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        trace.replaceLast("\(name) sent", "\(name) sent \(totalBytesSent) of \(totalBytesExpectedToSend)")
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        trace.add("\(name) file: \((try? String(contentsOf: location, encoding: .utf8)) ?? "unreadable")")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        // As often as the network delivers: the last one of a row counts.
        trace.replaceLast("\(name) wrote", "\(name) wrote \(totalBytesWritten) of \(totalBytesExpectedToWrite)")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        trace.add("\(name) completed")
        trace.add("\(name) error", error)
        completed()
    }
}

/// What the delegates of a scenario answer.
struct Script: Sendable {
    var redirect: @Sendable (URLRequest) -> URLRequest? = { $0 }
    var answer: @Sendable (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?) = { _ in
        (.performDefaultHandling, nil)
    }
    var streamedBody = Data("streamed".utf8)
}
