/// What differs between the URL loading systems, as values: both branches compile everywhere.
enum Platform {
    #if canImport(FoundationNetworking)
        static let isDarwin = false
    #else
        static let isDarwin = true
    #endif

    /// The loader goes on by itself after `wasRedirectedTo`; elsewhere that call ends the process.
    static let loaderFollowsRedirects = isDarwin
    /// A 303 after HEAD is followed by HEAD, as RFC 9110, section 15.4.4, allows; elsewhere by GET.
    static let redirectsKeepHEAD = isDarwin
    /// A request that loses its body on the way loses what describes it; elsewhere only its length.
    static let redirectsDropContentType = isDarwin
    /// The loader asks the delegate about a challenge that it is told of; elsewhere that call hangs, goes to the real
    /// network or ends the process.
    static let loaderAsksForCredentials = isDarwin
    /// Completion handlers and async calls get all of several chunks; elsewhere only the last one.
    static let handlersGetAllChunks = isDarwin
    /// The loader writes the file of a download task; elsewhere the protocol must, or the process ends.
    static let loaderWritesDownloads = isDarwin
    /// `suspend()` calls `stopLoading`, and `resume()` calls `startLoading` again.
    static let suspensionStopsLoads = !isDarwin
    /// A protocol may hand the request to the native one, with a client of its own.
    static let nativeProtocolCanBeWrapped = !isDarwin
    /// `canInit` runs in the caller's task, and the configuration of a session is the live one.
    static let sharedSessionIsIsolatedByTask = !isDarwin
    /// A finished 401 with a Basic challenge hangs the task, unless it has no URL at that moment.
    static let hangsOnBasicChallenge = !isDarwin

    /// What the native loader makes of a connection that breaks: measured on Linux, where the codes are those of
    /// libcurl as Foundation translates them; on Apple platforms what others report.
    static func errorCode(of breakage: MockResponse.Breakage) -> URLError.Code {
        switch breakage {
        case .reset: .networkConnectionLost
        case .emptyReply: isDarwin ? .networkConnectionLost : .badServerResponse
        case .garbage: isDarwin ? .cannotParseResponse : .unsupportedURL
        case .malformedChunk: isDarwin ? .networkConnectionLost : .unknown
        }
    }

    /// What the native loader makes of a body that ends too early.
    static let cutErrorCode: URLError.Code = isDarwin ? .networkConnectionLost : .unknown

    /// What the native loader makes of a body that is not what `Content-Encoding` says.
    static let decodingErrorCode: URLError.Code = isDarwin ? .cannotDecodeRawData : .unknown
    /// The same of a coding that it does not know.
    static let unknownCodingErrorCode: URLError.Code = isDarwin ? .cannotDecodeContentData : .unknown
    /// `expectedContentLength` of an encoded body is -1; elsewhere it is that of the bytes on their way.
    static let encodedBodiesHaveNoLength = isDarwin
    /// An answer whose `Content-Length` is no number, or negative, is an error.
    static let refusesMalformedLengths = !isDarwin

    #if canImport(FoundationNetworking)
        static let failingURLStringKey = "NSErrorFailingURLStringKey"
    #else
        static let failingURLStringKey = NSURLErrorFailingURLStringErrorKey
    #endif

    /// A regular expression as a literal; nil where the system's library cannot write it.
    static func source<Output>(of regex: Regex<Output>) -> String? {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) { regex._literalPattern } else { nil }
    }

    /// An HTTP response with these fields.
    static func makeResponse(url: URL, statusCode: Int, fields: [String: String]) -> HTTPURLResponse {
        let isChallenge = statusCode == 401 && fields.keys.contains { $0.equalsIgnoringCase("WWW-Authenticate") }
        let version = "HTTP/1.1"
        let response =
            hangsOnBasicChallenge && isChallenge
            ? ShyResponse(url: url, statusCode: statusCode, httpVersion: version, headerFields: fields)
            : HTTPURLResponse(url: url, statusCode: statusCode, httpVersion: version, headerFields: fields)
        // Both platforms' initialisers return nil for nothing but a malformed version.
        return response!
    }
}

extension Platform {
    /// A real 401 with a challenge in a form that hangs nobody; nil for what hangs nobody as it is.
    static func shy(_ response: HTTPURLResponse) -> ShyResponse? {
        guard let url = response.url, response.statusCode == 401 else { return nil }
        let fields = response.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, "\(value)") } }
        let made = makeResponse(url: url, statusCode: 401, fields: Dictionary(fields, uniquingKeysWith: { $1 }))
        return made as? ShyResponse
    }
}

/// A 401 that has no URL while it is finished, on the thread that finishes it.
///
/// Foundation on Linux makes a challenge from such a response and sends the request to the real network, or hangs, even
/// when a protocol answered; without a URL it makes none. The client never sees the difference.
final class ShyResponse: HTTPURLResponse, @unchecked Sendable {  // `hidden` is the only state, behind a lock
    private let hidden = Locked<ObjectIdentifier?>(nil)

    override var url: URL? {
        hidden.withLock { $0 } == ObjectIdentifier(Thread.current) ? nil : super.url
    }

    func hideURL(while body: () -> Void) {
        hidden.withLock { $0 = ObjectIdentifier(Thread.current) }
        body()
        hidden.withLock { $0 = nil }
    }
}
