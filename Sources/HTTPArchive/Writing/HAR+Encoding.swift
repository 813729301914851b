// Members in the order in which HAR 1.2 lists them.

extension HAR.Creator: Writable {
    static let names: Set<String> = ["name", "version"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("name", name)
            writer.member("version", version)
        }
    }
}

extension HAR.Page: Writable {
    static let names: Set<String> = ["startedDateTime", "id", "title", "pageTimings"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, custom in
            writer.member("startedDateTime", startedDateTime, &custom)
            writer.member("id", id)
            writer.member("title", title)
            writer.member("pageTimings", pageTimings)
        }
    }
}

extension HAR.PageTimings: Writable {
    static let names: Set<String> = ["onContentLoad", "onLoad"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("onContentLoad", onContentLoad)
            writer.member("onLoad", onLoad)
        }
    }
}

extension HAR.Entry: Writable {
    static let names: Set<String> = [
        "pageref", "startedDateTime", "time", "request", "response", "cache", "timings", "serverIPAddress",
        "connection",
    ]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, custom in
            writer.member("pageref", pageref)
            writer.member("startedDateTime", startedDateTime, &custom)
            writer.member("time", time)
            writer.member("request", request)
            writer.member("response", response)
            writer.member("cache", cache)
            writer.member("timings", timings)
            writer.member("serverIPAddress", serverIPAddress)
            writer.member("connection", connection)
        }
    }
}

extension HAR.Request: Writable {
    static let names: Set<String> = [
        "method", "url", "httpVersion", "cookies", "headers", "queryString", "postData", "headersSize", "bodySize",
    ]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("method", method)
            writer.member("url", url)
            writer.member("httpVersion", httpVersion)
            writer.member("cookies", cookies)
            writer.member("headers", headers)
            writer.member("queryString", queryString)
            writer.member("postData", postData)
            writer.member("headersSize", headersSize)
            writer.member("bodySize", bodySize)
        }
    }
}

extension HAR.PostData: Writable {
    static let names: Set<String> = ["mimeType", "params", "text"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("mimeType", mimeType)
            if !params.isEmpty { writer.member("params", params) }
            writer.member("text", text)
        }
    }
}

extension HAR.Param: Writable {
    static let names: Set<String> = ["name", "value", "fileName", "contentType"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("name", name)
            writer.member("value", value)
            writer.member("fileName", fileName)
            writer.member("contentType", contentType)
        }
    }
}

extension HAR.Response: Writable {
    static let names: Set<String> = [
        "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
        "bodySize",
    ]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("status", status)
            writer.member("statusText", statusText)
            writer.member("httpVersion", httpVersion)
            writer.member("cookies", cookies)
            writer.member("headers", headers)
            writer.member("content", content)
            writer.member("redirectURL", redirectURL)
            writer.member("headersSize", headersSize)
            writer.member("bodySize", bodySize)
        }
    }
}

extension HAR.Content: Writable {
    static let names: Set<String> = ["size", "compression", "mimeType", "text", "encoding"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("size", size)
            writer.member("compression", compression)
            writer.member("mimeType", mimeType)
            writer.member("text", text)
            writer.member("encoding", encoding)
        }
    }
}

extension HAR.Header: Writable {
    static let names: Set<String> = ["name", "value"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("name", name)
            writer.member("value", value)
        }
    }
}

extension HAR.QueryItem: Writable {
    static let names: Set<String> = ["name", "value"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("name", name)
            writer.member("value", value)
        }
    }
}

extension HAR.Cookie: Writable {
    static let names: Set<String> = ["name", "value", "path", "domain", "expires", "httpOnly", "secure"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, custom in
            writer.member("name", name)
            writer.member("value", value)
            writer.member("path", path)
            writer.member("domain", domain)
            writer.member("expires", expires, &custom)
            writer.member("httpOnly", httpOnly)
            writer.member("secure", secure)
        }
    }
}

extension HAR.Timings: Writable {
    static let names: Set<String> = ["blocked", "dns", "connect", "send", "wait", "receive", "ssl"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("blocked", blocked)
            writer.member("dns", dns)
            writer.member("connect", connect)
            writer.member("send", send)
            writer.member("wait", wait)
            writer.member("receive", receive)
            writer.member("ssl", ssl)
        }
    }
}

extension HAR.Cache: Writable {
    static let names: Set<String> = ["beforeRequest", "afterRequest"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, _ in
            writer.member("beforeRequest", beforeRequest)
            writer.member("afterRequest", afterRequest)
        }
    }
}

extension HAR.CacheState: Writable {
    static let names: Set<String> = ["expires", "lastAccess", "eTag", "hitCount"]

    func write(to writer: inout ArchiveWriter) {
        writeObject(&writer) { writer, custom in
            writer.member("expires", expires, &custom)
            writer.member("lastAccess", lastAccess, &custom)
            writer.member("eTag", eTag)
            writer.member("hitCount", hitCount)
        }
    }
}
