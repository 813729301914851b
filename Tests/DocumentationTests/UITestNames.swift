import Foundation
import XCTest

#if !canImport(Darwin)
    // What UI tests are written with on Apple platforms, as far as an article shows it.

    @MainActor
    final class XCUIApplication {
        var launchEnvironment: [String: String] = [:]
        let staticTexts = Elements()
        func launch() {}

        struct Elements {
            subscript(_ name: String) -> XCUIElement { XCUIElement() }
        }
    }

    @MainActor
    struct XCUIElement {
        func waitForExistence(timeout: TimeInterval) -> Bool { true }
    }
#endif
