import Foundation
import ShopClient
import Testing
import WindTunnelTesting

@Suite(.mockServer("https://shop.example.com"), .timeLimit(.minutes(3)))
struct PagesTests {
    let names = Pages<String>(
        from: URL(string: "https://shop.example.com/names")!, session: MockServer.current.session)

    @Test(
        .mockServer {
            Stub(
                .get("/names"), .query("page", .absent),
                returning: .json(["Vane"]).header("Link", #"</names?page=9>; rel="last", </names?page=2>; rel="next""#))
            Stub(.get("/names?page=2"), returning: .json([]).header("Link", #"<?page=3>; rel="next""#))
            Stub(.get("/names?page=3"), returning: .json(["Sock", "Kite"]))
        })
    func `links lead from page to page`() async throws {
        var all: [[String]] = []
        for try await page in names { all.append(page) }
        #expect(all == [["Vane"], [], ["Sock", "Kite"]])
        try MockServer.current.verifyInOrder(.get("/names"), .get("/names?page=2"), .get("/names?page=3"))
    }

    @Test(
        .mockServer {
            Stub(.get("/names"), returning: .json(["Vane"]).header("Link", #"</names?page=2>; rel="next""#))
        })
    func `a page that nobody wants is not asked for`() async throws {
        for try await page in names where page.contains("Vane") { break }
        try MockServer.current.verify(.any, times: 1)
    }

    @Test(
        .mockServer {
            Stub(.get("/names?page=2"), returning: .fault(.reset))
            Stub(.get("/names"), returning: .json(["Vane"]).header("Link", #"</names?page=2>; rel="next""#))
        })
    func `an error ends the list`() async throws {
        var pages = names.makeAsyncIterator()
        #expect(try await pages.next() == ["Vane"])
        await #expect(throws: URLError.self) { try await pages.next() }
        #expect(try await pages.next() == nil)
    }
}
