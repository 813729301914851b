import Foundation
import TestSupport
import Testing
import WindTunnel

/// A request that was recorded without its secrets is found again by one that has them.
@Suite(.timeLimit(.minutes(3)))
struct RedactedReplayTests {
    private static let targets = [
        "/a?token=Zq7tKx91LmPv", "/a?next=https%3A%2F%2Fb.example%2F%3Ftoken%3DZq7tKx91LmPv%252F%252B",
        "/a?next=https%3A%2F%2Fb.example%2F%3Fnext%3Dhttps%253A%252F%252Fc%252F%253Ftoken%253DZq7tKx91LmPv",
        "/a?u=https://ann:Zq7tKx91LmPv@b.example/", "/a?password[]=Zq7tKx91LmPv",
    ]

    private static let latin = Data(#"{"name":"é","password":["Zq7tKx91LmPv"]}"#.unicodeScalars.map { UInt8($0.value) })

    private static let bodies: [(type: String, body: Data)] = [
        ("text/xml", Data(#"<wsse:Password Type="text">Zq7tKx91LmPv</wsse:Password>"#.utf8)),
        ("application/json; charset=iso-8859-1", latin),
        ("application/json", Data(#"[{"name":"password","value":"Zq7tKx91LmPv"}]"#.utf8)),
        ("text/event-stream", Data("data: {\"otp\":482913557}\n\n".utf8)),
        ("application/x-www-form-urlencoded", Data("next=https%3A%2F%2Fb%2F%3Ftoken%3DZq7tKx91LmPv".utf8)),
    ]

    /// The request is recorded behind others, so that its placeholders have other numbers than it would have alone.
    private func expectFound(_ request: URLRequest) async throws {
        let recording = try Recording()
        let recorder = try MockServer(
            recordingTo: recording.url, upstream: .custom { $0.path == "/first" ? .text("first") : .text("found") })
        let first = URLRequest(
            "/first?token=other-4711&password=other-0815&otp=482913558", method: "POST",
            headers: ["Content-Type": "application/json"],
            body: Data(#"{"access_token":"other-1147","password":"other-5180"}"#.utf8))
        _ = try await recorder.session.answer(first)
        _ = try await recorder.session.answer(request)
        try recorder.finishRecording()
        #expect(try !recording.text.contains("Zq7tKx91LmPv"))
        let server = try MockServer(replaying: recording.url)
        #expect(try await server.session.answer(request).text == "found")
    }

    @Test(arguments: targets)
    func `a target is found by its secret`(_ target: String) async throws {
        try await expectFound(URLRequest(target))
    }

    @Test(arguments: bodies)
    func `a body is found by its secret`(_ row: (type: String, body: Data)) async throws {
        try await expectFound(
            URLRequest("/a", method: "POST", headers: ["Content-Type": row.type], body: row.body))
    }

    @Test(arguments: [
        ("/a?next=https%3A%2F%2Fb%2F%3Ftoken%3D%253Credacted%253Atoken%253A1%253E", ""),
        ("/a", "<password>&lt;redacted:password:1&gt;</password>"),
    ])
    func `a placeholder in any form is never sent`(_ target: String, _ body: String) async throws {
        let recording = try Recording([.made("POST", target, body: ("text/xml", body), answer: "x")])
        let sent = Box<[String]>([])
        let server = try MockServer(
            replaying: recording.url, matching: .path, mode: .verify,
            upstream: .custom { request in
                sent.change { $0.append(request.path.description) }
                return .text("x")
            })
        _ = try await server.get("/a")
        try await server.verifyRecording()
        #expect(sent.value == [])
    }
}
