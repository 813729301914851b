import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ChallengeTests {
    // MARK: Asked

    @Test(arguments: AskedWay.allCases)
    func `the delegate is asked until the credentials are right, for every kind of task`(_ way: AskedWay) async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper(("ann", "no"), ("bob", "pw"), ("ann", "pw"))
        let request = URLRequest("/basic", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, delegate) == (way.isUpload ? "200 in up" : "200 in "))
        #expect(delegate.questions == [Gatekeeper.basic(0), Gatekeeper.basic(1), Gatekeeper.basic(2)])
        #expect(delegate.state.value.isOnQueue)
        #expect(delegate.state.value.statuses.allSatisfy { $0 == 200 })
        #expect(delegate.state.value.streams == (way == .uploadStream ? 4 : 0))
        #expect(server.requests.count == 1)
        let exchange = try #require(server.exchanges.first)
        let headers = exchange.hops.map { "\($0.statusCode) \($0.request.headers["Authorization"] ?? "none")" }
        #expect(headers == ["401 none", "401 Basic YW5uOm5v", "401 Basic Ym9iOnB3"])
        #expect(exchange.hops.allSatisfy { $0.request.text == (way.isUpload ? "up" : "") })
        #expect(exchange.outcomeName == "response 200")
    }

    @Test(arguments: AskedWay.allCases)
    func `a delegate that gives up gets the 401 with its body, for every kind of task`(_ way: AskedWay) async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper(("ann", "no"))
        let request = URLRequest("/plain", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, delegate) == "401 out")
        #expect(delegate.questions == [Gatekeeper.basic(0), Gatekeeper.basic(1)])
        #expect(server.exchanges.first?.outcomeName == "response 401")
    }

    @Test(arguments: AskedWay.allCases)
    func `a delegate that cancels ends the load once, for every kind of task`(_ way: AskedWay) async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper { _, decide in decide(.cancelAuthenticationChallenge, nil) }
        let error = await #expect(throws: URLError.self) {
            try await way.ask(server, URLRequest("/basic", method: way.isUpload ? "PUT" : "GET"), delegate)
        }
        #expect(error?.code == .cancelled)
        #expect(error?.failingURL == api("/basic"))
        #expect(delegate.questions == [Gatekeeper.basic(0)])
        #expect(server.exchanges.map(\.outcomeName) == ["cancelled"])
    }

    @Test(arguments: [
        URLSession.AuthChallengeDisposition.useCredential, .performDefaultHandling, .rejectProtectionSpace,
    ])
    func `without a credential the 401 is the answer`(_ disposition: URLSession.AuthChallengeDisposition) async throws {
        let delegate = Gatekeeper { _, decide in decide(disposition, nil) }
        #expect(try await AskedWay.dataDelegate.ask(Gatekeeper.server(), URLRequest("/plain"), delegate) == "401 out")
        #expect(delegate.questions == [Gatekeeper.basic(0)])
        #expect(delegate.state.value.statuses == [401])
        #expect(delegate.state.value.ends == 1)
    }

    @Test func `an answer may come later, from anywhere, and the first one counts`() async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper { _, decide in
            DispatchQueue.global().async {
                decide(.useCredential, URLCredential(user: "ann", password: "pw", persistence: .none))
                decide(.cancelAuthenticationChallenge, nil)
                decide(.useCredential, nil)
            }
        }
        #expect(try await AskedWay.dataAsync.ask(server, URLRequest("/basic"), delegate) == "200 in ")
        #expect(delegate.questions.count == 1)
    }

    @Test func `the answer may be given to the sender of the challenge`() async throws {
        let server = Gatekeeper.server()
        final class Delegate: NSObject, URLSessionTaskDelegate {
            func urlSession(
                _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping Decide
            ) {
                challenge.sender?.use(
                    URLCredential(user: "ann", password: "pw", persistence: .none), for: challenge)
            }
        }
        let session = URLSession(configuration: server.configuration(), delegate: Delegate(), delegateQueue: nil)
        #expect(try await session.answer(URLRequest("/basic")).text == "in ")
        session.finishTasksAndInvalidate()
    }

    @Test func `a client that never gives up ends after twenty rounds`() async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper { question, decide in
            decide(.useCredential, URLCredential(user: "u\(question.failures)", password: "", persistence: .none))
        }
        #expect(try await AskedWay.dataAsync.ask(server, URLRequest("/plain"), delegate) == "401 out")
        #expect(delegate.state.value.questions.map(\.failures) == Array(0..<20))
        #expect(server.exchanges.first?.hops.count == 20)
    }

    // MARK: Not asked

    @Test(arguments: [
        #"Bearer realm="x""#, "Negotiate", #"NTLM"#, "Basic", #"Digest realm="x", nonce="n", algorithm=SHA-256"#,
        #"Digest realm="x", nonce="n", qop="auth-int""#, #"Digest realm="x""#, #"Bearer scope="Basic realm=x""#,
    ])
    func `a challenge that the client does not speak is an answer`(_ challenge: String) async throws {
        let server = MockServer(origin) {
            Stub(.any, returning: .text("out", status: 401).header("WWW-Authenticate", challenge))
        }
        let delegate = Gatekeeper(("ann", "pw"))
        let request = URLRequest("https://ann:pw@api.example.com/a")
        #expect(try await AskedWay.dataDelegate.ask(server, request, delegate) == "401 out")
        #expect(delegate.questions == [])
        #expect(server.exchanges.first?.hops.count == 0)
    }

    @Test(arguments: [407, 403, 200]) func `other statuses are answers`(_ status: Int) async throws {
        let server = MockServer(origin) {
            Stub(
                .any,
                returning: .text("out", status: status).header("WWW-Authenticate", basicChallenge).header(
                    "Proxy-Authenticate", basicChallenge))
        }
        let delegate = Gatekeeper(("ann", "pw"))
        #expect(try await AskedWay.dataDelegate.ask(server, URLRequest("/a"), delegate) == "\(status) out")
        #expect(delegate.questions == [])
    }

    @Test func `a bearer token that is asked for is the client's own business`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .text("in")).requiring(.bearer("t", realm: "x")) }
        let delegate = Gatekeeper(("ann", "pw"))
        #expect(try await AskedWay.dataDelegate.ask(server, URLRequest("/a"), delegate) == "401 ")
        #expect(delegate.questions == [])
    }

    @Test func `the session's own method is not asked about Basic, as documented`() async throws {
        final class Delegate: NSObject, URLSessionTaskDelegate {
            let asked = Box(0)
            func urlSession(
                _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping Decide
            ) {
                asked.change { $0 += 1 }
                completionHandler(.useCredential, URLCredential(user: "ann", password: "pw", persistence: .none))
            }
        }
        let delegate = Delegate()
        let session = URLSession(
            configuration: Gatekeeper.server().configuration(), delegate: delegate, delegateQueue: nil)
        #expect(try await session.answer(URLRequest("/plain")).text == "out")
        #expect(delegate.asked.value == 0)
        session.finishTasksAndInvalidate()
    }

    // MARK: Several

    @Test(arguments: [
        [#"Basic realm="b", Digest realm="d", nonce="n""#], [#"Basic realm="b""#, #"Digest realm="d", nonce="n""#],
        [#"Negotiate, Bearer realm="r", Basic realm="b""#, #"Digest realm="d", nonce="n", Digest realm="e""#],
    ])
    func `of several challenges the strongest comes first, and the next when it is rejected`(
        _ headers: [String]
    ) async throws {
        let server = MockServer(origin) {
            Stub(
                .header("Authorization", .absent),
                returning: headers.reduce(.status(401)) { $0.addingHeader("WWW-Authenticate", $1) })
            Stub(.any) { request in .text(request.headers["Authorization"] ?? "") }
        }
        let delegate = Gatekeeper { question, decide in
            guard question.method == "Basic" else { return decide(.rejectProtectionSpace, nil) }
            decide(.useCredential, URLCredential(user: "ann", password: "pw", persistence: .none))
        }
        #expect(try await AskedWay.dataAsync.ask(server, URLRequest("/a"), delegate) == "200 Basic YW5uOnB3")
        #expect(
            delegate.questions == [
                "Digest https://api.example.com:443 d, proposes nobody, 0 failures, 401",
                "Basic https://api.example.com:443 b, proposes nobody, 0 failures, 401",
            ])
    }

    @Test func `the space is that of the URL, and failures are counted for each`() async throws {
        let server = MockServer {
            Stub(
                .get("http://api.example.com:8080/a"),
                inTurn: .status(401).header("WWW-Authenticate", #"Basic realm="x""#),
                .status(401).header("WWW-Authenticate", #"Basic realm="y""#), .redirect(to: "https://[::1]/b"))
            Stub(
                .get("https://[::1]/b"), inTurn: .status(401).header("WWW-Authenticate", #"Basic realm="x""#),
                .text("in"))
        }
        let delegate = Gatekeeper(("ann", "pw"))
        let request = URLRequest("http://api.example.com:8080/a")
        #expect(try await AskedWay.dataAsync.ask(server, request, delegate) == "200 in")
        #expect(
            delegate.questions == [
                "Basic http://api.example.com:8080 x, proposes nobody, 0 failures, 401",
                "Basic http://api.example.com:8080 y, proposes nobody, 0 failures, 401",
                "Basic https://::1:443 x, proposes nobody, 0 failures, 401",
            ])
        #expect(server.exchanges.first?.hops.map(\.statusCode) == [401, 401, 302, 401])
    }
}
