#if os(iOS) && canImport(XCUIAutomation)
    import WindTunnelXCTest
    import XCTest

    /// The app runs in a process of its own, on the same device: the server of the test listens on a loopback socket,
    /// and the app is told where.
    final class ShopUITests: XCTestCase {
        override func setUp() { continueAfterFailure = false }

        @MainActor
        func testShowsTheProducts() async throws {
            let server = mockServer("https://shop.example.com") {
                Stub(.get("/products"), returning: .json([["id": 7, "name": "Wind sock", "price": 24.5]]))
            }
            let app = try await launch(server)
            XCTAssertTrue(app.staticTexts["Wind sock"].waitForExistence(timeout: 10))
        }

        @MainActor
        func testTellsThatTheShopIsClosed() async throws {
            let server = mockServer("https://shop.example.com") {
                Stub(.get("/products"), returning: .json(["error": "We are closed."], status: 503))
            }
            let app = try await launch(server)
            XCTAssertTrue(app.staticTexts["We are closed."].waitForExistence(timeout: 10))
        }

        /// The shop recovers while the app is running: the later stub wins.
        @MainActor
        func testLoadsAgain() async throws {
            let server = mockServer("https://shop.example.com") { Stub(.get("/products"), returning: .json([])) }
            let app = try await launch(server)
            try await server.nextRequest(.get("/products"))
            server.stub(.get("/products"), returning: .json([["id": 1, "name": "Vane", "price": 30]]))
            app.collectionViews.firstMatch.swipeDown(velocity: .slow)
            XCTAssertTrue(app.staticTexts["Vane"].waitForExistence(timeout: 10))
        }

        @MainActor
        private func launch(_ server: MockServer) async throws -> XCUIApplication {
            let app = XCUIApplication()
            app.launchEnvironment["SHOP_URL"] = try await server.listen().absoluteString
            app.launch()
            return app
        }
    }
#endif
