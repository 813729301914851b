import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(3)))
struct TrimTests {
    private static let shop = "Examples/shop.har"

    @Test func `what a run did not use is dropped`() async throws {
        let folder = try Folder()
        try await Program.running(["serve", Self.shop, "--json"]) { serve in
            let first = await serve.line()
            let address = String(first.dropFirst(12).dropLast(2))
            var journal = first + "\n"
            for path in ["/products/7", "/orders/1", "/none"] {
                _ = try await Tool.run("curl", ["-s", address + path])
                journal += await serve.line() + "\n"
            }
            try journal.write(toFile: folder["run.jsonl"], atomically: true, encoding: .utf8)
        }
        let ran = try await Program.run(["trim", Self.shop, folder["part.har"], "--used-by", folder["run.jsonl"]])
        #expect(ran == Program.Ran(status: 0, output: "", errors: "5 of 7 entries dropped\n"))
        let rows = try await Program.run(["inspect", folder["part.har"]]).output.split(separator: "\n").dropFirst()
        #expect(rows.map { $0.split(separator: "/").suffix(2).joined(separator: "/") } == ["products/7", "orders/1"])
    }

    @Test func `what was split and merged again is what it was`() async throws {
        let folder = try Folder()
        let split = try await Program.run(["split", Self.shop, "--by", "path", "--to", folder.path])
        #expect(split.errors == "" && split.status == 0)
        let lines = ["old.har  1 entry", "orders.har  3 entries", "products.har  3 entries"]
        #expect(split.output == lines.map { "\(folder.path)/\($0)\n" }.joined())
        let files = ["old.har", "orders.har", "products.har"].map { folder[$0] }
        let merged = try await Program.run(["merge"] + files)
        let shop = try String(contentsOfFile: "\(Program.root)/\(Self.shop)", encoding: .utf8)
        #expect(merged.output == shop)
    }
}
