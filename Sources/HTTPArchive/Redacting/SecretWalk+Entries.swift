import Foundation

extension SecretWalk {
    mutating func log(_ log: HAR.Log) -> HAR.Log {
        var log = log
        for index in log.pages.indices {
            log.pages[index].title = text(log.pages[index].title)
            log.pages[index].comment = text(log.pages[index].comment)
            log.pages[index].custom = members(log.pages[index].custom)
        }
        for index in log.entries.indices { log.entries[index] = entry(log.entries[index]) }
        log.comment = text(log.comment)
        log.creator.comment = text(log.creator.comment)
        log.creator.custom = members(log.creator.custom)
        if let browser = log.browser {
            log.browser?.comment = text(browser.comment)
            log.browser?.custom = members(browser.custom)
        }
        log.custom = members(log.custom)
        return log
    }

    mutating func entry(_ entry: HAR.Entry) -> HAR.Entry {
        var entry = entry
        request(&entry.request)
        response(&entry.response)
        entry.comment = text(entry.comment)
        entry.custom = members(entry.custom)
        entry.timings.comment = text(entry.timings.comment)
        entry.timings.custom = members(entry.timings.custom)
        entry.cache.comment = text(entry.cache.comment)
        entry.cache.custom = members(entry.cache.custom)
        for state in [\HAR.Cache.beforeRequest, \HAR.Cache.afterRequest] {
            guard let old = entry.cache[keyPath: state] else { continue }
            entry.cache[keyPath: state]?.eTag = text(old.eTag)
            entry.cache[keyPath: state]?.comment = text(old.comment)
            entry.cache[keyPath: state]?.custom = members(old.custom)
        }
        return entry
    }

    private mutating func request(_ request: inout HAR.Request) {
        headers(&request.headers)
        cookies(&request.cookies)
        request.url = url(request.url)
        for index in request.queryString.indices {
            request.queryString[index].value = field(request.queryString[index].name, request.queryString[index].value)
            request.queryString[index].name = text(request.queryString[index].name)
            request.queryString[index].comment = text(request.queryString[index].comment)
            request.queryString[index].custom = members(request.queryString[index].custom)
        }
        if var post = request.postData {
            body(&post)
            request.postData = post
        }
        request.comment = text(request.comment)
        request.custom = members(request.custom)
    }

    private mutating func response(_ response: inout HAR.Response) {
        headers(&response.headers)
        cookies(&response.cookies)
        response.redirectURL = url(response.redirectURL)
        response.statusText = text(response.statusText)
        let size = response.content.text.map { response.content.isBase64 ? Base64.decode($0)?.count : $0.utf8.count }
        let old = response.content.text
        response.content.text = old.map { bodyText($0, response.content.mimeType, response.content.isBase64) }
        if response.content.text != old, let size, size == response.content.size {
            response.content.size = response.content.body?.count ?? response.content.size
        }
        response.content.comment = text(response.content.comment)
        response.content.custom = members(response.content.custom)
        response.comment = text(response.comment)
        response.custom = members(response.custom)
    }

    private mutating func headers(_ headers: inout [HAR.Header]) {
        for index in headers.indices {
            headers[index].value = header(headers[index].name, headers[index].value)
            headers[index].comment = text(headers[index].comment)
            headers[index].custom = members(headers[index].custom)
        }
    }

    private mutating func cookies(_ cookies: inout [HAR.Cookie]) {
        for index in cookies.indices {
            let value = cookies[index].value
            cookies[index].value = rules.redactsCookies ? secret(value, "cookie") : field(cookies[index].name, value)
            cookies[index].comment = text(cookies[index].comment)
            cookies[index].custom = members(cookies[index].custom)
        }
    }

    private mutating func body(_ post: inout HAR.PostData) {
        for index in post.params.indices {
            let param = post.params[index]
            post.params[index].value = param.value.map { field(param.name, $0) }
            post.params[index].name = text(param.name)
            post.params[index].fileName = text(param.fileName)
            post.params[index].comment = text(param.comment)
            post.params[index].custom = members(param.custom)
        }
        let isBase64 = post.isBase64
        post.text = post.text.map { bodyText($0, post.mimeType, isBase64) }
        post.comment = text(post.comment)
        post.custom = members(post.custom)
    }

    // MARK: Headers

    mutating func header(_ name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "cookie" where rules.redactsCookies:
            return value.components(separatedBy: ";").map { cookiePair($0) }.joined(separator: ";")
        case "set-cookie" where rules.redactsCookies:
            return value.components(separatedBy: "\n").map { line in
                var parts = line.components(separatedBy: ";")
                parts[0] = cookiePair(parts[0])
                return parts.joined(separator: ";")
            }.joined(separator: "\n")
        case "authorization" where isSecret(header: name),
            "proxy-authorization" where isSecret(header: name):
            return credentials(value, name)
        default:
            return isSecret(header: name) ? secret(value, name) : text(value)
        }
    }

    private mutating func cookiePair(_ pair: String) -> String {
        guard let mark = pair.firstIndex(of: "=") else { return text(pair) }
        var value = String(pair[pair.index(after: mark)...])
        let trailing = String(value.reversed().prefix { $0 == " " || $0 == "\r" })
        value.removeLast(trailing.count)
        return pair[...mark] + secret(value, "cookie") + trailing
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
        let result = String(value[...mark]) + secret(rest, name)
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
