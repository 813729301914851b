import TestSupport
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct DigestTests {
    private static let mufasa = [
        "realm": "http-auth@example.org", "qop": "auth, auth-int", "algorithm": "MD5",
        "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
    ]

    // MARK: The proof

    @Test func `the example of RFC 7616, section 3.9.1, holds`() {
        let answer = DigestAuthorization(
            Self.mufasa, user: "Mufasa", password: "Circle of Life", method: "GET", uri: "/dir/index.html",
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
        #expect(answer.response == "8ca523f5e9506fed4657c9700eebdbec")
        #expect(
            answer.header == """
                Digest username="Mufasa", realm="http-auth@example.org", \
                nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", \
                response="8ca523f5e9506fed4657c9700eebdbec", algorithm=MD5, qop=auth, nc=00000001, \
                cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", \
                opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
                """)
        #expect(DigestAuthorization(header: answer.header) == answer)
    }

    @Test func `the example of RFC 2617 holds`() {
        let challenge = ["realm": "testrealm@host.com", "qop": "auth", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093"]
        let answer = DigestAuthorization(
            challenge, user: "Mufasa", password: "Circle Of Life", method: "GET", uri: "/dir/index.html",
            clientNonce: "0a4f113b")
        #expect(answer.response == "6629fae49393a05397450978507c4ef1")
    }

    @Test func `without qop the proof is that of RFC 2069`() {
        let challenge = ["realm": "testrealm@host.com", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093"]
        let answer = DigestAuthorization(
            challenge, user: "Mufasa", password: "CircleOfLife", method: "GET", uri: "/dir/index.html")
        // The erratum to the RFC's own example.
        #expect(answer.response == "1949323746fe6a43ef61f9606e7febea")
        #expect(!answer.header.contains("qop"))
    }

    // MARK: The client

    @Test func `a client comes in by Digest, with the delegate's credentials`() async throws {
        let server = MockServer(origin) {
            Stub(.post("/a b"), .query("q", "ä"), returning: .text("in")).requiring(
                .digest(user: #"Än"n"#, password: "p:w", realm: #"a "b""#))
        }
        let delegate = Gatekeeper((#"Än"n"#, "no"), (#"Än"n"#, "p:w"))
        let request = URLRequest("/a%20b?q=%C3%A4", method: "POST")
        #expect(try await AskedWay.dataAsync.ask(server, request, delegate) == "200 in")
        #expect(
            delegate.questions == [
                #"Digest https://api.example.com:443 a "b", proposes nobody, 0 failures, 401"#,
                #"Digest https://api.example.com:443 a "b", proposes nobody, 1 failures, 401"#,
            ])
        #expect(server.exchanges.first?.hops.map(\.statusCode) == [401, 401])
    }

    @Test(arguments: AskedWay.allCases)
    func `a client comes in by Digest with the user of the URL, for every kind of task`(_ way: AskedWay) async throws {
        let server = MockServer(origin) {
            Stub(.any("/a"), returning: .text("in")).requiring(.digest(user: "ann", password: "pw"))
        }
        let request = URLRequest("https://ann:pw@api.example.com/a", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, Gatekeeper()) == "200 in")
    }

    @Test func `after a stale nonce the request is sent again without a question`() async throws {
        let server = MockServer(origin) {
            Stub(
                .any,
                inTurn: .status(401).header("WWW-Authenticate", #"Digest realm="x", nonce="one""#),
                .status(401).header("WWW-Authenticate", #"Digest realm="x", nonce="two", stale=TRUE"#),
                .text("in"))
        }
        let delegate = Gatekeeper(("ann", "pw"))
        #expect(try await AskedWay.dataAsync.ask(server, URLRequest("/a"), delegate) == "200 in")
        #expect(delegate.questions.count == 1)
        let nonces = server.exchanges.first?.hops.map {
            DigestAuthorization(header: $0.request.headers["Authorization"])
        }
        #expect(nonces?.map { $0?.nonce } == [nil, "one"])
    }

    @Test func `a server that always says stale is left after twenty rounds`() async throws {
        let server = MockServer(origin) {
            Stub(.any, returning: .status(401).header("WWW-Authenticate", #"Digest realm="x", nonce="n", stale=true"#))
        }
        let delegate = Gatekeeper(("ann", "pw"))
        #expect(try await AskedWay.dataAsync.ask(server, URLRequest("/a"), delegate) == "401 ")
        #expect(delegate.questions.count == 1)
        #expect(server.exchanges.first?.hops.count == 20)
    }

    // MARK: The server

    /// What can be wrong with an answer that is right otherwise.
    enum Fault: String, CaseIterable, Sendable {
        case none, user, password, realm, nonce, opaque, noOpaque, method, uri, otherURI, noProtection, count, algorithm
        case proof, scheme

        var status: Int { self == .none ? 200 : 401 }
        /// The proof is right: only the nonce, or its count, was not.
        var isStale: Bool { self == .nonce || self == .count }
    }

    private func answer(_ challenge: [String: String], _ fault: Fault) -> String {
        var challenge = challenge
        if fault == .realm { challenge["realm"] = "y" }
        if fault == .nonce { challenge["nonce"] = "not-ours" }
        if fault == .opaque { challenge["opaque"] = "other" }
        if fault == .noOpaque { challenge["opaque"] = nil }
        if fault == .noProtection { challenge["qop"] = nil }
        let header = DigestAuthorization(
            challenge, user: fault == .user ? "bob" : "ann", password: fault == .password ? "no" : "pw",
            method: fault == .method ? "POST" : "GET", uri: fault == .uri ? "/a" : "/a?b=1", clientNonce: "c"
        )
        var answer = header
        if fault == .count {
            answer.protection = .init(count: "1", clientNonce: "c")
            answer.response = answer.proof(password: "pw", method: "GET")
        }
        if fault == .proof { answer.response = String(answer.response.reversed()) }
        switch fault {
        case .otherURI: return answer.header.replacingOccurrences(of: "/a?b=1", with: "/a?b=2")
        case .algorithm: return answer.header.replacingOccurrences(of: "=MD5", with: "=SHA-256")
        case .scheme: return answer.header.replacingOccurrences(of: "Digest ", with: "Basic ")
        default: return answer.header
        }
    }

    private func server() -> MockServer {
        MockServer(origin) {
            Stub(.get("/a"), returning: .text("in")).requiring(.digest(user: "ann", password: "pw", realm: "x"))
        }
    }

    private func challenge(_ answer: Answer) throws -> [String: String] {
        let items = ChallengeParser.parse(try #require(answer.header("WWW-Authenticate")))
        #expect(items.map(\.scheme) == ["digest"])
        return items[0].parameters
    }

    @Test func `the challenge says what is spoken, with another nonce each time`() async throws {
        let server = server()
        let first = try challenge(try await server.get("/a"))
        let second = try challenge(try await server.get("/a"))
        #expect(first.keys.sorted() == ["algorithm", "charset", "nonce", "opaque", "qop", "realm"])
        #expect([first["realm"], first["qop"], first["algorithm"], first["charset"]] == ["x", "auth", "MD5", "UTF-8"])
        #expect(first["nonce"] != second["nonce"])
        #expect(first["opaque"] == second["opaque"])
        #expect(first["nonce"]?.count == 32)
    }

    @Test(arguments: Fault.allCases)
    func `every part of the answer is checked`(_ fault: Fault) async throws {
        let server = server()
        let challenge = try challenge(try await server.get("/a?b=1"))
        let answer = try await server.get("/a?b=1", headers: ["Authorization": self.answer(challenge, fault)])
        #expect(answer.status == fault.status)
        guard fault != .none else { return }
        #expect((try self.challenge(answer)["stale"] == "true") == fault.isStale)
    }

    @Test func `an answer counts once, and the next one of the same nonce counts further`() async throws {
        let server = server()
        let challenge = try challenge(try await server.get("/a?b=1"))
        func header(_ count: String) -> String {
            var answer = DigestAuthorization(challenge, user: "ann", password: "pw", method: "GET", uri: "/a?b=1")
            answer.protection = .init(count: count, clientNonce: "c")
            answer.response = answer.proof(password: "pw", method: "GET")
            return answer.header
        }
        var statuses: [Int] = []
        for count in ["00000001", "00000001", "00000003", "00000002", "0000000g", "+0000009"] {
            statuses.append(try await server.get("/a?b=1", headers: ["Authorization": header(count)]).status)
        }
        #expect(statuses == [200, 401, 200, 200, 401, 401])
    }

    @Test func `an old nonce is stale`() {
        let nonces = DigestNonces()
        let first = nonces.issue()
        for _ in 1..<DigestNonces.limit { _ = nonces.issue() }
        #expect(nonces.take(first, 1))
        _ = nonces.issue()
        #expect(!nonces.take(first, 2))
    }

    @Test(arguments: [Fault.none, .password])
    func `over a socket the client gets the 401, and its answer is checked as well`(_ fault: Fault) async throws {
        let server = server()
        let base = try await server.listen()
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        let url = "\(base.absoluteString)/a?b=1"
        let first = try await session.answer(URLRequest(url))
        #expect(first.status == 401)
        let header = answer(try challenge(first), fault)
        let second = try await session.answer(URLRequest(url, headers: ["Authorization": header]))
        #expect(second.status == fault.status)
        await server.stopListening()
    }

    @Test(.enabled(if: Tool.path("curl") != nil, "curl is not installed"))
    func `curl comes in by Digest, with several requests on one nonce`() async throws {
        let server = MockServer(origin) {
            // curl keeps the body back until it is let in.
            Stub(.post("/a")) { request in .text("in \(request.text ?? "") ") }.requiring(
                .digest(user: "Änn", password: "p:w", realm: #"a "b""#))
        }
        let url = "\(try await server.listen().absoluteString)/a?b=%20"
        let arguments = ["-sS", "--max-time", "50", "--digest", "-d", "up", "-u", "Änn:p:w", url, url]
        #expect(try await Tool.run("curl", arguments) == "in up in up ")
        await server.stopListening()
    }
}
