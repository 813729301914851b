/// What the loader asks of a delegate, and we ask where the loader does not. The methods are requirements with a
/// default on Linux and optional ones on Apple.
struct DelegateCalls: @unchecked Sendable {  // a session and its delegate may be used from every thread
    private let session: URLSession
    private let delegate: any URLSessionTaskDelegate

    init?(_ session: URLSession?, _ delegate: (any URLSessionTaskDelegate)?) {
        guard let session, let delegate else { return nil }
        self.session = session
        self.delegate = delegate
    }

    /// The delegate of an async call, else that of the task or the session.
    init?(asking task: URLSessionTask) {
        let internals = FoundationInternals.shared
        self.init(internals.session(of: task), internals.callDelegate(of: task) ?? task.delegate)
    }

    /// Nil: the client takes the 3xx as the answer.
    func askRedirect(
        _ task: URLSessionTask, _ response: HTTPURLResponse, _ request: URLRequest,
        _ answer: @escaping @Sendable (URLRequest?) -> Void
    ) {
        session.delegateQueue.addOperation {
            #if canImport(FoundationNetworking)
                delegate.urlSession(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: request,
                    completionHandler: answer)
            #else
                let asked: Void? = delegate.urlSession?(
                    session, task: task, willPerformHTTPRedirection: response, newRequest: request,
                    completionHandler: answer)
                if asked == nil { answer(request) }
            #endif
        }
    }

    func tellSent(_ task: URLSessionTask, _ count: Int64, total: Int64, expected: Int64) {
        session.delegateQueue.addOperation {
            #if canImport(FoundationNetworking)
                delegate.urlSession(
                    session, task: task, didSendBodyData: count, totalBytesSent: total,
                    totalBytesExpectedToSend: expected)
            #else
                delegate.urlSession?(
                    session, task: task, didSendBodyData: count, totalBytesSent: total,
                    totalBytesExpectedToSend: expected)
            #endif
        }
    }

    func tellWritten(_ task: URLSessionDownloadTask, _ count: Int64, total: Int64, expected: Int64) {
        guard let delegate = delegate as? any URLSessionDownloadDelegate else { return }
        session.delegateQueue.addOperation {
            #if canImport(FoundationNetworking)
                delegate.urlSession(
                    session, downloadTask: task, didWriteData: count, totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            #else
                delegate.urlSession?(
                    session, downloadTask: task, didWriteData: count, totalBytesWritten: total,
                    totalBytesExpectedToWrite: expected)
            #endif
        }
    }

    /// - Parameters:
    ///   - challenge: Made on the delegate queue.
    ///   - asked: Called when the delegate has heard the question.
    func askCredential(
        _ task: URLSessionTask, _ challenge: @escaping @Sendable () -> URLAuthenticationChallenge,
        asked: @escaping @Sendable () -> Void,
        _ answer: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        session.delegateQueue.addOperation {
            #if canImport(FoundationNetworking)
                delegate.urlSession(session, task: task, didReceive: challenge(), completionHandler: answer)
            #else
                let told: Void? = delegate.urlSession?(
                    session, task: task, didReceive: challenge(), completionHandler: answer)
                if told == nil { answer(.performDefaultHandling, nil) }
            #endif
            asked()
        }
    }

    /// Nil: there is no body.
    func askBodyStream(_ task: URLSessionTask, _ answer: @escaping @Sendable (InputStream?) -> Void) {
        session.delegateQueue.addOperation {
            #if canImport(FoundationNetworking)
                delegate.urlSession(session, task: task, needNewBodyStream: answer)
            #else
                let asked: Void? = delegate.urlSession?(session, task: task, needNewBodyStream: answer)
                if asked == nil { answer(nil) }
            #endif
        }
    }
}
