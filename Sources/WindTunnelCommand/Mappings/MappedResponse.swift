import Foundation
import HTTPArchive
import WindTunnel

/// What a mapping answers.
struct MappedResponse: Sendable {
    private let response: MockResponse
    /// On top of what the response itself waits.
    private let delay: MappedDelay?

    /// - Parameter latency: What every answer waits.
    func stub(_ matcher: RequestMatcher, latency: Duration) -> Stub {
        let response = response.delayed(by: latency)
        guard let delay else { return Stub(matcher, returning: response) }
        return Stub(matcher) { _ in response.delayed(by: delay.draw()) }
    }
}

// MARK: Reading

extension MappedResponse {
    private static let bodies = ["body", "jsonBody", "base64Body", "bodyFileName"]
    private static let known =
        bodies + [
            "status", "statusMessage", "headers", "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay",
            "fault", "transformerParameters", "fromConfiguredStub",
        ]
    private static let proxying = "requests are not sent on from here; serve with --upstream URL instead"
    private static let refused = [
        "transformers": "transformers, response templates too, do not run here; write the answer out",
        "proxyBaseUrl": proxying, "additionalProxyRequestHeaders": proxying, "removeProxyRequestHeaders": proxying,
        "proxyUrlPrefixToRemove": proxying,
    ]
    private static let statuses = 100...999
    private static let broken: [String: MockResponse.Fault] = [
        "EMPTY_RESPONSE": .emptyReply, "MALFORMED_RESPONSE_CHUNK": .malformedChunk, "RANDOM_DATA_THEN_CLOSE": .garbage,
        "CONNECTION_RESET_BY_PEER": .reset,
    ]

    /// Nil when something is wrong with it.
    init?(_ node: MappingNode, _ folder: BodyFolder, _ faults: inout MappingFaults) {
        let before = faults.all.count
        faults.checkNames(of: node, known: Self.known, refused: Self.refused)
        let status = faults.caught { try node["status"]?.int(in: Self.statuses) ?? 200 } ?? 200
        let body = faults.caught { try Self.body(node, folder) } ?? Data()
        var response = faults.caught { try Self.sent(body, status, node["chunkedDribbleDelay"]) } ?? .status(status)
        for (name, node) in faults.members(of: node["headers"]) {
            for value in faults.caught({ try Self.values(node) }) ?? [] {
                response = response.addingHeader(name, value)
                if let fault = response.faults.first { faults.add(node.fault(fault)) }
            }
        }
        if let wait = node["fixedDelayMilliseconds"] {
            response = response.delayed(
                by: .milliseconds(faults.caught { try MappedDelay.milliseconds(wait) } ?? 0))
        }
        if let fault = node["fault"] { response = faults.caught { try Self.fault(fault, response) } ?? response }
        delay = node["delayDistribution"].flatMap { node in faults.caught { try MappedDelay.read(node) } }
        self.response = response
        if faults.all.count > before { return nil }
    }

    private static func body(_ node: MappingNode, _ folder: BodyFolder) throws -> Data {
        let given = bodies.compactMap { name in node[name].map { (name, $0) } }
        guard let (name, body) = given.first else { return Data() }
        if given.count > 1 {
            throw given[1].1.fault("\(given[1].0.quoted) stands beside \(name.quoted); leave one of them out")
        }
        switch name {
        case "body": return Data(try body.text().utf8)
        case "jsonBody": return Data(body.value.description.utf8)
        case "base64Body":
            guard let data = Data(base64Encoded: try body.text()) else { throw body.fault("it is no Base64") }
            return data
        default: return try folder.read(body)
        }
    }

    /// Without headers: a type that nobody has declared is not sent.
    private static func sent(_ body: Data, _ status: Int, _ dribble: MappingNode?) throws -> MockResponse {
        guard let dribble else {
            return body.isEmpty ? .status(status) : .data(body, status: status).removingHeader("Content-Type")
        }
        guard let count = try dribble["numberOfChunks"]?.int(in: 1...100_000) else {
            throw dribble.fault("\"numberOfChunks\" is missing")
        }
        let pause = Duration.milliseconds(try MappedDelay.milliseconds("totalDuration", dribble) / Double(count))
        let size = max(1, (body.count + count - 1) / count)
        return .stream(status: status) { writer in
            var rest = body[...]
            for _ in 0..<count {
                try await writer.sleep(for: pause)
                try await writer.write(Data(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
        }.removingHeader("Content-Type")
    }

    private static func values(_ node: MappingNode) throws -> [String] {
        switch node.value {
        case .string(let text): return [text]
        case .array: return try node.elements().map { try $0.text() }
        default: throw node.fault("a text or a list of texts is needed, not \(node.value.kind)")
        }
    }

    private static func fault(_ node: MappingNode, _ response: MockResponse) throws -> MockResponse {
        let name = try node.text()
        guard let fault = broken[name] else {
            let near = Spelling.nearest(to: name, of: broken.keys.sorted()) ?? "EMPTY_RESPONSE"
            throw node.fault("\(name.quoted) is no fault that is known; did you mean \(near.quoted)?")
        }
        return response.fault(fault)
    }
}
