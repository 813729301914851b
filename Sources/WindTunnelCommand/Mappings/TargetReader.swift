import Foundation
import HTTPArchive
import WindTunnel

/// Method, host and URL of a mapping, as matchers.
struct TargetReader {
    /// One of them at most.
    static let urlNames = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"]

    private let request: MappingNode
    private let methods: MethodRule
    /// What stands before a path; one empty text for any host.
    private let origins: [String]

    init(_ request: MappingNode) throws {
        self.request = request
        methods = try MethodRule(request["method"])
        origins = try Self.origins(request)
    }

    func matchers() throws -> [RequestMatcher] {
        let given = Self.urlNames.compactMap { name in request[name].map { (name, $0) } }
        if given.count > 1 {
            let (name, node) = given[1]
            throw node.fault("\(name.quoted) stands beside \(given[0].0.quoted); leave one of them out")
        }
        guard let (name, node) = given.first else { return [anywhere] }
        let matchers = try matchers(name, node)
        if let fault = matchers.lazy.flatMap(\.faults).first { throw node.fault(fault) }
        return matchers
    }

    private func matchers(_ name: String, _ node: MappingNode) throws -> [RequestMatcher] {
        switch name {
        case "url":
            let text = try rooted(node)
            let mark = text.firstIndex(of: "?")
            let query = mark.map { String(text[text.index(after: $0)...]) } ?? ""
            return [located(Self.literal(text[..<(mark ?? text.endIndex)])), .exactQuery(text: query)]
        case "urlPath": return [located(Self.literal(try path(node)[...]))]
        case "urlPathTemplate":
            guard !(try path(node)).replacingOccurrences(of: "**", with: "").contains("*") else {
                throw node.fault("a single * is a plain character there, and cannot be written; use \"urlPathPattern\"")
            }
            return [located(try path(node))] + (try pathParameters(node))
        default:
            let isPath = name == "urlPathPattern"
            let pattern = try TextPattern(node)
            let matcher = RequestMatcher.custom("\(isPath ? "path" : "url") matches /\(pattern.source)/") { request in
                pattern.matches(isPath ? request.path.description : request.target)
            }
            return [anywhere, matcher]
        }
    }

    /// Any URL of the host.
    private var anywhere: RequestMatcher {
        origins == [""] ? methods.matcher { $0.map { .method($0) } ?? .any } : located("/**")
    }

    private func located(_ path: String) -> RequestMatcher {
        let matchers = origins.map { origin in methods.matcher { Self.matcher($0, origin + path) } }
        return matchers.dropFirst().reduce(matchers[0]) { $0 || $1 }
    }

    /// By the name that the method has in Swift.
    private static func matcher(_ method: String?, _ url: String) -> RequestMatcher {
        switch method {
        case nil: .any(url)
        case "GET"?: .get(url)
        case "HEAD"?: .head(url)
        case "POST"?: .post(url)
        case "PUT"?: .put(url)
        case "PATCH"?: .patch(url)
        case "DELETE"?: .delete(url)
        case "OPTIONS"?: .options(url)
        case let method?: .request(method, url)
        }
    }

    // MARK: Texts

    private func rooted(_ node: MappingNode) throws -> String {
        let text = try node.text()
        guard text.hasPrefix("/") else { throw node.fault("it must begin with a slash, like \"/users\"") }
        return text
    }

    private func path(_ node: MappingNode) throws -> String {
        let text = try rooted(node)
        guard !text.contains("?") else {
            throw node.fault("a path has no query; match that with \"queryParameters\"")
        }
        return text
    }

    /// What is a pattern here is none there.
    private static func literal(_ path: Substring) -> String {
        let escapes: [Character: String] = ["*": "%2A", "{": "%7B", "}": "%7D", "#": "%23"]
        return path.map { escapes[$0] ?? String($0) }.joined()
    }

    // MARK: Hosts

    private static func origins(_ request: MappingNode) throws -> [String] {
        guard let host = request["host"] else {
            if let alone = request["scheme"] ?? request["port"] {
                throw alone.fault("it is matched beside \"host\" alone; leave it out")
            }
            return [""]
        }
        let name = try hostName(host)
        let port = try request["port"].map { ":\(try $0.int(in: 1...65_535))" } ?? ""
        let schemes = try request["scheme"].map { [try $0.text().lowercased()] } ?? ["https", "http"]
        return schemes.map { "\($0)://\(name)\(port)" }
    }

    private static func hostName(_ node: MappingNode) throws -> String {
        let name: String
        if case .string(let text) = node.value {
            name = text
        } else if case .equal(let text, _) = try ValuePattern(node) {
            name = text
        } else {
            throw node.fault("a host is matched by \"equalTo\" alone; write a mapping for each host")
        }
        let signs = CharacterSet(charactersIn: "/*?#{}@ ")
        guard !name.isEmpty, name.rangeOfCharacter(from: signs) == nil else {
            throw node.fault("\(name.quoted) is no name of a host")
        }
        return name
    }

    // MARK: Parameters of a path

    private func pathParameters(_ template: MappingNode) throws -> [RequestMatcher] {
        let segments = try template.text().split(separator: "/", omittingEmptySubsequences: false)
        return try (request["pathParameters"]?.conditions() ?? []).map { name, node in
            guard let index = segments.firstIndex(of: "{\(name)}"), !segments[..<index].contains("**") else {
                throw node.fault("the template has no segment {\(name)}, or one behind **; mend one of them")
            }
            let pattern = try ValuePattern(node)
            return .custom("path parameter \(name): \(pattern.expectation)") { request in
                let found = request.path.description.split(separator: "/", omittingEmptySubsequences: false)
                guard found.indices.contains(index) else { return false }
                return pattern.holds(.init(found[index].removingPercentEncoding ?? String(found[index])))
            }
        }
    }
}

extension MockRequest {
    /// Path and query as they were sent.
    fileprivate var target: String {
        let text = url.absoluteString
        let path = path.description
        guard let mark = text.firstIndex(of: "?") else { return path }
        return path + text[mark...].prefix { $0 != "#" }
    }
}

/// Which methods a mapping is for.
private enum MethodRule {
    case any
    case oneOf([String])
    case noneOf([String])

    init(_ node: MappingNode?) throws {
        guard let node else {
            self = .any
            return
        }
        if case .object = node.value {
            let members = try node.members()
            guard members.count == 1, let (name, list) = members.first, ["oneOf", "noneOf"].contains(name) else {
                throw node.fault("a method, or \"oneOf\" or \"noneOf\" with a list of them, is needed")
            }
            let names = try list.elements().map { try Self.name($0) }
            guard !names.isEmpty else { throw list.fault("it is empty; write methods into it") }
            self = name == "oneOf" ? .oneOf(names) : .noneOf(names)
            return
        }
        switch try Self.name(node) {
        case "ANY": self = .any
        case "GET_OR_HEAD": self = .oneOf(["GET", "HEAD"])
        case let name: self = .oneOf([name])
        }
    }

    private static func name(_ node: MappingNode) throws -> String {
        let name = try node.text().uppercased()
        if let fault = RequestMatcher.method(name).faults.first { throw node.fault(fault) }
        return name
    }

    /// - Parameter make: A matcher for one method, or for any.
    func matcher(_ make: (String?) -> RequestMatcher) -> RequestMatcher {
        switch self {
        case .any: make(nil)
        case .oneOf(let names): names.dropFirst().reduce(make(names[0])) { $0 || make($1) }
        case .noneOf(let names): names.reduce(make(nil)) { $0 && !.method($1) }
        }
    }
}
