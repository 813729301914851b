import Foundation
import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ResponseDescriptionTests {
    private struct Mishap: Error {}

    private static let rows: [(MockResponse, String)] = [
        (.json(["id": 1], status: 201), "201 application/json, 8 bytes"),
        (.status(204), "204, 0 bytes"),
        (.text("x").delayed(by: .seconds(2)), "200 text/plain; charset=utf-8, 1 byte, after 2.0 seconds"),
        (.stream(contentType: "text/plain") { _ in }, "200 text/plain, a stream"),
        (.failure(.notConnectedToInternet), "failure -1009"), (.failure(Mishap()), "failure Mishap()"),
        (.fault(.reset), "reset"), (.never, "never"), (.held, "held"), (.passthrough, "passthrough"),
    ]

    @Test(arguments: rows)
    func `a response prints what it answers, and nothing of its body`(_ response: MockResponse, _ text: String) {
        #expect("\(response)" == text)
    }
}
