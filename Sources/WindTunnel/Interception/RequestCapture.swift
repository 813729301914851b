/// Reads what the loader knows of a request, once.
enum RequestCapture {
    case ready(MockRequest)
    /// The body must be read elsewhere.
    case stream(URLRequest, InputStream)
    /// A streamed upload, whose delegate has the body.
    case askDelegate(URLRequest)
    case failed(MockRequest, String)

    static func read(_ loader: URLProtocol, _ task: URLSessionTask, _ session: URLSession?) -> RequestCapture {
        let request = withConfigurationHeaders(loader.request, session)
        if !task.isPlainDataTask, let upload = task as? URLSessionUploadTask { return readUpload(request, upload) }
        if let body = request.httpBody { return .ready(MockRequest(request, body: body)) }
        guard let stream = request.httpBodyStream else { return .ready(MockRequest(request)) }
        // On Apple every body has become a stream; the original request often still has the bytes.
        if Platform.isDarwin, let body = task.originalRequest?.httpBody, task.originalRequest?.url == request.url {
            return .ready(MockRequest(request, body: body))
        }
        return .stream(request, stream)
    }

    private static func readUpload(_ request: URLRequest, _ task: URLSessionUploadTask) -> RequestCapture {
        guard !Platform.isDarwin else {
            return request.httpBodyStream.map { .stream(request, $0) } ?? .ready(MockRequest(request))
        }
        switch FoundationInternals.shared.uploadBody(of: task) {
        case .data(let data): return .ready(MockRequest(request, body: data))
        case .file(let url):
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue,
                FileManager.default.isReadableFile(atPath: url.path), let stream = InputStream(url: url)
            else { return .failed(MockRequest(request), "the file to upload cannot be read: \(url.path)") }
            // Not mapped: the journal must keep what was sent when the file changes, and a file that is cut short would
            // end the process. Not read here: that takes the disk's time.
            return .stream(request, stream)
        case .stream(let stream): return .stream(request, stream)
        case .unavailable:
            return .failed(
                MockRequest(request),
                "the body of an upload task cannot be read with this Foundation; send it as httpBody of a data task")
        case nil: return .askDelegate(request)
        }
    }

    /// Apple puts them into the request; the request's own value wins.
    private static func withConfigurationHeaders(_ request: URLRequest, _ session: URLSession?) -> URLRequest {
        guard let headers = session?.configuration.httpAdditionalHeaders, !headers.isEmpty else { return request }
        var merged = request
        for (name, value) in headers {
            guard let name = name as? String, merged.value(forHTTPHeaderField: name) == nil else { continue }
            merged.setValue("\(value)", forHTTPHeaderField: name)
        }
        return merged
    }
}
