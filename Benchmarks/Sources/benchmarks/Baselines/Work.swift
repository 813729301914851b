import Foundation
import WindTunnel

/// What every case asks and gets: 1 kB of JSON.
enum Work {
    static let origin = "https://api.example.com"
    static let url = URL(string: "\(origin)/users/1")!
    static let request = URLRequest(url: url)
    static let text = #"{"id":1,"name":""# + String(repeating: "x", count: 1_000) + #""}"#
    static let body = Data(text.utf8)
    static let chunks = [body]
    static let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: ["Content-Type": "application/json", "Content-Length": "\(body.count)"])!
    static let answer = MockResponse.json(text: text)

    /// Asks so many times, some of them at once.
    static func ask(_ session: URLSession, _ count: Int, atOnce width: Int = 1) async throws {
        guard width > 1 else { return try await ask(session, count) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<width { group.addTask { @concurrent in try await ask(session, count / width) } }
            try await group.waitForAll()
        }
    }

    private static func ask(_ session: URLSession, _ count: Int) async throws {
        for _ in 0..<count {
            let (data, _) = try await session.data(for: request)
            guard data.count == body.count else { throw WrongAnswer() }
        }
    }
}

struct WrongAnswer: Error {}
