import Foundation
import Testing
import WindTunnelTesting

private struct Credentials: Codable, Equatable { var user: String }

@Suite("promised spellings: the journal", .timeLimit(.minutes(3)))
struct PromisedJournal {
    private let server = MockServer("https://api.example.com", unhandled: .respond(.status(404)))

    @Test("what came, in order of arrival, and what matches")
    func queries() async throws {
        let sent = Sent("POST", "/login?page=2", ["Accept": "text/plain"], #"{"user":"ann"}"#)
        _ = try await server.session.get("/first")
        _ = try await server.session.send(sent)

        #expect(
            server.requests.map(\.description) == [
                "GET https://api.example.com/first", "POST https://api.example.com/login?page=2",
            ])
        #expect(server.requests(.post("/login")).count == 1)
        let request = try #require(server.requests(.post("/login")).first)
        #expect(request.method == "POST"); #expect(request.url.path == "/login")
        #expect(request.headers["Accept"] == "text/plain"); #expect(request.query["page"] == "2")
        #expect(request.body == Data(#"{"user":"ann"}"#.utf8))
        let credentials: Credentials = try request.json()
        #expect(credentials == Credentials(user: "ann"))
        #expect(server.requests(.post("/login"), .query("page", "3")).isEmpty)
    }

    @Test("forms and parts are read")
    func forms() async throws {
        let type = "application/x-www-form-urlencoded"
        _ = try await server.session.send(Sent("POST", "/login", ["Content-Type": type], "user=ann+b&t=1&t=2"))
        let disposition = #"form-data; name="file"; filename="a.txt""#
        let multipart = "--b\r\nContent-Disposition: \(disposition)\r\n\r\nhi\r\n--b--\r\n"
        let multipartType = ["Content-Type": "multipart/form-data; boundary=b"]
        _ = try await server.session.send(Sent("POST", "/login", multipartType, multipart))
        do {
            let request = server.requests[0]
            let form = try request.form()
            #expect(form["user"] == "ann b")
            #expect(form.all("t") == ["1", "2"])
        }
        do {
            let request = server.requests[1]
            let parts = try request.multipart()
            #expect(parts.map(\.name) == ["file"])
            #expect(parts.map(\.filename) == ["a.txt"])
            #expect(parts.map(\.text) == ["hi"])
        }
    }

    @Test("a handle: modifiers act on the live stub")
    func handles() async throws {
        let login = server.stub(.post("/login"), returning: .status(204)).times(1)
        #expect(!login.isUsed)
        #expect(try await server.session.send(Sent("POST", "/login")).status == 204)
        #expect(try await server.session.send(Sent("POST", "/login")).status == 404)
        #expect(login.requests.map(\.method) == ["POST"]); #expect(login.isUsed); login.remove()

        let other = server.stub(.post("/login"), returning: .status(204))
        #expect(try await server.session.send(Sent("POST", "/login")).status == 204)
        other.remove()
        #expect(try await server.session.send(Sent("POST", "/login")).status == 404)
        #expect(other.requests.count == 1)
    }

    @Test("a block is added in one step")
    func blocks() async throws {
        server.add { Stub(.get("/x"), returning: .status(200)) }  // a block, in one step
        #expect(try await server.session.get("/x").status == 200)
    }

    @Test("exchanges: request, stub, response or failure, times; also the unexpected ones")
    func exchanges() async throws {
        let line = #line + 2
        server.add {
            Stub(.get("/x"), returning: .text("hi"))
            Stub(.get("/y"), returning: .failure(.timedOut))
        }
        _ = try await server.session.get("/x")
        _ = try await server.session.failure("/y")
        _ = try await server.session.get("/z")
        #expect(
            server.exchanges.map(\.description) == [
                "GET https://api.example.com/x → 200", "GET https://api.example.com/y → URLError -1001",
                "GET https://api.example.com/z → 404",
            ])
        #expect(server.exchanges.map(\.isUnexpected) == [false, false, true])
        #expect(server.exchanges.map(\.stub?.line) == [line, line + 1, nil])
        #expect(
            server.exchanges.map(\.stub?.description) == [
                "PromiseTests+Journal.swift:\(line)", "PromiseTests+Journal.swift:\(line + 1)", nil,
            ])
        let first = try #require(server.exchanges.first)
        #expect(first.request.url.path == "/x")
        #expect(try #require(first.completion) >= first.arrival)
        guard case .response(let response) = first.outcome else {
            Issue.record("no response: \(first)")
            return
        }
        #expect(response.statusCode == 200)
        #expect(response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(response.body == Data("hi".utf8))
    }

    @Test("`nextRequest` hands out each request once, also one that came before")
    func cursor() async throws {
        _ = try await server.session.send(Sent("POST", "/sync?n=1"))
        _ = try await server.session.send(Sent("POST", "/sync?n=2"))
        let next = try await server.nextRequest(.post("/sync"), within: .seconds(5))
        #expect(next.query["n"] == "1")
        #expect(try await server.nextRequest(.post("/sync")).query["n"] == "2")
        let error = await #expect(throws: WaitingError.self) {
            try await server.nextRequest(.post("/sync"), within: .zero)
        }
        #expect(
            error?.description == """
                No request .post("/sync") came within 0.0 seconds. What came:

                    POST https://api.example.com/sync?n=1
                    POST https://api.example.com/sync?n=2

                """)
    }

    @Test("`verify…` is silent when it holds and throws a report when it does not")
    func verification() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.post("/login"), returning: .status(204))
            Stub(.get("/me"), returning: .status(200))
        }
        #expect(throws: VerificationError.self) { try server.verifyAllStubsUsed() }
        _ = try await server.session.send(Sent("POST", "/login"))
        _ = try await server.session.get("/me")

        try server.verify(.post("/login"), times: 1)  // 0, 1, .atLeast(1), .between(1...3), .never
        try server.verifyInOrder(.post("/login"), .get("/me"))
        try server.verifyNothingUnexpected()
        try server.verifyAllStubsUsed()

        for count in [0, 2, .atLeast(2), .between(2...3), .never] as [RequestCount] {
            #expect(throws: VerificationError.self) { try server.verify(.post("/login"), times: count) }
        }
        for count in [1, .atLeast(1), .between(1...3)] as [RequestCount] {
            try server.verify(.post("/login"), times: count)
        }
        #expect(throws: VerificationError.self) { try server.verifyInOrder(.get("/me"), .post("/login")) }
        _ = try? await server.session.get("/other")
        let error = #expect(throws: VerificationError.self) { try server.verifyNothingUnexpected() }
        #expect(error?.description.hasPrefix("Unexpected request: GET https://api.example.com/other\n") == true)
    }
}
