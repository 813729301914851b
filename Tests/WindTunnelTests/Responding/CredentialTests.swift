import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct CredentialTests {
    @Test(arguments: Way.allCases)
    func `without credentials there is a 401 with a challenge, and it never hangs`(_ way: Way) async throws {
        let server = MockServer(origin) {
            Stub(.any("/basic"), returning: .text("in")).requiring(
                .basic(user: "ann", password: "pw", realm: #"a "b""#))
            Stub(.any("/bearer"), returning: .text("in")).requiring(.bearer("t", realm: "x"))
        }
        let basic = try await way.ask(server, URLRequest("/basic", method: "POST"))
        #expect(basic.status == 401)
        #expect(basic.header("WWW-Authenticate") == #"Basic realm="a \"b\"", charset="UTF-8""#)
        let bearer = try await way.ask(server, URLRequest("/bearer", method: "POST"))
        #expect(bearer.status == 401)
        #expect(bearer.header("WWW-Authenticate") == #"Bearer realm="x""#)
    }

    @Test(arguments: [
        ("Basic " + Data("ann:pw".utf8).base64EncodedString(), 200), ("basic YW5uOnB3", 200), ("Basic YW5uOng=", 401),
        ("Basic !", 401), ("Basic", 401), ("", 401), ("Bearer YW5uOnB3", 401),
    ])
    func `basic credentials let in`(_ header: String, _ status: Int) async throws {
        let server = MockServer(origin) {
            Stub(.any, returning: .text("in")).requiring(.basic(user: "ann", password: "pw", realm: "x"))
        }
        #expect(try await server.get("/a", headers: ["Authorization": header]).status == status)
    }

    @Test func `a bearer token lets in, and only then the stub is used`() async throws {
        let server = MockServer(origin) {}
        let stub = server.stub(.any, inTurn: .text("one"), .text("two")).requiring(.bearer("t"))
        #expect(try await server.get("/a", headers: ["Authorization": "Bearer wrong"]).status == 401)
        #expect(!stub.isUsed)
        #expect(try await server.get("/a", headers: ["Authorization": "Bearer t"]).text == "one")
        #expect(stub.isUsed)
        #expect(try await server.get("/a", headers: ["Authorization": "bearer t"]).text == "two")
    }
}
