import Foundation

/// Every text of an archive is gone over: a program may repeat a secret in any of them.
extension SecretWalk {
    mutating func log(_ log: HAR.Log) -> HAR.Log {
        var log = log
        for index in log.pages.indices { page(&log.pages[index]) }
        for index in log.entries.indices { log.entries[index] = entry(log.entries[index]) }
        program(&log.creator)
        if var browser = log.browser {
            program(&browser)
            log.browser = browser
        }
        remarks(&log.comment, &log.custom)
        return log
    }

    mutating func entry(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        request(&entry.request)
        response(&entry.response)
        hide(&entry.pageref)
        hide(&entry.startedDateTime.text)
        hide(&entry.serverIPAddress)
        hide(&entry.connection)
        remarks(&entry.comment, &entry.custom)
        remarks(&entry.timings.comment, &entry.timings.custom)
        remarks(&entry.cache.comment, &entry.cache.custom)
        for state in [\HAR.Cache.beforeRequest, \HAR.Cache.afterRequest] {
            guard var found = entry.cache[keyPath: state] else { continue }
            cacheState(&found)
            entry.cache[keyPath: state] = found
        }
        return entry
    }

    private mutating func page(_ page: inout HAR.Page) {
        hide(&page.id)
        hide(&page.title)
        hide(&page.startedDateTime.text)
        remarks(&page.pageTimings.comment, &page.pageTimings.custom)
        remarks(&page.comment, &page.custom)
    }

    private mutating func program(_ program: inout HAR.Creator) {
        hide(&program.name)
        hide(&program.version)
        remarks(&program.comment, &program.custom)
    }

    private mutating func cacheState(_ state: inout HAR.CacheState) {
        hide(&state.expires)
        hide(&state.lastAccess.text)
        hide(&state.eTag)
        remarks(&state.comment, &state.custom)
    }

    private mutating func request(_ request: inout HAR.Request) {
        hide(&request.method)
        hide(&request.httpVersion)
        headers(&request.headers)
        cookies(&request.cookies)
        request.url = url(request.url)
        for index in request.queryString.indices { queryItem(&request.queryString[index]) }
        if var post = request.postData {
            body(&post)
            request.postData = post
        }
        remarks(&request.comment, &request.custom)
    }

    private mutating func response(_ response: inout HAR.Response) {
        hide(&response.httpVersion)
        headers(&response.headers)
        cookies(&response.cookies)
        response.redirectURL = url(response.redirectURL)
        hide(&response.statusText)
        content(&response.content)
        remarks(&response.comment, &response.custom)
    }

    private mutating func content(_ content: inout HAR.Content) {
        let size = content.text.map { content.isBase64 ? Base64.decode($0)?.count : $0.utf8.count }
        let old = content.text
        content.text = old.map { bodyText($0, content.mimeType, content.isBase64) }
        if content.text != old, let size, size == content.size {
            content.size = content.body?.count ?? content.size
        }
        hide(&content.mimeType)
        hide(&content.encoding)
        remarks(&content.comment, &content.custom)
    }

    private mutating func headers(_ headers: inout [HAR.Header]) {
        for index in headers.indices { header(&headers[index]) }
    }

    private mutating func header(_ field: inout HAR.Header) {
        field.value = header(field.name, field.value)
        hide(&field.name)
        remarks(&field.comment, &field.custom)
    }

    private mutating func cookies(_ cookies: inout [HAR.Cookie]) {
        for index in cookies.indices { cookie(&cookies[index]) }
    }

    private mutating func cookie(_ cookie: inout HAR.Cookie) {
        cookie.value = rules.redactsCookies ? secret(cookie.value, "cookie") : field(cookie.name, cookie.value)
        hide(&cookie.name)
        hide(&cookie.path)
        hide(&cookie.domain)
        hide(&cookie.expires)
        remarks(&cookie.comment, &cookie.custom)
    }

    private mutating func queryItem(_ item: inout HAR.QueryItem) {
        item.value = field(item.name, item.value)
        hide(&item.name)
        remarks(&item.comment, &item.custom)
    }

    private mutating func param(_ param: inout HAR.Param) {
        if let value = param.value { param.value = field(param.name, value) }
        hide(&param.name)
        hide(&param.fileName)
        hide(&param.contentType)
        remarks(&param.comment, &param.custom)
    }

    private mutating func body(_ post: inout HAR.PostData) {
        for index in post.params.indices { param(&post.params[index]) }
        let isBase64 = post.isBase64
        post.text = post.text.map { bodyText($0, post.mimeType, isBase64) }
        hide(&post.mimeType)
        remarks(&post.comment, &post.custom)
    }

    private mutating func hide(_ text: inout String) { text = self.text(text) }

    private mutating func hide(_ text: inout String?) { text = self.text(text) }

    private mutating func hide(_ time: inout HAR.Timestamp?) {
        if let old = time?.text { time?.text = text(old) }
    }

    private mutating func remarks(_ comment: inout String?, _ custom: inout [String: JSONValue]) {
        hide(&comment)
        custom = members(custom)
    }

    // MARK: Headers

    mutating func header(_ name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "cookie" where rules.redactsCookies:
            return value.components(separatedBy: ";").map { cookiePair($0) }.joined(separator: ";")
        case "set-cookie" where rules.redactsCookies:
            return value.components(separatedBy: "\n").map { setCookie($0) }.joined(separator: "\n")
        case "location", "content-location", "referer":
            return url(value)
        case "authorization" where isSecret(header: name),
            "proxy-authorization" where isSecret(header: name):
            return credentials(value, name)
        default:
            return isSecret(header: name) ? secret(value, name) : text(value)
        }
    }

    /// Some tools join several by commas, as RFC 9110, section 5.3, has it of other fields.
    private mutating func setCookie(_ line: String) -> String {
        let parts = line.components(separatedBy: ";")
        let first = cookiePair(parts[0])
        let rest = parts.dropFirst().map { part in
            let commas = part.indices.filter { part[$0] == "," }
            guard let comma = commas.first(where: { Self.beginsPair(part[$0...].dropFirst()) }) else {
                return text(part)
            }
            return text(String(part[..<comma])) + "," + cookiePair(String(part[comma...].dropFirst()))
        }
        return ([first] + rest).joined(separator: ";")
    }

    /// A name and an equals sign; a date has blanks before one.
    private static func beginsPair(_ text: Substring) -> Bool {
        let text = text.drop { $0 == " " }
        guard let mark = text.firstIndex(of: "="), mark > text.startIndex else { return false }
        return !text[..<mark].contains(" ")
    }

    /// A cookie without a name is a value (RFC 6265bis, section 5.6).
    private mutating func cookiePair(_ pair: String) -> String {
        guard let mark = pair.firstIndex(of: "=") else {
            let value = pair.trimmingCharacters(in: .whitespaces)
            return value.isEmpty ? pair : pair.replacingOccurrences(of: value, with: secret(value, "cookie"))
        }
        var value = String(pair[pair.index(after: mark)...])
        let trailing = String(value.reversed().prefix { $0 == " " || $0 == "\r" })
        value.removeLast(trailing.count)
        return text(String(pair[..<mark])) + "=" + secret(value, "cookie") + trailing
    }

    /// The scheme stays, since it is no secret and a matcher may want it (RFC 9110, section 11.4).
    private mutating func credentials(_ value: String, _ name: String) -> String {
        guard let mark = value.firstIndex(of: " ") else { return secret(value, name) }
        let rest = String(value[value.index(after: mark)...])
        if value[..<mark].lowercased() == "basic", let pair = Base64.decode(rest)?.utf8Text,
            let colon = pair.firstIndex(of: ":")
        {
            _ = secret(rest, name)
            _ = secret(String(pair[pair.index(after: colon)...]), "password")
        }
        let result = text(String(value[..<mark])) + " " + secret(rest, name)
        learnParameters(of: rest, name)
        return result
    }

    /// A signature or a token among parameters, or behind a blank too many, may be repeated without the others.
    private mutating func learnParameters(of credentials: String, _ name: String) {
        let words = credentials.split { $0 == "," || $0.isWhitespace || $0.asciiValue.map { $0 < 0x20 } ?? false }
        guard words != [credentials[...]] else { return }
        for word in words {
            let value = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).last ?? word
            let plain = value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            if plain.utf8.count >= 12, plain.utf8.contains(where: { (0x30...0x39).contains($0) }) {
                _ = secret(plain, name)
            }
        }
    }

    // MARK: Custom members

    mutating func members(_ members: [String: JSONValue]) -> [String: JSONValue] {
        if members.isEmpty { return members }
        guard case .object(let result) = json(.object(members), nil) else { return members }
        return result
    }

    private mutating func json(_ value: JSONValue, _ kind: String?) -> JSONValue {
        switch value {
        case .string(let string): return .string(kind.map { secret(string, $0) } ?? text(string))
        case .array(let elements):
            // A loop, since a closure could not change what is known.
            var result: [JSONValue] = []
            for element in elements { result.append(json(element, kind)) }
            return .array(result)
        case .object(let members):
            var result: [String: JSONValue] = [:]
            for (name, member) in members.sortedByKey {
                let own = isSecret(field: name) ? name : nil
                if let own, case .number(let number) = member {
                    result[text(name)] = .string(secret(number.text, own))
                } else {
                    result[text(name)] = json(member, kind ?? own)
                }
            }
            if case .string(let name)? = members["name"], case .string(let value)? = members["value"] {
                let isHeader = isSecret(header: name)
                result["value"] = .string(isHeader ? header(name, value) : field(name, value))
            }
            return .object(result)
        default: return value
        }
    }
}
