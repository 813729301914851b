import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct FileResponseTests {
    /// A folder that goes with the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("WindTunnelTests-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String, _ data: Data) throws -> URL {
            let file = url.appendingPathComponent(name)
            try data.write(to: file)
            return file
        }
    }

    @Test func `a fixture is found beside the test file`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .fixture("user.json")) }
        let answer = try await server.get("/a")
        #expect(answer.text == #"{"id":42,"name":"Ann"}"#)
        #expect(answer.header("Content-Type") == "application/json")
    }

    @Test func `a fixture that is missing names the places that were searched`() async throws {
        let server = MockServer(origin) { Stub(.any, returning: .fixture("none.json")) }
        let message = try #require(server.faults.first?.message)
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        #expect(message.hasPrefix("there is no fixture \"none.json\"; searched \(folder)/__Fixtures__/none.json"))
        let text = try #require(await server.error(of: "/a")).localizedDescription
        #expect(text == "the stub of \(try #require(server.faults.first).location) failed: \(message)")
    }

    @Test(arguments: [
        ("a.json", "application/json"), ("a.PNG", "image/png"), ("a.html", "text/html; charset=utf-8"),
        ("a.unknown-kind", "application/octet-stream"), ("a", "application/octet-stream"),
    ])
    func `a file's type comes from its extension`(_ name: String, _ type: String) async throws {
        let folder = try Folder()
        let file = try folder.file(name, Data("content".utf8))
        let server = MockServer(origin) { Stub(.any, returning: .file(file, status: 203)) }
        let answer = try await server.get("/a")
        #expect(answer.text == "content")
        #expect(answer.status == 203)
        #expect(answer.header("Content-Type") == type)
    }

    @Test func `a content type that is said wins`() async throws {
        let folder = try Folder()
        let file = try folder.file("a.json", Data())
        let server = MockServer(origin) { Stub(.any, returning: .file(file, contentType: "x/y")) }
        let answer = try await server.get("/a")
        #expect(answer.header("Content-Type") == "x/y")
        #expect(answer.header("Content-Length") == "0")
    }

    @Test func `a large file arrives whole`() async throws {
        let folder = try Folder()
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let file = try folder.file("big.bin", bytes)
        let server = MockServer(origin, clock: .immediate) {
            Stub(.get("/whole"), returning: .file(file))
            Stub(.get("/slow"), returning: .file(file).throttled(bytesPerSecond: 1_000_000))
        }
        #expect(try await server.get("/whole").data == bytes)
        #expect(try await server.get("/slow").data == bytes)
    }

    @Test func `a file that is missing or a folder is a fault that names it`() async throws {
        let folder = try Folder()
        let missing = folder.url.appendingPathComponent("none.txt")
        let server = MockServer(origin) {
            Stub(.get("/missing"), returning: .file(missing))
            Stub(.get("/folder"), returning: .file(folder.url))
        }
        #expect(
            server.faults.map(\.message) == [
                "there is no readable file \(missing.path)", "there is no readable file \(folder.url.path)",
            ])
        let text = try #require(await server.error(of: "/missing")).localizedDescription
        #expect(text.hasSuffix(" failed: there is no readable file \(missing.path)"))
    }
}
