import Foundation
import Testing
import WindTunnelTesting

enum Replay {
    static var session: URLSession { MockServer.current.session }
    static func makeSession() -> URLSession { MockServer.current.session }
    static func configure(_ configuration: URLSessionConfiguration) { MockServer.current.intercept(configuration) }
}

extension Trait where Self == MockServerTrait {
    static func replay(_ name: String, filePath: StaticString = #filePath) -> MockServerTrait {
        .replaying(name, matching: .method, .url, filePath: filePath)
    }

    /// `URLSession.shared` is answered too, as there; a stub that was not used is no failure.
    static func replay(stubs: [Stub]) -> MockServerTrait {
        .mockServer(sharedSession: true, checks: [.unexpectedRequests, .faults, .handlerErrors]) { stubs }
    }
}

extension Stub {
    static func get(_ url: String, _ status: Int, _ fields: [String: String], _ body: () -> String) -> Stub {
        Stub(.get(url), returning: .text(body(), status: status).fields(fields))
    }

    static func post(_ url: String, _ status: Int, _ fields: [String: String], _ body: () -> String) -> Stub {
        Stub(.post(url), returning: .text(body(), status: status).fields(fields))
    }
}

extension MockResponse {
    fileprivate func fields(_ fields: [String: String]) -> MockResponse {
        fields.reduce(removingHeader("Content-Type")) { $0.header($1.key, $1.value) }
    }
}
