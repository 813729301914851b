import Foundation
import TestSupport
import Testing
import WindTunnelTesting

extension Said {
    /// Reports, and what checks and waits say.
    static let reports: [String: Text] = [
        "report": {
            let server = MockServer(origin) {
                Stub(.get("/users"), returning: .status(200))
                Stub(.post("/users"), .json(["name": "Ann"]), returning: .status(201))
                Stub(.delete("/users"), returning: .status(204))
            }
            let body = #"{"name":"Bo"}"#
            return try await report(Sent("POST", "/users", ["Content-Type": "application/json"], body), server)
        },
        "otherServer": {
            let right = quiet(MockServer(origin) { Stub(.get("/users/42"), returning: .json(ann)) })
            let text = try await middle("/users/42", MockServer(origin))
            // It must live until the report is written.
            right.close()
            return text
        },
        "fault": {
            let text = try await middle("/users", faulty(origin) { Stub(.get("users"), returning: .status(200)) })
            return String(text[(try #require(text.range(of: "Faults to mend first:"))).lowerBound...])
        },
        "unused": {
            try await issue {
                try await withMockServer(origin) {
                    Stub(.get("/users/42"), returning: .json(ann))
                } run: { _ in
                }
            }
        },
        "handler": {
            try await issue {
                try await withMockServer(origin) {
                    Stub(.post("/users")) { request in .text(try request.multipart()[0].text ?? "") }
                } run: { server in
                    _ = try? await server.session.send(Sent("POST", "/users", ["Content-Type": "text/plain"], "Ann"))
                }
            }
        },
        "verify": {
            let server = MockServer(origin) { Stub(.post("/login"), returning: .status(204)) }
            _ = try await server.session.send(Sent("POST", "/login", [:], #"{"user":"bo"}"#))
            return try await failure {
                try server.verify(.post("/login"), .json(containing: ["user": "ann"]), times: 1)
            }
        },
        "wait": {
            let server = quiet(MockServer(origin))
            _ = try? await server.session.send(Sent("POST", "/sync/"))
            return try await failure { try await server.nextRequest(.post("/sync"), within: .milliseconds(100)) }
        },
        "log": {
            let server = quiet(
                MockServer(origin) {
                    Stub(.get("/a"), returning: .redirect(to: "/b"))
                    Stub(.get("/b"), returning: .text("here"))
                })
            let (lines, line) = AsyncStream.makeStream(of: String.self)
            server.log = .brief { line.yield($0) }
            _ = try await server.session.get("/a")
            _ = try? await server.session.send(Sent("POST", "/b"))
            var written: [String] = []
            for await text in lines.prefix(2) { written.append(text) }
            return written.joined(separator: "\n")
        },
    ]
}
