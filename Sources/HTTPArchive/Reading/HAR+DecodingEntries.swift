extension HAR.Entry {
    /// Nil for what is no object; all else that is missing has a value that says so.
    init?(_ json: JSONValue, _ problems: inout ProblemList) {
        guard var members = json.members else {
            problems.add("", "not an object", preventsAnswer: true)
            return nil
        }
        let timings: HAR.Timings = members.object("timings") ?? HAR.Timings()
        self.init(
            pageref: members.text("pageref"), startedDateTime: members.timestamp("startedDateTime") ?? "",
            time: members.double("time") ?? timings.total,
            request: HAR.Request(members.section("request", &problems), &problems),
            response: HAR.Response(members.section("response", &problems), &problems),
            cache: members.object("cache") ?? HAR.Cache(), timings: timings,
            serverIPAddress: members.text("serverIPAddress"), connection: members.text("connection"),
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension Members {
    /// A part without which an entry answers nothing.
    fileprivate mutating func section(_ key: String, _ problems: inout ProblemList) -> Members {
        let value = value(key)
        if let members = value?.members { return members }
        problems.add(key, value.map { "\(key) is \($0.kind)" } ?? "\(key) is missing", preventsAnswer: true)
        return Members([:])
    }
}

extension HAR.Request {
    fileprivate init(_ members: Members, _ problems: inout ProblemList) {
        var members = members
        self.init(
            method: members.text("method") ?? "", url: members.text("url") ?? "",
            httpVersion: members.text("httpVersion") ?? "",
            cookies: members.list("cookies", "request.cookies", &problems),
            headers: members.list("headers", "request.headers", &problems),
            queryString: members.list("queryString", "request.queryString", &problems),
            postData: members.value("postData").flatMap { HAR.PostData($0, &problems) },
            headersSize: members.int("headersSize") ?? -1, bodySize: members.int("bodySize") ?? -1,
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.Response {
    fileprivate init(_ members: Members, _ problems: inout ProblemList) {
        var members = members
        self.init(
            status: members.int("status") ?? 0, statusText: members.text("statusText") ?? "",
            httpVersion: members.text("httpVersion") ?? "",
            cookies: members.list("cookies", "response.cookies", &problems),
            headers: members.list("headers", "response.headers", &problems),
            content: members.object("content") ?? HAR.Content(), redirectURL: members.text("redirectURL") ?? "",
            headersSize: members.int("headersSize") ?? -1, bodySize: members.int("bodySize") ?? -1,
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.PostData {
    /// A text in its place is the body.
    fileprivate init?(_ json: JSONValue, _ problems: inout ProblemList) {
        if case .string(let text) = json {
            self.init(mimeType: "", text: text)
            return
        }
        guard var members = json.members else {
            problems.add("request.postData", "postData is \(json.kind)")
            return nil
        }
        self.init(
            mimeType: members.text("mimeType") ?? "",
            params: members.list("params", "request.postData.params", &problems),
            text: members.text("text"), comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
        if isBase64, body == nil { problems.add("request.postData.text", "request body is not base64") }
    }
}

extension HAR.Content: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            size: members.int("size") ?? -1, compression: members.int("compression"),
            mimeType: members.text("mimeType") ?? "", text: members.text("text"), encoding: members.text("encoding"),
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.Timings: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            blocked: members.double("blocked"), dns: members.double("dns"), connect: members.double("connect"),
            send: members.double("send") ?? 0, wait: members.double("wait") ?? 0,
            receive: members.double("receive") ?? 0, ssl: members.double("ssl"), comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.Cache: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            beforeRequest: members.object("beforeRequest"), afterRequest: members.object("afterRequest"),
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.CacheState: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            expires: members.timestamp("expires"), lastAccess: members.timestamp("lastAccess") ?? "",
            eTag: members.text("eTag") ?? "", hitCount: members.int("hitCount") ?? 0, comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}
