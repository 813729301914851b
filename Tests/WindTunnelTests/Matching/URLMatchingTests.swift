import Testing

@testable import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct URLMatchingTests {
    @Test(arguments: [
        holds(.get("https://api.example.com/a"), request("HTTPS://API.Example.COM/a")),
        holds(.get("HTTPS://API.Example.COM/a"), request("https://api.example.com/a")),
        holds(.get("https://api.example.com:443/a"), request("https://api.example.com/a")),
        holds(.get("https://api.example.com/a"), request("https://api.example.com:443/a")),
        holds(.get("http://api.example.com:80/a"), request("http://api.example.com/a")),
        holds(.get("https://api.example.com:/a"), request("https://api.example.com/a")),
        holds(.get("http://localhost:3001/a"), request("http://localhost:3001/a?x=1")),
        holds(.get("https://user:pw@api.example.com/a"), request("https://api.example.com/a")),
        holds(.get("https://api.example.com/a"), request("https://user:p%40w@api.example.com:443/a")),
        holds(.get("https://api.example.com/a#top"), request("https://api.example.com/a")),
        holds(.get("/a#top"), request("https://api.example.com/a#bottom?x=1")),
        holds(.get("https://bücher.example/a"), request("https://xn--bcher-kva.example/a")),
        holds(.get("https://BÜCHER.example/a"), request("https://xn--bcher-kva.example/a")),
        holds(.get("https://xn--bcher-kva.example/a"), request("https://bücher.example/a")),
        holds(.get("https://[::1]:8080/a"), request("https://[::1]:8080/a")),
        holds(.get("myapp://open/a"), request("myapp://open/a")),
        holds(.get("https://api.example.com"), request("https://api.example.com/")),
        holds(.get("https://api.example.com/"), request("https://api.example.com")),
        holds(.get("https://api.example.com?v=1"), request("https://api.example.com/?v=1")),
        differs(
            .get("http://localhost:3001/a"), request("http://localhost:3002/a"),
            "origin is http://localhost:3002, expected http://localhost:3001"),
        differs(
            .get("http://api.example.com/a"), request("/a"),
            "origin is https://api.example.com, expected http://api.example.com"),
        differs(
            .get("https://api.example.com:8443/a"), request("/a"),
            "origin is https://api.example.com, expected https://api.example.com:8443"),
        differs(
            .get("https://example.com/a"), request("/a"),
            "origin is https://api.example.com, expected https://example.com"),
        differs(
            .get("/a"), request("https://other.example/a"),
            "origin is https://other.example, expected https://api.example.com"),
        differs(
            .get("https://user@a.example/a"), request("https://a.example@b.example/a"),
            "origin is https://b.example, expected https://a.example"),
    ])
    func `scheme, host and default port are normalised; user and fragment do not count`(_ row: MatchingCase) {
        row.check()
    }

    @Test(arguments: [
        holds(.get("https://*.example.com/a"), request("/a")),
        holds(.get("https://*.EXAMPLE.com/a"), request("https://EU.example.com/a")),
        holds(.get("https://api-*.example.com/a"), request("https://api-eu.example.com/a")),
        holds(.get("https://*.bücher.example/a"), request("https://www.xn--bcher-kva.example/a")),
        holds(.get("https://*/a"), request("https://localhost/a")),
        differs(
            .get("https://*.example.com/a"), request("https://a.b.example.com/a"),
            "origin is https://a.b.example.com, expected https://*.example.com"),
        differs(
            .get("https://*.example.com/a"), request("https://example.com/a"),
            "origin is https://example.com, expected https://*.example.com"),
        differs(
            .get("https://*.example.com/a"), request("https://evil.example.com.evil.test/a"),
            "origin is https://evil.example.com.evil.test, expected https://*.example.com"),
    ])
    func `a star in a host stays inside its label`(_ row: MatchingCase) { row.check() }

    @Test(arguments: [
        holds(.get("/users/{id}"), request("/users/42")),
        holds(.get("/users/{id}"), request("/users/a%2Fb")),
        holds(.get("/users/{id}.json"), request("/users/42.json")),
        holds(.get("/{a}-{b}"), request("/1-2")),
        holds(.get("/v*/users"), request("/v2/users")),
        holds(.get("/v*/users"), request("/v/users")),
        holds(.get("/*.png"), request("/a.b.png")),
        holds(.get("/*a*b*"), request("/xxaxxbxx")),
        holds(.get("/a*"), request("/aba")),
        holds(.get("/a*a"), request("/aaa")),
        holds(.get("/ab*ab"), request("/abab")),
        differs(.get("/ab*ba"), request("/aba"), "path is /aba, expected /ab*ba"),
        holds(.get("/**"), request("/")),
        holds(.get("/**"), request("")),
        holds(.get("/cache/**"), request("/cache")),
        holds(.get("/cache/**"), request("/cache/")),
        holds(.get("/cache/**"), request("/cache/a/b")),
        holds(.get("/**/b"), request("/b")),
        holds(.get("/**/b"), request("/a/b/b")),
        holds(.get("/a/**/b/**/c"), request("/a/x/b/b/y/c/c")),
        holds(.get("/a/**/**/c"), request("/a/c")),
        holds(.get("/**/{x}.js"), request("/a/b/c.js")),
        holds(.get("/a.b"), request("/a.b")),
        holds(.get("/a(b)+$^|"), request("/a(b)+$%5E%7C")),
        holds(.get("/a:b"), request("/a:b")),
        holds(.get("/%26x"), request("/&x")),
        holds(.get("/%7Bid%7D/%2A"), request("/%7Bid%7D/*")),
        holds(.get("/a b"), request("/a%20b")),
        holds(.get("/a+b"), request("/a+b")),
        holds(.get("/a%2fb"), request("/a%2Fb")),
        holds(.get("/%83"), request("/%83")),
        holds(.get("/{x}"), request("/%83")),
        holds(.get("/caf\u{e9}"), request("/caf%C3%A9")),
        holds(.get("/日本/😀"), request("/%E6%97%A5%E6%9C%AC/%F0%9F%98%80")),
        holds(.get("/%E6%97%A5*"), request("/日本")),
        holds(.get("https://api.example.com//a//"), request("//a//")),
        holds(.get("/a/../b"), request("/a/../b")),
        differs(.get("/users/{id}"), request("/users/"), "path is /users/, expected /users/{id}"),
        differs(.get("/users/{id}"), request("/users/1/2"), "path is /users/1/2, expected /users/{id}"),
        differs(.get("/users/{id}"), request("/users"), "path is /users, expected /users/{id}"),
        differs(.get("/users/{id}.json"), request("/users/.json"), "path is /users/.json, expected /users/{id}.json"),
        differs(.get("/users/*"), request("/users/1/2"), "path is /users/1/2, expected /users/*"),
        differs(.get("/users/*"), request("/users"), "path is /users, expected /users/*"),
        differs(.get("/a/**/b"), request("/a/x"), "path is /a/x, expected /a/**/b"),
        differs(.get("/a/**/a"), request("/a"), "path is /a, expected /a/**/a"),
        differs(.get("/a/**/b/**/b"), request("/a/b"), "path is /a/b, expected /a/**/b/**/b"),
        differs(.get("/a.b"), request("/axb"), "path is /axb, expected /a.b"),
        differs(.get("/a/b"), request("/a%2Fb"), "path is /a%2Fb, expected /a/b"),
        differs(.get("/a%2Fb"), request("/a/b"), "path is /a/b, expected /a%2Fb"),
        differs(.get("/a+b"), request("/a%20b"), "path is /a%20b, expected /a+b"),
        differs(.get("/%83"), request("/%84"), "path is /%84, expected /%83"),
        differs(.get("/a"), request("/a/"), "path is /a/, expected /a"),
        differs(.get("/a/"), request("/a"), "path is /a, expected /a/"),
        differs(.get("/a/b"), request("/a//b"), "path is /a//b, expected /a/b"),
        differs(.get("/b"), request("/a/../b"), "path is /a/../b, expected /b"),
        differs(.get("/A"), request("/a"), "path is /a, expected /A"),
        differs(.get("/caf\u{e9}"), request("/cafe%CC%81"), "path is /cafe%CC%81, expected /caf\u{e9}"),
        differs(.get("/a?x=1"), request("/b?x=1"), "path is /b, expected /a"),
        differs(.get("/a"), request(""), "path is /, expected /a"),
    ])
    func `paths are compared segment by segment, decoded`(_ row: MatchingCase) { row.check() }

    @Test(
        arguments: [
            (.get("/a"), "GET", nil), (.head("/a"), "HEAD", nil), (.post("/a"), "POST", nil), (.put("/a"), "PUT", nil),
            (.patch("/a"), "PATCH", nil), (.delete("/a"), "DELETE", nil), (.options("/a"), "OPTIONS", nil),
            (.request("PURGE", "/a"), "PURGE", nil), (.any("/a"), "PURGE", nil), (.any, "PURGE", nil),
            (.method("PURGE"), "PURGE", nil), (.get("/a"), "HEAD", "method is HEAD, expected GET"),
            (.method("PURGE"), "GET", "method is GET, expected PURGE"),
            (.request("purge", "/a"), "PURGE", "method is PURGE, expected purge"),
        ] as [(RequestMatcher, String, String?)])
    func `each method has its matcher`(_ matcher: RequestMatcher, _ method: String, _ reason: String?) {
        MatchingCase(matcher: matcher, request: request("/a", method), reason: reason).check()
    }

    @Test(arguments: [
        ("/users/{id}", "/users/42", ["id": "42"]),
        ("/users/{id}", "/users/a%2Fb%20c", ["id": "a/b c"]),
        ("/users/{id}", "/users/42?id=7", ["id": "42"]),
        ("/users/{id}.json", "/users/4.2.json", ["id": "4.2"]),
        ("/{a}-{b}", "/1-2-3", ["a": "1-2", "b": "3"]),
        ("/{name}*", "/abc", ["name": "abc"]),
        ("/a{x}", "/aaba", ["x": "aba"]),
        ("/a{x}a{y}a", "/aaaaaaa", ["x": "aaa", "y": "a"]),
        ("/{first}/**/{last}.txt", "/1/2/3/4.txt", ["first": "1", "last": "4"]),
        ("/a/**/{x}/b/**/c", "/a/1/2/b/3/b/c", ["x": "2"]),
        ("/{x}", "/%83", ["x": "\u{FFFD}"]),
        ("https://api.example.com/{größe}/{a.b-c_d}", "/x/y", ["größe": "x", "a.b-c_d": "y"]),
    ])
    func `names capture decoded text, as much as they can`(
        _ pattern: String, _ path: String, _ expected: [String: String]
    ) throws {
        let origin = try Origin.parse("https://api.example.com").get()
        let captures = RequestMatcher.get(pattern).check.captures(MatchContext(request(path), origin: origin))
        #expect(Dictionary(uniqueKeysWithValues: captures) == expected)
    }

    @Test(
        arguments: [
            ("https://api.example.com/v1", "/users", "https://api.example.com/v1/users", nil),
            ("https://api.example.com/v1/", "/users", "https://api.example.com/v1/users", nil),
            ("https://api.example.com:443/v1", "/", "https://api.example.com/v1/", nil),
            ("HTTPS://API.example.com/v1", "/**", "https://api.example.com/v1", nil),
            ("https://bücher.example", "/a", "https://xn--bcher-kva.example/a", nil),
            ("https://api.example.com/a%2Fb", "/{id}", "https://api.example.com/a%2Fb/1", nil),
            ("https://api.example.com/v1", "https://api.example.com/users", "https://api.example.com/users", nil),
            (nil, "/a", "http://anything.example:81/a", nil),
            (
                "https://api.example.com/v1", "/users", "https://api.example.com/users",
                "path is /users, expected /v1/users"
            ),
            (
                "https://api.example.com/v1/", "/users", "https://api.example.com/v1//users",
                "path is /v1//users, expected /v1/users"
            ),
            ("https://api.example.com/v1", "/", "https://api.example.com/v1", "path is /v1, expected /v1/"),
        ] as [(String?, String, String, String?)])
    func `relative paths stand behind the origin's path`(
        _ origin: String?, _ pattern: String, _ url: String, _ reason: String?
    ) {
        MatchingCase(matcher: .get(pattern), request: request(url), reason: reason, origin: origin).check()
    }

    @Test func `patterns of many stars answer at once`() {
        let long = String(repeating: "a", count: 4_000)
        let stars = String(repeating: "*a", count: 12)
        differs(.get("/\(stars)b"), request("/\(long)"), "path is /\(long), expected /\(stars)b").check()
        let deep = String(repeating: "/a", count: 2_000)
        let doubles = String(repeating: "/**/a", count: 12)
        differs(.get("\(doubles)/b"), request(deep), "path is \(deep), expected \(doubles)/b").check()
    }
}
