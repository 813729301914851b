import WindTunnel

/// A server on a socket, for `Benchmarks/socket`: `serve <stubs> <file with the body>` prints its URL and serves until it is
/// killed.
@main
enum Serve {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let count = arguments.count > 1 ? Int(arguments[1]) ?? 1 : 1
        let body = arguments.count > 2 ? try Data(contentsOf: URL(fileURLWithPath: arguments[2])) : Data("{}".utf8)
        let server = MockServer("https://api.example.com") {
            for number in 1..<max(2, count) {
                Stub(.get("/items/\(number)/{id}"), returning: .status(404))
            }
            Stub(.get("/item.json"), returning: .data(body, contentType: "application/json"))
        }
        let url = try await server.listen()
        FileHandle.standardOutput.write(Data("\(url)\n".utf8))
        try await Task.sleep(for: .seconds(3_600))
        server.close()
    }
}
