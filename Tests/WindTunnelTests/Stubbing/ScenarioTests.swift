import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ScenarioTests {
    @Test func `a scenario moves from state to state`() async throws {
        let server = MockServer(origin, states: ["cart": "empty"]) {
            Stub(.get("/cart"), returning: .text("nothing")).when("cart", is: "empty")
            Stub(.post("/cart"), returning: .status(201)).when("cart", is: "empty").setting("cart", to: "full")
            Stub(.get("/cart"), returning: .text("a book")).when("cart", is: "full")
            Stub(.get("/other"), returning: .text("begun")).when("other", is: "start")
        }
        #expect(server.states["cart"] == "empty")
        #expect(server.states["other"] == "start")
        #expect(try await server.get("/cart").text == "nothing")
        #expect(try await server.get("/cart", method: "POST").status == 201)
        #expect(server.states["cart"] == "full")
        #expect(try await server.get("/cart").text == "a book")
        let text = try #require(await server.error(of: "/cart", method: "POST")).localizedDescription
        #expect(text.contains(#"state     "cart" is "full", expected "empty""#))
        server.states["cart"] = "empty"
        #expect(try await server.get("/cart").text == "nothing")
        #expect(try await server.get("/other").text == "begun")
    }

    @Test func `of 64 requests at once exactly one makes the transition`() async throws {
        for _ in 0..<20 {
            let server = MockServer(origin) {
                Stub(.post("/take"), .custom("slow to decide") { _ in true }, returning: .status(201))
                    .when("seat", is: "start").setting("seat", to: "taken")
                Stub(.post("/take"), returning: .status(409))
            }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<64 { group.addTask { try await server.get("/take", method: "POST").status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1)
            #expect(statuses.filter { $0 == 409 }.count == 63)
            #expect(server.states["seat"] == "taken")
        }
    }
}
