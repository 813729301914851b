import Foundation
import TestSupport
import Testing
import WindTunnelTesting

extension Trait where Self == MockServerTrait {
    /// A project's own, made from ours.
    fileprivate static var api: Self {
        .mockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("a")) }
    }
}

@Suite(.timeLimit(.minutes(3)), .api)
struct TraitTests {
    @Test func `a suite's server answers a test that has no trait`() async throws {
        #expect(try await MockServer.current.get("/a") == "a")
    }

    @Test(.mockServer { Stub(.get("/a"), returning: .text("the test's")) })
    func `a test's stub wins over its suite's, and the origin comes from there`() async throws {
        #expect(try await MockServer.current.get("/a") == "the test's")
        #expect("\(MockServer.current)".hasPrefix(#"MockServer("https://api.example.com"), "#))
    }

    @Test(.mockServer("https://other.example.com"))
    func `a test's own origin counts for all stubs`() async throws {
        let url = try #require(URL(string: "https://other.example.com/a"))
        #expect(try await MockServer.current.session.data(from: url).0 == Data("a".utf8))
    }

    @Test(arguments: 0..<8)
    func `each case has a server of its own`(_ number: Int) async throws {
        MockServer.current.stub(.get("/number"), returning: .text("\(number)"))
        try await confirmation { confirm in
            let body = try await MockServer.current.get("/number")
            if body == "\(number)" { confirm() }
        }
        #expect(MockServer.current.requests.count == 1)
    }

    @Test func `tasks of the test see its server`() async throws {
        let server = MockServer.current
        async let other = MockServer.current
        #expect(await other === server)
        #expect(await Task { MockServer.current }.value === server)
    }

    @Test(
        .mockServer {
            Stub(.get("/handled")) { _ in
                #expect(Test.current != nil)
                return .text("\(MockServer.current.requests.count)")
            }
        }) func `a handler sees the current server`() async throws
    {
        #expect(try await MockServer.current.get("/handled") == "1")
    }

    @Test(.mockServer(sharedSession: true) { Stub(.get("/shared"), returning: .text("shared")) })
    func `the shared session is answered on request`() async throws {
        #expect(try await URLSession.shared.text("/shared") == "shared")
    }

    @Test(
        .mockServer(clock: .immediate, states: ["cart": "full"], unhandled: .respond(.status(404)), checks: []) {
            Stub(.get("/slow"), returning: .text("slow").delayed(by: .seconds(30)))
            Stub(.get("/cart"), returning: .text("full")).when("cart", is: "full")
        }) func `clock, states, policy and checks are the trait's`() async throws
    {
        #expect(try await MockServer.current.get("/slow") == "slow")
        #expect(try await MockServer.current.get("/cart") == "full")
        let (_, response) = try await MockServer.current.session.data(from: api("/nowhere"))
        #expect((response as? HTTPURLResponse)?.statusCode == 404)
    }

    @Suite(.mockServer(states: ["cart": "empty"]) { Stub(.get("/b"), returning: .text("b")) })
    struct Inner {
        @Test func `the stubs of all suites around a test are defaults`() async throws {
            #expect(try await MockServer.current.get("/a") == "a")
            #expect(MockServer.current.states["cart"] == "empty")
        }

        @Test(.mockServer(states: ["user": "in"]) { Stub(.get("/a"), returning: .text("c")) })
        func `an inner place wins over the outer ones`() async throws {
            #expect(try await MockServer.current.get("/a") == "c")
            #expect(try await MockServer.current.get("/b") == "b")
            #expect(MockServer.current.states["cart"] == "empty")
            #expect(MockServer.current.states["user"] == "in")
        }
    }
}
