import Foundation
import WindTunnel

extension Scenario {
    static let cookies: [Scenario] = [
        Scenario(name: "cookies, one a line") {
            [
                Stub(
                    .get("/a"),
                    returning: .text("x").header("Set-Cookie", "a=1; Path=/").header("Set-Cookie", "b=2; Path=/deep"))
            ]
        },
        Scenario(name: "a cookie with a date") {
            [Stub(.get("/a"), returning: .text("x").header("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT"))]
        },
        Scenario(name: "a cookie that is over") {
            [Stub(.get("/a"), returning: .text("x").header("Set-Cookie", "a=1; Max-Age=0").header("Set-Cookie", "b=2"))]
        },
        Scenario(name: "no cookie is accepted", configure: { $0.httpCookieAcceptPolicy = .never }) {
            [Stub(.get("/a"), returning: .text("x").header("Set-Cookie", "a=1"))]
        },
        Scenario(name: "a cookie on the way of a redirect", differences: [.callDelegateRedirects, .cookieOfRedirect]) {
            [
                Stub(.get("/a"), returning: .redirect(to: "/b").header("Set-Cookie", "a=1; Path=/")),
                Stub(.get("/b")) { echo($0) },
            ]
        },
        Scenario(
            name: "a cookie on the way of a redirect that is not to be sent",
            configure: { $0.httpShouldSetCookies = false },
            differences: [.callDelegateRedirects]
        ) {
            [
                Stub(.get("/a"), returning: .redirect(to: "/b").header("Set-Cookie", "a=1; Path=/")),
                Stub(.get("/b")) { echo($0) },
            ]
        },
        Scenario(name: "a cookie of a failure") {
            [Stub(.get("/a"), returning: .text("no", status: 500).header("Set-Cookie", "a=1"))]
        },
    ]

    static let requests: [Scenario] = [
        Scenario(name: "a query", path: "/a?b=c&d=%26") { [Stub(.get("/a")) { echo($0) }] },
        Scenario(name: "a path with escapes", path: "/a%20b/%C3%A4") { [Stub(.any) { echo($0) }] },
        Scenario(name: "headers of the request", fields: ["X-One": "1", "X-Two": "a, b"]) { [Stub(.any) { echo($0) }] },
        Scenario(name: "headers of the configuration", configure: { $0.httpAdditionalHeaders = ["X-All": "yes"] }) {
            [Stub(.any) { echo($0) }]
        },
        Scenario(
            name: "the request's header wins", fields: ["X-All": "mine"],
            configure: { $0.httpAdditionalHeaders = ["X-All": "theirs", "x-other": "too"] }
        ) { [Stub(.any) { echo($0) }] },
        Scenario(
            name: "POST with a body", method: "POST", fields: ["Content-Type": "text/x"], httpBody: Data("sent".utf8)
        ) {
            [Stub(.post("/a")) { echo($0) }]
        },
        Scenario(name: "PUT with an empty body", method: "PUT", httpBody: Data()) { [Stub(.put("/a")) { echo($0) }] },
        Scenario(
            name: "a method of one's own", kinds: TaskKind.data, method: "PURGE",
            stubs: { [Stub(.request("PURGE", "/a")) { echo($0) }] }),
    ]

    static let uploads: [Scenario] =
        ["POST", "PUT", "PATCH"].map { method in
            Scenario(
                name: "uploads by \(method)", kinds: TaskKind.uploads, method: method,
                fields: ["Content-Type": "text/x"]
            ) {
                [Stub(.any("/a")) { echo($0) }]
            }
        } + [
            Scenario(
                name: "an upload of nothing", kinds: TaskKind.uploads, method: "POST",
                fields: ["Content-Type": "text/x"], body: Data()
            ) {
                [Stub(.any("/a")) { echo($0) }]
            },
            Scenario(
                name: "an upload of 100 kilobytes", kinds: TaskKind.uploads, method: "POST",
                body: Data(repeating: 0x61, count: 100_000)
            ) { [Stub(.any("/a")) { .text("\($0.body.count)") }] },
            Scenario(name: "an upload that is refused", kinds: TaskKind.uploads, method: "POST") {
                [Stub(.any("/a"), returning: .text("too much", status: 413))]
            },
        ]
}
