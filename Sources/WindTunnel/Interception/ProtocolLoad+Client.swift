/// The client's side, on the loader's context.
extension ProtocolLoad {
    func perform(_ step: Step) {
        guard let loader, let client else { return }
        switch step {
        case .response(let response):
            self.response = response
            noteResponse(response)
            client.urlProtocol(loader, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            let data = data.fromZero
            chunks.append(data)
            if holdsBack { noteWritten(data.count) } else { client.urlProtocol(loader, didLoad: data) }
        case .end(let outcome): finish(loader, client, outcome)
        case .fail(let error): close(with: error)
        case .run(let body): body(self)
        }
    }

    func finish(_ loader: URLProtocol, _ client: any URLProtocolClient, _ outcome: Journal.Outcome) {
        if let reason = handOver(loader, client) {
            return close(with: URLError(.cannotCreateFile, userInfo: [NSLocalizedDescriptionKey: reason]))
        }
        guard leave(outcome) else { return }
        guard isAsyncCall, let directQueue else {
            tellEnd(loader, client)
            return finished()
        }
        let resumption = directQueue.collect { tellEnd(loader, client) }
        finished()
        if let resumption { Task.detached { resumption() } }
    }

    private func tellEnd(_ loader: URLProtocol, _ client: any URLProtocolClient) {
        if response?.statusCode == 401, let shy = response as? ShyResponse {
            shy.hideURL { client.urlProtocolDidFinishLoading(loader) }
        } else {
            client.urlProtocolDidFinishLoading(loader)
        }
    }

    /// Gives completion handlers, async calls and downloads the whole body, where the loader does not.
    ///
    /// - Returns: Why that cannot be done.
    private func handOver(_ loader: URLProtocol, _ client: any URLProtocolClient) -> String? {
        guard holdsBack else {
            if chunks.count > 1, !Platform.handlersGetAllChunks {
                withDummyTask(loader) { client.urlProtocol(loader, didLoad: chunks.joined) }
            }
            return nil
        }
        if task is URLSessionDownloadTask { return handOverFile(loader, client) }
        if !chunks.isEmpty { client.urlProtocol(loader, didLoad: chunks.joined) }
        return nil
    }

    private func handOverFile(_ loader: URLProtocol, _ client: any URLProtocolClient) -> String? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("WindTunnel-\(UUID().uuidString).tmp")
        do {
            try chunks.joined.write(to: file)
        } catch {
            return "the file of a download cannot be written to \(file.path): \(error)"
        }
        // The protocol's table of properties must be its own before it is written to.
        withDummyTask(loader) { client.urlProtocol(loader, didLoad: Data([0])) }
        if FoundationInternals.shared.setTemporaryFile(file, of: loader) { return nil }
        try? FileManager.default.removeItem(at: file)
        return "download tasks cannot be answered with this Foundation; use a data task"
    }

    /// While another task stands in, what is loaded is kept in the protocol and told to no delegate.
    private func withDummyTask(_ loader: URLProtocol, _ body: () -> Void) {
        guard let dummy = FoundationInternals.dummyTask else { return }
        loader.standIn(dummy)
        body()
        loader.standIn(task)
    }
}
