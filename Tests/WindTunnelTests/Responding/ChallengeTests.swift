import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(1)))
struct ChallengeTests {
    private static let header = ("WWW-Authenticate", #"Basic realm="x""#)

    private func server() -> MockServer {
        MockServer(origin) {
            Stub(.any("/basic")) { request in .text("in \(request.text ?? "")") }.requiring(
                .basic(user: "ann", password: "pw", realm: "x"))
            Stub(.any("/digest"), .query("q", "ä"), returning: .text("in")).requiring(
                .digest(user: "Änn", password: "pw", realm: "x"))
            Stub(.any("/plain"), returning: .text("out", status: 401).header(Self.header.0, Self.header.1))
        }
    }

    private func basic(_ failures: Int, proposes proposal: String = "nobody") -> String {
        "Basic https://api.example.com:443 x, proposes \(proposal), \(failures) failures, 401"
    }

    // MARK: Asked

    @Test(arguments: AskedWay.allCases)
    func `the delegate is asked until the credentials are right, for every kind of task`(_ way: AskedWay) async throws {
        let server = server()
        let delegate = Gatekeeper(("ann", "no"), ("bob", "pw"), ("ann", "pw"))
        let request = URLRequest("/basic", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, delegate) == (way.isUpload ? "200 in up" : "200 in "))
        #expect(delegate.questions == [basic(0), basic(1), basic(2)])
        #expect(delegate.state.value.isOnQueue)
        #expect(delegate.state.value.statuses.allSatisfy { $0 == 200 })
        #expect(server.requests.count == 1)
        let exchange = try #require(server.exchanges.first)
        let headers = exchange.hops.map { "\($0.statusCode) \($0.request.headers["Authorization"] ?? "none")" }
        #expect(headers == ["401 none", "401 Basic YW5uOm5v", "401 Basic Ym9iOnB3"])
        #expect(exchange.hops.allSatisfy { $0.request.text == (way.isUpload ? "up" : "") })
        #expect(exchange.outcomeName == "response 200")
    }

    @Test(arguments: AskedWay.allCases)
    func `a delegate that gives up gets the 401 with its body, for every kind of task`(_ way: AskedWay) async throws {
        let server = server()
        let delegate = Gatekeeper(("ann", "no"))
        let request = URLRequest("/plain", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, delegate) == "401 out")
        #expect(delegate.questions == [basic(0), basic(1)])
        #expect(server.exchanges.first?.outcomeName == "response 401")
    }

    @Test(arguments: AskedWay.allCases)
    func `a delegate that cancels ends the load once, for every kind of task`(_ way: AskedWay) async throws {
        let server = server()
        let delegate = Gatekeeper { _, decide in decide(.cancelAuthenticationChallenge, nil) }
        let error = await #expect(throws: URLError.self) {
            try await way.ask(server, URLRequest("/basic", method: way.isUpload ? "PUT" : "GET"), delegate)
        }
        #expect(error?.code == .cancelled)
        #expect(error?.failingURL == api("/basic"))
        #expect(delegate.questions == [basic(0)])
        #expect(server.exchanges.map(\.outcomeName) == ["cancelled"])
    }

    @Test(arguments: [
        URLSession.AuthChallengeDisposition.useCredential, .performDefaultHandling, .rejectProtectionSpace,
    ])
    func `without a credential the 401 is the answer`(_ disposition: URLSession.AuthChallengeDisposition) async throws {
        let delegate = Gatekeeper { _, decide in decide(disposition, nil) }
        #expect(try await AskedWay.dataDelegate.ask(server(), URLRequest("/plain"), delegate) == "401 out")
        #expect(delegate.questions == [basic(0)])
        #expect(delegate.state.value.statuses == [401])
        #expect(delegate.state.value.ends == 1)
    }

    @Test func `an answer may come later, from anywhere, and the first one counts`() async throws {
        let server = server()
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
        let server = server()
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
        let server = server()
        let delegate = Gatekeeper { question, decide in
            decide(.useCredential, URLCredential(user: "u\(question.failures)", password: "", persistence: .none))
        }
        #expect(try await AskedWay.dataAsync.ask(server, URLRequest("/plain"), delegate) == "401 out")
        #expect(delegate.state.value.questions.map(\.failures) == Array(0..<20))
        #expect(server.exchanges.first?.hops.count == 20)
    }

    // MARK: Open ends

    @Test func `a delegate that never answers holds the load open until it is cancelled, beyond every time-out`()
        async throws
    {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/basic"), returning: .text("in")).requiring(.basic(user: "ann", password: "pw"))
        }
        let delegate = Gatekeeper { _, _ in }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: URLRequest("/basic"))
        task.resume()
        for await _ in delegate.asked.stream { break }
        await clock.advance(by: .seconds(3_600))
        #expect(server.exchanges.map(\.outcomeName) == ["pending"])
        task.cancel()
        #expect((await delegate.end() as? URLError)?.code == .cancelled)
        #expect(server.exchanges.map(\.outcomeName) == ["cancelled"])
        #expect(delegate.state.value.ends == 1)
        session.finishTasksAndInvalidate()
    }

    @Test func `time that the delegate takes is not counted, and later delays begin behind it`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/basic"), returning: .text("in").delayed(by: .seconds(30))).requiring(
                .basic(user: "ann", password: "pw"))
        }
        let decision = Box<Decide?>(nil)
        let delegate = Gatekeeper { _, decide in decision.change { $0 = decide } }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: URLRequest("/basic")).resume()
        while decision.value == nil { await Task.yield() }
        await clock.advance(by: .seconds(100))
        decision.value?(.useCredential, URLCredential(user: "ann", password: "pw", persistence: .none))
        await clock.advance(by: .seconds(30))
        #expect(server.exchanges.first?.outcomeName == "response 200")
        #expect(server.exchanges.first?.completion == .seconds(130))
        session.finishTasksAndInvalidate()
    }

    @Test func `closing the server during a challenge ends the load once`() async throws {
        let server = server()
        let delegate = Gatekeeper { _, _ in }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: URLRequest("/basic")).resume()
        for await _ in delegate.asked.stream { break }
        server.close()
        #expect((await delegate.end() as? URLError)?.code == .cancelled)
        #expect(delegate.state.value.ends == 1)
        session.finishTasksAndInvalidate()
    }

    @Test func `cancelling at any moment of a challenge ends each load once`() async throws {
        let server = server()
        let delegate = Gatekeeper(("ann", "no"), ("ann", "pw"))
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let count = 300
        for number in 0..<count {
            let task = session.dataTask(with: URLRequest("/basic"))
            task.resume()
            DispatchQueue.global().async {
                for _ in 0..<(number % 40) { sched_yield() }
                task.cancel()
            }
        }
        for _ in 0..<count { _ = await delegate.end() }
        #expect(delegate.state.value.ends == count)
        #expect(server.exchanges.allSatisfy { $0.outcomeName != "pending" })
        session.finishTasksAndInvalidate()
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
                returning: .text("out", status: status).header(Self.header.0, Self.header.1).header(
                    "Proxy-Authenticate", Self.header.1))
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
        let session = URLSession(configuration: server().configuration(), delegate: delegate, delegateQueue: nil)
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

    // MARK: Proposals

    @Test(arguments: AskedWay.allCases)
    func `without a delegate that says otherwise the user of the URL comes in`(_ way: AskedWay) async throws {
        let server = server()
        let delegate = Gatekeeper()
        let request = URLRequest("https://ann:pw@api.example.com/basic", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, delegate).hasPrefix("200 in"))
        #expect(delegate.questions == [basic(0, proposes: "ann:pw")])
    }

    @Test func `what the URL proposes is decoded, tried once, and then the 401 is the answer`() async throws {
        let server = MockServer(origin) {
            Stub(.any, returning: .text("out", status: 401).header("WWW-Authenticate", #"Basic realm="x""#))
        }
        let answer = try await server.session.answer(URLRequest("https://a%40b:p%3Aw@api.example.com/a"))
        #expect(answer.text == "out")
        let hops = try #require(server.exchanges.first).hops
        #expect(hops.map { $0.request.headers["Authorization"] } == [nil])
        let header = "Basic " + Data("a@b:p:w".utf8).base64EncodedString()
        let delegate = Gatekeeper { question, decide in
            question.failures == 0 ? decide(.performDefaultHandling, nil) : decide(.useCredential, nil)
        }
        let request = URLRequest("https://a%40b:p%3Aw@api.example.com/a")
        #expect(try await AskedWay.dataAsync.ask(server, request, delegate) == "401 out")
        #expect(delegate.questions == [basic(0, proposes: "a@b:p:w"), basic(1)])
        server.removeAllStubs()
        server.stub(.header("Authorization", .equal(header)), returning: .text("in"))
        server.stub(
            .header("Authorization", .absent), returning: .status(401).header("WWW-Authenticate", #"Basic realm="x""#))
        #expect(try await server.session.answer(request).text == "in")
    }

    private func store(
        _ server: MockServer, _ credential: URLCredential, realm: String = "x", isDefault: Bool = true
    ) -> (URLSession, Gatekeeper) {
        let delegate = Gatekeeper()
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let space = URLProtectionSpace(
            host: "api.example.com", port: 443, protocol: "https", realm: realm,
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let storage = session.configuration.urlCredentialStorage
        if isDefault {
            storage?.setDefaultCredential(credential, for: space)
        } else {
            storage?.set(credential, for: space)
        }
        return (session, delegate)
    }

    @Test(arguments: [true, false])
    func `a stored credential is proposed, and taken by default`(_ isDefault: Bool) async throws {
        let server = server()
        let credential = URLCredential(user: "ann", password: "pw", persistence: .forSession)
        let (session, delegate) = store(server, credential, isDefault: isDefault)
        #expect(try await session.answer(URLRequest("/basic")).text == "in ")
        #expect(delegate.questions == [basic(0, proposes: "ann:pw")])
        session.finishTasksAndInvalidate()
    }

    @Test func `a session without a delegate takes the stored credential`() async throws {
        let server = server()
        let session = server.session
        let space = URLProtectionSpace(
            host: "api.example.com", port: 443, protocol: NSURLProtectionSpaceHTTPS, realm: "x",
            authenticationMethod: NSURLAuthenticationMethodDefault)
        session.configuration.urlCredentialStorage?.setDefaultCredential(
            URLCredential(user: "ann", password: "pw", persistence: .forSession), for: space)
        #expect(try await session.answer(URLRequest("/basic")).text == "in ")
        #expect(try await session.answer(URLRequest("/plain")).status == 401)
    }

    @Test func `a stored credential of another space is nobody's`() async throws {
        let server = server()
        let (session, delegate) = store(
            server, URLCredential(user: "ann", password: "pw", persistence: .forSession), realm: "y")
        #expect(try await session.answer(URLRequest("/basic")).status == 401)
        #expect(delegate.questions == [basic(0)])
        session.finishTasksAndInvalidate()
    }

    @Test func `the URL comes before the storage, which comes next`() async throws {
        let server = server()
        let (session, delegate) = store(server, URLCredential(user: "ann", password: "pw", persistence: .forSession))
        let request = URLRequest("https://bob:no@api.example.com/basic")
        #expect(try await session.answer(request).text == "in ")
        #expect(delegate.questions == [basic(0, proposes: "bob:no"), basic(1, proposes: "ann:pw")])
        // A user alone is looked up.
        #expect(try await session.answer(URLRequest("https://ann@api.example.com/basic")).text == "in ")
        #expect(delegate.questions.last == basic(0, proposes: "ann:pw"))
        session.finishTasksAndInvalidate()
    }

    @Test(arguments: [
        (URLCredential.Persistence.none, "nobody", 0), (.forSession, "ann:pw", 1), (.permanent, "ann:pw", 1),
    ])
    func `what let the client in is kept as its persistence says, and proposed next time`(
        _ persistence: URLCredential.Persistence, _ proposal: String, _ stored: Int
    ) async throws {
        let server = server()
        let delegate = Gatekeeper { question, decide in
            let password = question.failures == 0 ? "no" : "pw"
            decide(.useCredential, URLCredential(user: "ann", password: password, persistence: persistence))
        }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        for _ in 0..<2 { #expect(try await session.answer(URLRequest("/basic")).text == "in ") }
        #expect(delegate.questions == [basic(0), basic(1), basic(0, proposes: proposal), basic(1, proposes: proposal)])
        // Not sent before it is asked for.
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil, nil])
        let kept = session.configuration.urlCredentialStorage?.allCredentials ?? [:]
        #expect(kept.count == stored)
        #expect(kept.values.first?["ann"]?.password == (stored == 0 ? nil : "pw"))
        session.finishTasksAndInvalidate()
    }

    @Test func `what did not let the client in is not kept`() async throws {
        let server = server()
        let delegate = Gatekeeper { question, decide in
            guard question.failures == 0 else { return decide(.performDefaultHandling, nil) }
            decide(.useCredential, URLCredential(user: "ann", password: "no", persistence: .permanent))
        }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        #expect(try await session.answer(URLRequest("/plain")).status == 401)
        #expect(session.configuration.urlCredentialStorage?.allCredentials.count == 0)
        session.finishTasksAndInvalidate()
    }
}
