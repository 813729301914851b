extension URLError {
    /// An error of ours: the text is what `localizedDescription` and printing show.
    static func mock(_ code: Code, _ text: String, for request: MockRequest?, underlying: (any Error)? = nil)
        -> URLError
    {
        var info: [String: Any] = [NSLocalizedDescriptionKey: text]
        if let underlying { info[NSUnderlyingErrorKey] = underlying as NSError }
        let error = URLError(code, userInfo: info)
        return request.map(error.located) ?? error
    }

    /// With the keys that Foundation's own errors have.
    func located(at request: MockRequest) -> URLError {
        var info = userInfo
        info[NSURLErrorFailingURLErrorKey] = request.url
        info[Platform.failingURLStringKey] = request.url.absoluteString
        return URLError(code, userInfo: info)
    }
}

extension Error {
    /// A `URLError` with the keys that Foundation's own have; any other error as it is.
    func locatedIfURLError(at request: MockRequest) -> any Error { (self as? URLError)?.located(at: request) ?? self }
}
