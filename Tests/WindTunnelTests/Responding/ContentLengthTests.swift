import Foundation
import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3))) struct ContentLengthTests {
    private static let text = Data("0123456789".utf8)

    // MARK: Honest

    @Test func `the length of a body that is ready is known`() async throws {
        let (sight, _) = try await Sight.everywhere(.data(Self.text))
        #expect(sight.expectedLength == 10)
        #expect(sight.fields == ["Content-Length: 10", "Content-Type: application/octet-stream"])
    }

    @Test(arguments: [
        MockResponse.data(text).removingHeader("Content-Length"),
        .stream(contentType: "application/octet-stream") { try await $0.write(text) },
        MockResponse(
            .content(.chunks([text.prefix(4), text.suffix(6)])), headers: [("Content-Type", "application/octet-stream")]
        ),
    ]) func `a length that nobody told is -1`(_ response: MockResponse) async throws {
        let (sight, error) = try await Sight.everywhere(response)
        #expect(sight.expectedLength == -1)
        #expect(sight.body == Self.text)
        #expect(sight.fields == ["Content-Type: application/octet-stream"])
        #expect(error == nil)
    }

    @Test func `a stream may tell its length`() async throws {
        let response = MockResponse.stream { body in
            try await body.write("01234")
            try await body.write("56789")
        }.header("Content-Length", "10")
        let (sight, error) = try await Sight.everywhere(response)
        #expect(sight.expectedLength == 10)
        #expect(sight.body == Self.text)
        #expect(error == nil)
    }

    // MARK: Lying

    struct Lie: Sendable, CustomTestStringConvertible {
        let values: [String]
        let expects: Int64
        /// Bytes that arrive.
        let count: Int
        var error: String?
        var testDescription: String { values.map { "\"\($0)\"" }.joined(separator: ", then ") }

        init(_ values: String..., expects: Int64, count: Int, error: String? = nil) {
            (self.values, self.expects, self.count, self.error) = (values, expects, count, error)
        }

        func applied(to response: MockResponse) -> MockResponse {
            values.reduce(response) { $0.addingHeader("Content-Length", $1) }
        }
    }

    private static func short(_ count: Int, of length: Int) -> String {
        "the body ended after \(count) of the \(length) bytes that Content-Length says"
    }

    static let lies: [Lie] = [
        Lie("4", expects: 4, count: 4),
        Lie("0", expects: 0, count: 0),
        Lie("11", expects: 11, count: 10, error: short(10, of: 11)),
        Lie("1000000", expects: 1_000_000, count: 10, error: short(10, of: 1_000_000)),
        Lie("+4", expects: 4, count: 4),
        Lie("4abc", expects: -1, count: 4),
        Lie("4.5", expects: -1, count: 4),
        Lie("0x10", expects: -1, count: 0),
        Lie("4, 10", expects: -1, count: 4),
        Lie("99999999999999999999", expects: -1, count: 10),
        Lie("10", "10", expects: -1, count: 10),
        Lie("4", "10", expects: -1, count: 10),
        Lie("10", "4", expects: -1, count: 4),
        Lie("10", "12", expects: -1, count: 10, error: short(10, of: 12)),
    ]

    @Test(arguments: lies) func `a length is believed as a real loader believes it`(_ lie: Lie) async throws {
        for response in [
            MockResponse.data(Self.text), .stream { try await $0.write(Self.text) },
            MockResponse(.content(.chunks([Self.text.prefix(3), Self.text.suffix(7)]))),
        ] {
            let (sight, error) = try await Sight.everywhere(lie.applied(to: response))
            #expect(sight.body == Self.text.prefix(lie.count))
            #expect(sight.expectedLength == lie.expects)
            #expect(error?.localizedDescription == lie.error)
            #expect(error?.code == lie.error.map { _ in .unknown })
            #expect(error?.failingURL == lie.error.map { _ in api("/a") })
        }
    }

    @Test(arguments: ["-5", "abc", "", "-"], ["GET", "HEAD"])
    func `an answer whose length is no number is refused`(_ value: String, _ method: String) async throws {
        let response = MockResponse.data(Self.text).header("Content-Length", value)
        let (sight, error) = try await Sight.everywhere(response, method: method)
        #expect(sight == Sight(error: URLError.Code.unknown.rawValue))
        #expect(
            error?.localizedDescription == "Content-Length: \"\(value)\" is no length; such an answer is refused")
    }

    /// On a socket this ends the client's process on Linux: Foundation's progress traps.
    @Test func `the greatest length is a length`() async throws {
        let response = MockResponse.data(Self.text).header("Content-Length", "\(Int64.max)")
        let (sight, error) = try await Sight.of(response, onSocket: false)
        #expect(sight.expectedLength == .max)
        #expect(error?.code == .unknown)
    }

    @Test func `chunks count, whatever the length says`() async throws {
        let response = MockResponse.data(Self.text).header("Content-Length", "4").header("Transfer-Encoding", "chunked")
        let (sight, error) = try await Sight.everywhere(response)
        #expect(sight.body == Self.text)
        #expect(sight.expectedLength == 4)
        #expect(error == nil)
    }

    @Test func `the length is that of the compressed bytes`() async throws {
        let coded = MockResponse.data(Compressed.gzip).header("Content-Encoding", "gzip")
        let (short, shortError) = try await Sight.everywhere(coded.header("Content-Length", "30"))
        #expect(short.body == Compressed.text.prefix(34))
        #expect(shortError == nil)
        let (long, longError) = try await Sight.everywhere(coded.header("Content-Length", "50"))
        #expect(long.body == Compressed.text)
        #expect(longError?.localizedDescription == Self.short(49, of: 50))
    }

    @Test(arguments: Way.allCases) func `a body that is too short fails every kind of task`(_ way: Way) async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.any("/a"), returning: .data(Self.text).header("Content-Length", "11"))
        }
        let error = await #expect(throws: URLError.self) {
            try await way.ask(server, URLRequest("/a", method: way == .upload ? "POST" : "GET"))
        }
        #expect(error?.localizedDescription == Self.short(10, of: 11))
        #expect(server.exchanges.first?.description.hasSuffix("→ URLError -1") == true)
    }

    @Test(arguments: Way.allCases) func `a body that is too long is cut for every kind of task`(_ way: Way) async throws
    {
        let server = MockServer("https://api.example.com") {
            Stub(.any("/a"), returning: .data(Self.text).header("Content-Length", "9"))
        }
        let answer = try await way.ask(server, URLRequest("/a", method: way == .upload ? "POST" : "GET"))
        #expect(answer.text == "012345678")
    }

    // MARK: No body

    @Test(arguments: [("GET", 204), ("GET", 304), ("HEAD", 200), ("HEAD", 404)], [nil, "7", "1000"])
    func `an answer that has no body brings none, whatever it says`(
        _ kind: (method: String, status: Int), _ length: String?
    ) async throws {
        var response = MockResponse.data(Self.text, status: kind.status)
        if let length { response = response.header("Content-Length", length) }
        let (sight, error) = try await Sight.everywhere(response, method: kind.method)
        #expect(sight.status == kind.status)
        #expect(sight.body.isEmpty)
        #expect(sight.expectedLength == (length.flatMap { Int64($0) } ?? (kind.status == 204 ? -1 : 10)))
        #expect(error == nil)
    }

    @Test func `a HEAD without a length knows none`() async throws {
        let response = MockResponse.data(Self.text).removingHeader("Content-Length")
        #expect(try await Sight.everywhere(response, method: "HEAD").sight.expectedLength == -1)
    }
}
