import Testing

@testable import WindTunnel

@Suite struct ChallengeParserTests {
    struct Case: Sendable {
        let field: String
        let items: [ChallengeParser.Item]

        init(_ field: String, _ items: (String, [String: String])...) {
            self.field = field
            self.items = items.map { ChallengeParser.Item(scheme: $0.0, parameters: $0.1) }
        }
    }

    @Test(arguments: [
        Case(#"Basic realm="x""#, ("basic", ["realm": "x"])),
        Case(#"BASIC Realm = "x" , charset="UTF-8""#, ("basic", ["realm": "x", "charset": "UTF-8"])),
        Case("Basic realm=x", ("basic", ["realm": "x"])),
        Case(
            #"Basic realm="a, \"b\\", Bearer realm="c""#, ("basic", ["realm": #"a, "b\"#]), ("bearer", ["realm": "c"])),
        // RFC 9110, section 11.6.1.
        Case(
            #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#,
            ("basic", ["realm": "simple"]), ("newauth", ["realm": "apps", "type": "1", "title": #"Login to "apps""#])),
        Case("Negotiate, NTLM", ("negotiate", [:]), ("ntlm", [:])),
        Case(#"Negotiate ab/c+d==, Basic realm="x""#, ("negotiate", [:]), ("basic", ["realm": "x"])),
        Case(#"Negotiate abc=, Basic realm="x""#, ("negotiate", ["abc": ""]), ("basic", ["realm": "x"])),
        Case(#" , ,Basic realm="x",,"#, ("basic", ["realm": "x"])),
        Case(#"Bearer scope="Basic realm=\"x\"""#, ("bearer", ["scope": #"Basic realm="x""#])),
        Case(#"Basic realm="a", realm="b""#, ("basic", ["realm": "a"])),
        Case(#"Basic realm="never ends"#, ("basic", [:])),
        Case(#"Basic realm="never ends\"#, ("basic", [:])),
        Case(#"realm="x""#, ("realm", [:])),
        Case("Basic", ("basic", [:])), Case("Basic ", ("basic", [:])), Case("="), Case(""), Case("ä"),
    ])
    func `schemes and parameters are read as written`(_ row: Case) {
        #expect(ChallengeParser.parse(row.field) == row.items)
    }

    @Test func `what is quoted is read back`() {
        let text = #"a "b" \c, d"#
        #expect(ChallengeParser.parse("x y=\(ChallengeParser.quoted(text))").first?.parameters == ["y": text])
    }
}
