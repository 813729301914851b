import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ChallengeProposalTests {
    @Test(arguments: AskedWay.allCases)
    func `without a delegate that says otherwise the user of the URL comes in`(_ way: AskedWay) async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper()
        let request = URLRequest("https://ann:pw@api.example.com/basic", method: way.isUpload ? "PUT" : "GET")
        #expect(try await way.ask(server, request, delegate).hasPrefix("200 in"))
        #expect(delegate.questions == [Gatekeeper.basic(0, proposes: "ann:pw")])
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
        #expect(delegate.questions == [Gatekeeper.basic(0, proposes: "a@b:p:w"), Gatekeeper.basic(1)])
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
        let server = Gatekeeper.server()
        let credential = URLCredential(user: "ann", password: "pw", persistence: .forSession)
        let (session, delegate) = store(server, credential, isDefault: isDefault)
        #expect(try await session.answer(URLRequest("/basic")).text == "in ")
        #expect(delegate.questions == [Gatekeeper.basic(0, proposes: "ann:pw")])
        session.finishTasksAndInvalidate()
    }

    @Test func `a session without a delegate takes the stored credential`() async throws {
        let server = Gatekeeper.server()
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
        let server = Gatekeeper.server()
        let (session, delegate) = store(
            server, URLCredential(user: "ann", password: "pw", persistence: .forSession), realm: "y")
        #expect(try await session.answer(URLRequest("/basic")).status == 401)
        #expect(delegate.questions == [Gatekeeper.basic(0)])
        session.finishTasksAndInvalidate()
    }

    @Test func `the URL comes before the storage, which comes next`() async throws {
        let server = Gatekeeper.server()
        let (session, delegate) = store(server, URLCredential(user: "ann", password: "pw", persistence: .forSession))
        let request = URLRequest("https://bob:no@api.example.com/basic")
        #expect(try await session.answer(request).text == "in ")
        #expect(
            delegate.questions == [Gatekeeper.basic(0, proposes: "bob:no"), Gatekeeper.basic(1, proposes: "ann:pw")])
        // A user alone is looked up.
        #expect(try await session.answer(URLRequest("https://ann@api.example.com/basic")).text == "in ")
        #expect(delegate.questions.last == Gatekeeper.basic(0, proposes: "ann:pw"))
        session.finishTasksAndInvalidate()
    }

    @Test(arguments: [
        (URLCredential.Persistence.none, "nobody", 0), (.forSession, "ann:pw", 1), (.permanent, "ann:pw", 1),
    ])
    func `what let the client in is kept as its persistence says, and proposed next time`(
        _ persistence: URLCredential.Persistence, _ proposal: String, _ stored: Int
    ) async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper { question, decide in
            let password = question.failures == 0 ? "no" : "pw"
            decide(.useCredential, URLCredential(user: "ann", password: password, persistence: persistence))
        }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        for _ in 0..<2 { #expect(try await session.answer(URLRequest("/basic")).text == "in ") }
        #expect(
            delegate.questions == [
                Gatekeeper.basic(0), Gatekeeper.basic(1), Gatekeeper.basic(0, proposes: proposal),
                Gatekeeper.basic(1, proposes: proposal),
            ])
        // Not sent before it is asked for.
        #expect(server.requests.map { $0.headers["Authorization"] } == [nil, nil])
        let kept = session.configuration.urlCredentialStorage?.allCredentials ?? [:]
        #expect(kept.count == stored)
        #expect(kept.values.first?["ann"]?.password == (stored == 0 ? nil : "pw"))
        session.finishTasksAndInvalidate()
    }

    @Test func `what did not let the client in is not kept`() async throws {
        let server = Gatekeeper.server()
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
