/// A test framework, as the test libraries bring it; the core links none.
package protocol TestFramework: AnyObject, SendableMetatype {
    /// Whether a running test can be told by the current task or thread.
    static var test: TestPresence { get }
    /// Records issues in that test.
    ///
    /// - Parameter place: Where those belong that have no location of their own; nil for the test's own.
    static func record(_ issues: [ScopeIssue], at place: Stub.Location?)
}

package enum TestPresence: Sendable {
    /// The current task belongs to a test.
    case certain
    /// If a test runs, it hears of it.
    case possible
    case none
}

/// The test frameworks that are linked into the process.
///
/// They are looked up by the names of classes, once: nothing of a library that was only imported runs by itself, a
/// symbol of an executable is not found by `dlsym` on Linux, and metadata of types is.
enum TestFrameworks {
    private static let names = ["WindTunnelTesting.SwiftTestingFramework", "WindTunnelXCTest.XCTestFramework"]
    private static let linked = names.compactMap { NSClassFromString($0) as? any TestFramework.Type }

    /// The framework whose test the current task belongs to, for certain or possibly.
    static var current: (framework: any TestFramework.Type, isCertain: Bool)? {
        var possible: (any TestFramework.Type)?
        for framework in linked {
            switch framework.test {
            case .certain: return (framework, true)
            case .possible: possible = possible ?? framework
            case .none: continue
            }
        }
        return possible.map { ($0, false) }
    }
}
