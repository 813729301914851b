extension HAR {
    /// One exchange (HAR 1.2, `entries`).
    public struct Entry: Sendable, Hashable {
        /// The ``Page/id`` of the page that asked.
        public var pageref: String?
        /// When the request began.
        public var startedDateTime: Timestamp
        /// How long all of it took, in milliseconds.
        public var time: Double
        /// What was asked.
        public var request: Request
        /// What was answered; of status 0 when there was no answer.
        public var response: Response
        /// What the browser's cache knew.
        public var cache: Cache
        /// How long each phase took.
        public var timings: Timings
        /// The address of the server.
        public var serverIPAddress: String?
        /// What tells one connection from another: a port, or a number.
        public var connection: String?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// An exchange.
        public init(
            pageref: String? = nil, startedDateTime: Timestamp, time: Double = 0, request: Request,
            response: Response, cache: Cache = Cache(), timings: Timings = Timings(), serverIPAddress: String? = nil,
            connection: String? = nil, comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.pageref = pageref
            self.startedDateTime = startedDateTime
            self.time = time
            self.request = request
            self.response = response
            self.cache = cache
            self.timings = timings
            self.serverIPAddress = serverIPAddress
            self.connection = connection
            self.comment = comment
            self.custom = custom
        }
    }

    /// The phases of an exchange, in milliseconds (HAR 1.2, `timings`); -1 for a phase that does not apply.
    public struct Timings: Sendable, Hashable {
        /// In a queue.
        public var blocked: Double?
        /// Resolving the name.
        public var dns: Double?
        /// Connecting, with ``ssl``.
        public var connect: Double?
        /// Sending the request.
        public var send: Double
        /// Until the answer began.
        public var wait: Double
        /// Reading the answer.
        public var receive: Double
        /// The handshake of TLS.
        public var ssl: Double?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// Phases of an exchange.
        public init(
            blocked: Double? = nil, dns: Double? = nil, connect: Double? = nil, send: Double = 0, wait: Double = 0,
            receive: Double = 0, ssl: Double? = nil, comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.blocked = blocked
            self.dns = dns
            self.connect = connect
            self.send = send
            self.wait = wait
            self.receive = receive
            self.ssl = ssl
            self.comment = comment
            self.custom = custom
        }

        /// All phases together, as an entry's ``Entry/time`` has them; those that do not apply count nothing.
        public var total: Double {
            // `connect` has `ssl` in it.
            [blocked ?? 0, dns ?? 0, connect ?? 0, send, wait, receive].reduce(0) { $0 + max(0, $1) }
        }
    }

    /// What the browser's cache knew of a request (HAR 1.2, `cache`).
    public struct Cache: Sendable, Hashable {
        /// Before the request.
        public var beforeRequest: CacheState?
        /// After the request.
        public var afterRequest: CacheState?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A cache that knew nothing, unless states are given.
        public init(
            beforeRequest: CacheState? = nil, afterRequest: CacheState? = nil, comment: String? = nil,
            custom: [String: JSONValue] = [:]
        ) {
            self.beforeRequest = beforeRequest
            self.afterRequest = afterRequest
            self.comment = comment
            self.custom = custom
        }
    }

    /// An entry of the browser's cache (HAR 1.2, `beforeRequest` and `afterRequest`).
    public struct CacheState: Sendable, Hashable {
        /// When it expires.
        public var expires: Timestamp?
        /// When it was last used.
        public var lastAccess: Timestamp
        /// Its entity tag.
        public var eTag: String
        /// How often it was used.
        public var hitCount: Int
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// An entry of the cache.
        public init(
            expires: Timestamp? = nil, lastAccess: Timestamp, eTag: String, hitCount: Int, comment: String? = nil,
            custom: [String: JSONValue] = [:]
        ) {
            self.expires = expires
            self.lastAccess = lastAccess
            self.eTag = eTag
            self.hitCount = hitCount
            self.comment = comment
            self.custom = custom
        }
    }
}
