/// The loader of the real network, inside our own.
enum NativeProtocol {
    /// Nil where no native class takes the request, or where it cannot be made from outside.
    static func make(for task: URLSessionTask, _ request: URLRequest, client: any URLProtocolClient) -> URLProtocol? {
        #if canImport(FoundationNetworking)
            let classes = URLSessionConfiguration.default.protocolClasses ?? []
            let native = classes.lazy.compactMap { $0 as? URLProtocol.Type }.first { $0.canInit(with: request) }
            return native?.init(task: task, cachedResponse: nil, client: client)
        #else
            return nil
        #endif
    }
}
