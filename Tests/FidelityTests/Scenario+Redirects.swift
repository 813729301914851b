import Foundation
import WindTunnel

extension Scenario {
    private static func redirect(
        _ name: String, _ status: Int, to location: String = "/b", _ method: String = "GET", body: String? = nil,
        script: Script = Script(), _ differences: Difference...
    ) -> Scenario {
        Scenario(
            name: name, method: method, fields: body == nil ? [:] : ["Content-Type": "text/x", "X-Kept": "yes"],
            httpBody: body.map { Data($0.utf8) }, script: script, differences: differences + [.callDelegateRedirects]
        ) {
            [Stub(.any("/a"), returning: .redirect(to: location, status: status)), Stub(.any("/b")) { echo($0) }]
        }
    }

    static let redirects: [Scenario] = plainRedirects + redirectsOfBodies + otherRedirects

    private static let plainRedirects: [Scenario] = [301, 302, 303, 307, 308].map { redirect("\($0) after GET", $0) }

    private static let redirectsOfBodies: [Scenario] = [
        redirect("301 after POST", 301, "POST", body: "sent"),
        redirect("302 after POST", 302, "POST", body: "sent"),
        redirect("303 after POST", 303, "POST", body: "sent"),
        redirect("307 after POST", 307, "POST", body: "sent", .bodySentAgain),
        redirect("308 after POST", 308, "POST", body: "sent", .bodySentAgain),
        redirect("301 after PUT", 301, "PUT", body: "sent", .bodySentAgain),
        redirect("302 after PUT", 302, "PUT", body: "sent", .bodySentAgain),
        redirect("303 after PUT", 303, "PUT", body: "sent"),
    ]

    private static let otherRedirects: [Scenario] = [
        redirect("303 after HEAD", 303, "HEAD"),
        redirect("302 after DELETE", 302, "DELETE"),
        redirect("a relative target with a query", 302, to: "b?x=1&y=%20"),
        redirect("a target with a fragment", 302, to: "/b#part"),
        redirect("a target above the root", 302, to: "../../b", "GET", .dotsInTarget),
        redirect("a redirect that the delegate refuses", 302, script: Script(redirect: { _ in nil })),
        redirect(
            "a redirect that the delegate changes", 302,
            script: Script(redirect: { request in
                var request = request
                request.setValue("yes", forHTTPHeaderField: "X-Changed")
                return request
            })),
        Scenario(
            name: "a redirect without a target", differences: [.callDelegateRedirects, .redirectWithoutTarget]
        ) {
            [Stub(.get("/a"), returning: .text("nowhere", status: 302))]
        },
        Scenario(name: "300 is no redirect", differences: [.callDelegateRedirects]) {
            [Stub(.get("/a"), returning: .text("choose", status: 300).header("X-To", "/b"))]
        },
        Scenario(name: "three redirects", differences: [.callDelegateRedirects]) {
            [
                Stub(.get("/a"), returning: .redirect(to: "/1")),
                Stub(.get("/1"), returning: .redirect(to: "/2", status: 307)),
                Stub(.get("/2"), returning: .redirect(to: "/3", status: 301)),
                Stub(.get("/3")) { echo($0) },
            ]
        },
        Scenario(
            name: "a redirect of uploads", kinds: TaskKind.uploads, method: "POST",
            differences: [.callDelegateRedirects]
        ) {
            [Stub(.post("/a"), returning: .redirect(to: "/b", status: 303)), Stub(.any("/b")) { echo($0) }]
        },
    ]
}
