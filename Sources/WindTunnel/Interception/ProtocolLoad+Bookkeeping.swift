/// What the native loader writes down in the task and tells the delegate of besides the answer; on the loader's
/// context.
extension ProtocolLoad {
    private var session: URLSession? { task.flatMap(FoundationInternals.shared.session) }

    /// Whom this task tells: the delegate of its call, or the session's.
    private func findDelegate() -> DelegateCalls? {
        // To look into the task costs more than all the rest; a handler without a delegate beside it tells nobody.
        guard let task, let session, isAsyncCall || session.delegate != nil else { return nil }
        return DelegateCalls(session, FoundationInternals.shared.toldDelegate(of: task))
    }

    // MARK: What is sent

    /// The body has gone out.
    func noteSent(_ body: Data) {
        guard let task, !body.isEmpty, !Platform.isDarwin else { return }
        let count = Int64(body.count)
        // A stream's length is not known.
        let expected = streamsBody ? 0 : count
        FoundationInternals.shared.set(.expectedToSend, of: task, to: expected)
        guard let delegate = findDelegate() else { return }
        FoundationInternals.shared.set(.sent, of: task, to: count)
        // As often as the native loader fills its buffer.
        for start in stride(from: 0, to: count, by: 65_536) {
            let total = min(start + 65_536, count)
            delegate.tellSent(task, total - start, total: total, expected: expected)
        }
    }

    // MARK: What comes back

    func noteResponse(_ response: HTTPURLResponse) {
        guard let task else { return }
        let length = response.expectedContentLength
        // No bytes are as unknown to the loader as a length that nobody told.
        FoundationInternals.shared.set(.expectedToReceive, of: task, to: length == 0 ? -1 : length)
    }

    /// Bytes of a download have been written.
    func noteWritten(_ count: Int) {
        guard let download = task as? URLSessionDownloadTask, !Platform.loaderWritesDownloads else { return }
        if written == 0 { writtenTo = findDelegate() }
        written += Int64(count)
        guard let writtenTo else { return }
        FoundationInternals.shared.set(.received, of: download, to: written)
        download.progress.completedUnitCount = written
        writtenTo.tellWritten(download, Int64(count), total: written, expected: response?.expectedContentLength ?? -1)
    }

    func noteError(_ error: any Error) { if let task { FoundationInternals.shared.setError(error, of: task) } }

    // MARK: Cookies

    func storeCookies(_ lines: [String], from url: URL) {
        CookieJar(session)?.store(lines, from: url, mainDocument: task?.originalRequest?.mainDocumentURL ?? url)
    }

    /// The request that the session makes itself after a redirect: with the cookies for its URL, and those only.
    func withCookies(_ request: URLRequest) -> URLRequest {
        guard let jar = CookieJar(session) else { return request }
        var request = request
        jar.apply(to: &request)
        return request
    }
}

extension [MockRequest.Headers.Element] {
    /// The values of `Set-Cookie`, line by line.
    var cookieLines: [String] { filter { $0.name.equalsIgnoringCase("Set-Cookie") }.map(\.value) }
}
