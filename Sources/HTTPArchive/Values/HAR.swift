/// An HTTP archive (HAR 1.2): the exchanges that a browser, a proxy or a test recorded.
///
/// Reading takes what real tools write, however odd; writing is exact, and always valid. Members that the format does
/// not know are kept in `custom`, whether their names begin with an underscore or not.
///
/// ```swift
/// var archive = try HAR(contentsOf: harURL)
/// archive.log.entries.removeAll { $0.response.status == 0 }
/// try archive.write(to: harURL)
/// ```
///
/// Source: [HAR 1.2](http://www.softwareishard.com/blog/har-12-spec/).
public struct HAR: Sendable, Hashable {
    /// The root of the recorded data.
    public var log: Log
    /// The members beside `log`.
    public var custom: [String: JSONValue]

    /// An archive of a log.
    public init(log: Log = Log(), custom: [String: JSONValue] = [:]) {
        self.log = log
        self.custom = custom
    }
}

extension HAR {
    /// The root of the recorded data (HAR 1.2, `log`).
    public struct Log: Sendable, Hashable {
        /// The version of the format; `1.2` unless a file says otherwise.
        public var version: String
        /// What wrote the archive.
        public var creator: Creator
        /// The browser that made the requests.
        public var browser: Creator?
        /// The pages that were loaded.
        public var pages: [Page]
        /// The exchanges, in the order of their beginning.
        public var entries: [Entry]
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A log, empty unless entries are given.
        public init(
            version: String = "1.2", creator: Creator = Creator(name: "HTTPArchive", version: "1"),
            browser: Creator? = nil, pages: [Page] = [], entries: [Entry] = [], comment: String? = nil,
            custom: [String: JSONValue] = [:]
        ) {
            self.version = version
            self.creator = creator
            self.browser = browser
            self.pages = pages
            self.entries = entries
            self.comment = comment
            self.custom = custom
        }
    }

    /// The program that wrote the archive (HAR 1.2, `creator`).
    public struct Creator: Sendable, Hashable {
        /// The name of the program.
        public var name: String
        /// The version of the program.
        public var version: String
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A program of a name and a version.
        public init(name: String, version: String, comment: String? = nil, custom: [String: JSONValue] = [:]) {
            self.name = name
            self.version = version
            self.comment = comment
            self.custom = custom
        }
    }

    /// A page that was loaded (HAR 1.2, `pages`).
    public struct Page: Sendable, Hashable {
        /// When it began to load.
        public var startedDateTime: Timestamp
        /// What entries call it in ``Entry/pageref``.
        public var id: String
        /// The title of the page.
        public var title: String
        /// What happened when.
        public var pageTimings: PageTimings
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// A page.
        public init(
            startedDateTime: Timestamp, id: String, title: String, pageTimings: PageTimings = PageTimings(),
            comment: String? = nil, custom: [String: JSONValue] = [:]
        ) {
            self.startedDateTime = startedDateTime
            self.id = id
            self.title = title
            self.pageTimings = pageTimings
            self.comment = comment
            self.custom = custom
        }
    }

    /// Events of a page, in milliseconds since it began to load (HAR 1.2, `pageTimings`); -1 for what does not apply.
    public struct PageTimings: Sendable, Hashable {
        /// Its content was there.
        public var onContentLoad: Double?
        /// It was loaded.
        public var onLoad: Double?
        /// A comment of the user or the tool.
        public var comment: String?
        /// Members that HAR 1.2 does not know.
        public var custom: [String: JSONValue]

        /// Events of a page.
        public init(
            onContentLoad: Double? = nil, onLoad: Double? = nil, comment: String? = nil,
            custom: [String: JSONValue] = [:]
        ) {
            self.onContentLoad = onContentLoad
            self.onLoad = onLoad
            self.comment = comment
            self.custom = custom
        }
    }
}
