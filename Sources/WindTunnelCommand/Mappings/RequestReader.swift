import Foundation
import HTTPArchive
import WindTunnel

/// The matchers of a mapping's `request`.
struct RequestReader {
    private static let known =
        TargetReader.urlNames + [
            "method", "scheme", "host", "port", "pathParameters", "queryParameters", "formParameters", "headers",
            "cookies", "basicAuthCredentials", "basicAuth", "bodyPatterns",
        ]
    private static let refused = [
        "multipartPatterns": "parts of a multipart body are not told apart; compare the body with \"contains\"",
        "customMatcher": "a matcher of Java code cannot run here; match by URL, headers or body",
        "clientIp": "the address of the client is not matched; leave it out",
    ]

    private let request: MappingNode

    init(_ request: MappingNode) { self.request = request }

    func matchers(_ faults: inout MappingFaults) -> [RequestMatcher] {
        faults.checkNames(of: request, known: Self.known, refused: Self.refused)
        var matchers = faults.caught { try TargetReader(request).matchers() } ?? []
        if let stray = request["pathParameters"], request["urlPathTemplate"] == nil {
            faults.add(stray.fault("it needs a \"urlPathTemplate\" with their names"))
        }
        for (member, make) in Self.named {
            for (name, node) in faults.conditions(of: request[member]) {
                matchers += faults.caught { [try make(name, node)] } ?? []
            }
        }
        if request["basicAuthCredentials"] != nil, let second = request["basicAuth"] {
            faults.add(second.fault("it stands beside \"basicAuthCredentials\"; leave one of them out"))
        }
        if let credentials = request["basicAuthCredentials"] ?? request["basicAuth"] {
            matchers += faults.caught { [try Self.credentials(credentials)] } ?? []
        }
        for node in faults.caught({ try request["bodyPatterns"]?.elements() ?? [] }) ?? [] {
            matchers += faults.caught { [try ValuePattern(node).bodyMatcher] } ?? []
        }
        return matchers
    }

    /// Members with conditions by name, and the matcher that each makes.
    private static let named: [(String, @Sendable (String, MappingNode) throws -> RequestMatcher)] = [
        ("queryParameters", query), ("headers", header), ("cookies", cookie), ("formParameters", field),
    ]

    private static func query(_ name: String, _ node: MappingNode) throws -> RequestMatcher {
        try ValuesPattern(node).matcher("query \(name)", { .query(name, $0) }, values: { $0.query.all(name) })
    }

    private static func header(_ name: String, _ node: MappingNode) throws -> RequestMatcher {
        try ValuesPattern(node).matcher("header \(name)", { .header(name, $0) }, values: { $0.headers.all(name) })
    }

    private static func field(_ name: String, _ node: MappingNode) throws -> RequestMatcher {
        try ValuesPattern(node).matcher(
            "form field \(name)", { .form([name: $0]) }, values: { try $0.form().all(name) })
    }

    private static func credentials(_ node: MappingNode) throws -> RequestMatcher {
        guard let user = try node["username"]?.text(), let password = try node["password"]?.text() else {
            throw node.fault("\"username\" and \"password\" are needed")
        }
        return .header("Authorization", "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())")
    }

    /// A part of one header (RFC 6265, section 4.2.1).
    private static func cookie(_ name: String, _ node: MappingNode) throws -> RequestMatcher {
        let pattern = try ValuePattern(node)
        let present = RequestMatcher.header(
            "Cookie",
            .custom("a cookie \(name): \(pattern.expectation)") { header in
                let values = cookies(header).filter { $0.name == name }.map { ValuePattern.Candidate($0.value) }
                return (values.isEmpty ? [.missing] : values).contains(where: pattern.holds)
            })
        return pattern.holds(.missing) ? .header("Cookie", .absent) || present : present
    }

    private static func cookies(_ header: String) -> [(name: String, value: String)] {
        header.split(separator: ";").map { pair in
            let mark = pair.firstIndex(of: "=") ?? pair.endIndex
            let value = pair[mark...].dropFirst().trimmingCharacters(in: .whitespaces)
            return (pair[..<mark].trimmingCharacters(in: .whitespaces), value)
        }
    }
}
