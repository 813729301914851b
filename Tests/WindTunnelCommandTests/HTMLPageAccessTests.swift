import Foundation
import TestSupport
import Testing

@testable import WindTunnelCommand

/// The page for those who do not see it, see it badly, or have no mouse.
@Suite(.timeLimit(.minutes(3)))
struct HTMLPageAccessTests {
    @Test(arguments: Tool.present("chromium-headless-shell", "chromium").prefix(1))
    func `a screen reader and the Tab key go through the page in its order`(_ browser: String) async throws {
        let folder = try Folder()
        let made = try await Program.shell(
            "windtunnel trim Examples/shop.har - --path /old --path /products/9 2>/dev/null | windtunnel inspect - --html > '\(folder["a.html"])'"
        )
        #expect(made.status == 0)
        let script = "\(Program.root)/Tests/WindTunnelCommandTests/__Fixtures__/accessibility.py"
        let said = try await Tool.run(
            "python3", [script, try #require(Tool.path(browser)), folder["a.html"]])
        #expect(
            said == """
                heading Recording
                region Overview
                heading Overview
                region Requests
                table
                rowgroup
                row
                columnheader #
                columnheader Method
                columnheader Status
                columnheader URL
                columnheader Type
                columnheader Size
                columnheader Time
                columnheader Waterfall
                rowgroup
                row
                cell 1
                cell GET
                cell 301
                rowheader https://shop.example.com/old
                link https://shop.example.com/old
                cell text/plain
                cell 0 B
                cell 4 ms
                cell begins after 0 ms
                row
                cell 2
                cell GET
                cell 404
                rowheader https://shop.example.com/products/9
                link https://shop.example.com/products/9
                cell application/json
                cell 27 B
                cell 12 ms
                cell begins after 4000 ms
                region Entries
                heading Entries
                DisclosureTriangle GET 301 https://shop.example.com/old
                DisclosureTriangle GET 404 https://shop.example.com/products/9
                --
                div Requests
                a https://shop.example.com/old
                a https://shop.example.com/products/9
                summary GET 301 https://shop.example.com/old
                summary GET 404 https://shop.example.com/products/9

                """)
    }

    /// WCAG 2.1, success criteria 1.4.3 (text, 4.5 to 1) and 1.4.11 (marks, 3 to 1).
    @Test(arguments: ["light", "dark"])
    func `every colour stands out from what is behind it`(_ scheme: String) throws {
        let rules = HTML.style.components(separatedBy: ":root{").dropFirst().map { $0.prefix { $0 != "}" } }
        let colors = try #require(scheme == "light" ? rules.first : rules.last)
        var named: [String: Double] = [:]
        for pair in colors.split(separator: ";") {
            let halves = pair.split(separator: ":")
            named[String(halves[0].dropFirst(2))] = try Self.luminance(halves[1])
        }
        #expect(rules.count == 2 && named.count == 9)
        for (name, needed) in [
            ("front", 4.5), ("faint", 4.5), ("link", 4.5), ("good", 4.5), ("bad", 4.5), ("bar", 3),
        ] {
            for back in ["back", "soft"] {
                let pair = try [#require(named[name]), #require(named[back])].sorted()
                let contrast = (pair[1] + 0.05) / (pair[0] + 0.05)
                #expect(contrast >= needed, "\(name) on \(back)")
            }
        }
    }

    /// Relative luminance, as WCAG 2.1 defines it.
    private static func luminance(_ color: Substring) throws -> Double {
        var digits = String(color.dropFirst())
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        let number = try #require(Int(digits, radix: 16))
        let parts = [16, 8, 0].map { shift -> Double in
            let value = Double(number >> shift & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
