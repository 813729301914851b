// Made by Scripts/snippets from the steps of the tutorials. Do not edit.
// swift-format-ignore-file

import Foundation
import HTTPArchive
import TestSupport
import Testing
import WindTunnelTesting
import WindTunnelXCTest
import XCTest

extension Tutorials {
@Suite("first-1-1", .timeLimit(.minutes(5))) struct Step_first_1_1 {
    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct APIClient {
        func user(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, _) = try await URLSession.shared.data(from: url)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-1-2", .timeLimit(.minutes(5))) struct Step_first_1_2 {
    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct APIClient {
        var session = URLSession.shared

        func user(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, _) = try await session.data(from: url)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-1-3", .timeLimit(.minutes(5))) struct Step_first_1_3 {
    #if canImport(FoundationNetworking)
    #endif

    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct APIClient {
        var session = URLSession.shared

        func user(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, _) = try await session.data(from: url)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-2-1", .timeLimit(.minutes(5)), .failing(as: "first-2-1")) struct Step_first_2_1 {
#sourceLocation(file: "ProfileTests.swift", line: 1)





struct ProfileTests {
    @Test func showsTheUser() async throws {
        let server = MockServer("https://api.example.com")
        let client = APIClient(session: server.session)

        let user = try await client.user(42)
        #expect(user.name == "Ann")
    }
}
#sourceLocation()
}

@Suite("first-3-1", .timeLimit(.minutes(5))) struct Step_first_3_1 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            }
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }
    }
}

@Suite("first-3-2", .timeLimit(.minutes(5))) struct Step_first_3_2 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/{id}")) { request in
                    try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
                }
            }
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user == User(id: 42, name: "Ann"))
        }
    }
}

@Suite("first-3-3", .timeLimit(.minutes(5))) struct Step_first_3_3 {
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/{id}")) { request in
                    try .json(User(id: request.path["id", as: Int.self], name: "Ann"))
                }
            }
            let client = APIClient(session: server.session)

            let user = try await client.user(42)
            #expect(user == User(id: 42, name: "Ann"))
            #expect(server.requests.map(\.description) == ["GET https://api.example.com/users/42"])
        }
    }
}

@Suite("first-4-1", .timeLimit(.minutes(5))) struct Step_first_4_1 {
    #if canImport(FoundationNetworking)
    #endif

    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct APIClient {
        var session = URLSession.shared

        func user(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, _) = try await session.data(from: url)
            return try JSONDecoder().decode(User.self, from: data)
        }

        func rename(_ user: User, to name: String) async throws -> User {
            var request = URLRequest(url: URL(string: "https://api.example.com/users/\(user.id)")!)
            request.httpMethod = "PATCH"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(["name": user.name])
            let (data, _) = try await session.data(for: request)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-4-2", .timeLimit(.minutes(5)), .failing(as: "first-4-2")) struct Step_first_4_2 {
#sourceLocation(file: "ProfileTests.swift", line: 1)





struct ProfileTests {
    @Test func renamesTheUser() async throws {
        let server = MockServer("https://api.example.com") {
            Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            Stub(.patch("/users/42"), .json(["name": "Bo"]), returning: .json(["id": 42, "name": "Bo"]))
        }
        let client = APIClient(session: server.session)

        let user = try await client.rename(User(id: 42, name: "Ann"), to: "Bo")
        #expect(user.name == "Bo")
    }
}
#sourceLocation()
}

@Suite("first-4-3", .timeLimit(.minutes(5))) struct Step_first_4_3 {
    #if canImport(FoundationNetworking)
    #endif

    struct User: Codable, Equatable {
        var id: Int
        var name: String
    }

    struct APIClient {
        var session = URLSession.shared

        func user(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, _) = try await session.data(from: url)
            return try JSONDecoder().decode(User.self, from: data)
        }

        func rename(_ user: User, to name: String) async throws -> User {
            var request = URLRequest(url: URL(string: "https://api.example.com/users/\(user.id)")!)
            request.httpMethod = "PATCH"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONEncoder().encode(["name": name])
            let (data, _) = try await session.data(for: request)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("first-4-4", .timeLimit(.minutes(5))) struct Step_first_4_4 {
    struct ProfileTests {
        @Test func renamesTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
                Stub(.patch("/users/42"), .json(["name": "Bo"]), returning: .json(["id": 42, "name": "Bo"]))
            }
            let client = APIClient(session: server.session)

            let user = try await client.rename(User(id: 42, name: "Ann"), to: "Bo")
            #expect(user.name == "Bo")
            try server.verify(.patch("/users/42"), times: 1)
        }
    }
}

@Suite("first-5-1", .timeLimit(.minutes(5))) struct Step_first_5_1 {
    @Suite(.mockServer("https://api.example.com"))
    struct ProfileTests {
        @Test(.mockServer { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
        func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }
    }
}

@Suite("first-5-2", .timeLimit(.minutes(5))) struct Step_first_5_2 {
    @Suite(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"])) })
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }

        @Test(.mockServer { Stub(.patch("/users/42"), returning: .status(500)) })
        func tellsThatTheNameWasNotChanged() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            await #expect(throws: (any Error).self) { try await client.rename(user, to: "Bo") }
        }
    }
}

@Suite("record-1-1", .timeLimit(.minutes(5)), .failing(as: "record-1-1")) struct Step_record_1_1 {
#sourceLocation(file: "ProfileTests.swift", line: 1)





@Suite(.replaying())
struct ProfileTests {
    @Test func showsTheUser() async throws {
        let client = APIClient(session: MockServer.current.session)

        let user = try await client.user(42)
        #expect(user.name == "Ann")
    }
}
#sourceLocation()
}

@Suite("record-1-2", .timeLimit(.minutes(5))) struct Step_record_1_2 {
    @Suite(.replaying("profile"))
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }
    }
}

@Suite("record-2-1", .timeLimit(.minutes(5))) struct Step_record_2_1 {
    #if canImport(FoundationNetworking)
    #endif

    struct AccountClient {
        var session = URLSession.shared

        /// A token for the other calls.
        func signIn(_ name: String, password: String) async throws -> String {
            var request = URLRequest(url: URL(string: "https://api.example.com/login")!)
            request.httpMethod = "POST"
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data("name=\(name)&password=\(password)".utf8)
            let (data, _) = try await session.data(for: request)
            return try JSONDecoder().decode([String: String].self, from: data)["access_token"] ?? ""
        }

        func me(token: String) async throws -> User {
            var request = URLRequest(url: URL(string: "https://api.example.com/me")!)
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            let (data, _) = try await session.data(for: request)
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("record-2-2", .timeLimit(.minutes(5))) struct Step_record_2_2 {
    @Suite(.replaying("account"))
    struct AccountTests {
        @Test func showsWhoIsSignedIn() async throws {
            let client = AccountClient(session: MockServer.current.session)
            let password = ProcessInfo.processInfo.environment["TEST_PASSWORD"] ?? "any"

            let token = try await client.signIn("ann", password: password)
            #expect(try await client.me(token: token).name == "Ann")
        }
    }
}

@Suite("record-2-4", .timeLimit(.minutes(5))) struct Step_record_2_4 {
    @Suite(.replaying("account", supplying: ["<redacted:access_token:1>": "t0ken"]))
    struct AccountTests {
        @Test func showsWhoIsSignedIn() async throws {
            let client = AccountClient(session: MockServer.current.session)
            let password = ProcessInfo.processInfo.environment["TEST_PASSWORD"] ?? "any"

            let token = try await client.signIn("ann", password: password)
            #expect(token == "t0ken")
            #expect(try await client.me(token: token).name == "Ann")
        }
    }
}

@Suite("record-3-1", .timeLimit(.minutes(5))) struct Step_record_3_1 {
    @Suite(.replaying("profile"))
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }

        @Test(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .failure(.timedOut)).times(1) })
        func recovers() async throws {
            let client = APIClient(session: MockServer.current.session)

            await #expect(throws: URLError.self) { try await client.user(42) }
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Suite("record-3-2", .timeLimit(.minutes(5))) struct Step_record_3_2 {
    @Suite(.replaying("profile", matching: .method, .path))
    struct ProfileTests {
        @Test func showsTheUser() async throws {
            let client = APIClient(session: MockServer.current.session)

            let user = try await client.user(42)
            #expect(user.name == "Ann")
        }

        @Test(.mockServer("https://api.example.com") { Stub(.get("/users/42"), returning: .failure(.timedOut)).times(1) })
        func recovers() async throws {
            let client = APIClient(session: MockServer.current.session)

            await #expect(throws: URLError.self) { try await client.user(42) }
            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Suite("retry-1-1", .timeLimit(.minutes(5))) struct Step_retry_1_1 {
    #if canImport(FoundationNetworking)
    #endif

    struct RetryingClient {
        var session = URLSession.shared

        func user(_ id: Int) async throws -> User {
            for pause in [1, 2, 4] {
                if let user = try? await attempt(id) { return user }
                try await Task.sleep(for: .seconds(pause))
            }
            return try await attempt(id)
        }

        private func attempt(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode
            guard status == 200 else { throw URLError(.badServerResponse) }
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("retry-1-2", .timeLimit(.minutes(5))) struct Step_retry_1_2 {
    #if canImport(FoundationNetworking)
    #endif

    struct RetryingClient {
        var session = URLSession.shared
        var clock: any Clock<Duration> = ContinuousClock()

        func user(_ id: Int) async throws -> User {
            for pause in [1, 2, 4] {
                if let user = try? await attempt(id) { return user }
                try await clock.sleep(for: .seconds(pause))
            }
            return try await attempt(id)
        }

        private func attempt(_ id: Int) async throws -> User {
            let url = URL(string: "https://api.example.com/users/\(id)")!
            let (data, response) = try await session.data(from: url)
            let status = (response as? HTTPURLResponse)?.statusCode
            guard status == 200 else { throw URLError(.badServerResponse) }
            return try JSONDecoder().decode(User.self, from: data)
        }
    }
}

@Suite("retry-2-1", .timeLimit(.minutes(5))) struct Step_retry_2_1 {
    struct RetryTests {
        @Test func loadsTheUser() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .json(["id": 42, "name": "Ann"]))
            }
            let client = RetryingClient(session: server.session)

            #expect(try await client.user(42).name == "Ann")
        }
    }
}

@Suite("retry-2-2", .timeLimit(.minutes(5))) struct Step_retry_2_2 {
    struct RetryTests {
        @Test func triesAgain() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), inTurn: .status(503), .json(["id": 42, "name": "Ann"]))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            let pause = try await clock.nextSleep()
            #expect(pause == .seconds(1))
            await clock.advance(by: pause)
            #expect(try await user.name == "Ann")
        }
    }
}

@Suite("retry-2-3", .timeLimit(.minutes(5))) struct Step_retry_2_3 {
    struct RetryTests {
        @Test func triesAgain() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), inTurn: .status(503), .status(500), .json(["id": 42, "name": "Ann"]))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            for expected in [1, 2] {
                let pause = try await clock.nextSleep()
                #expect(pause == .seconds(expected))
                await clock.advance(by: pause)
            }
            #expect(try await user.name == "Ann")
            #expect(server.requests.count == 3)
        }
    }
}

@Suite("retry-3-1", .timeLimit(.minutes(5))) struct Step_retry_3_1 {
    struct RetryTests {
        @Test(arguments: [MockResponse.fault(.reset), .failure(.notConnectedToInternet), .status(503)])
        func triesAgain(after trouble: MockResponse) async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), inTurn: trouble, .json(["id": 42, "name": "Ann"]))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            await clock.advance(by: try await clock.nextSleep())
            #expect(try await user.name == "Ann")
        }
    }
}

@Suite("retry-3-2", .timeLimit(.minutes(5))) struct Step_retry_3_2 {
    struct RetryTests {
        @Test(arguments: [MockResponse.fault(.reset), .failure(.notConnectedToInternet), .status(503)])
        func triesAgain(after trouble: MockResponse) async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), inTurn: trouble, .json(["id": 42, "name": "Ann"]))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            await clock.advance(by: try await clock.nextSleep())
            #expect(try await user.name == "Ann")
        }

        @Test func triesAgainAfterHalfAnAnswer() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                let ann = MockResponse.json(["id": 42, "name": "Ann"])
                Stub(.get("/users/42"), inTurn: ann.fault(.cut(after: 10)), ann)
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            await clock.advance(by: try await clock.nextSleep())
            #expect(try await user.name == "Ann")
        }
    }
}

@Suite("retry-4-1", .timeLimit(.minutes(5))) struct Step_retry_4_1 {
    struct RetryTests {
        @Test func triesAgainAfterATimeOut() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com", clock: clock) {
                let ann = MockResponse.json(["id": 42, "name": "Ann"])
                Stub(.get("/users/42"), inTurn: ann.delayed(by: .seconds(90)), ann)
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            try await server.nextRequest(.get("/users/42"))
            await clock.advance(by: .seconds(60))
            await clock.advance(by: try await clock.nextSleep())
            #expect(try await user.name == "Ann")
        }
    }
}

@Suite("retry-4-2", .timeLimit(.minutes(5))) struct Step_retry_4_2 {
    struct RetryTests {
        @Test func triesAgainAfterATimeOut() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com", clock: clock) {
                let ann = MockResponse.json(["id": 42, "name": "Ann"])
                Stub(.get("/users/42"), inTurn: ann.delayed(by: .seconds(90)), ann)
            }
            let client = RetryingClient(session: server.session, clock: clock)

            async let user = client.user(42)
            try await server.nextRequest(.get("/users/42"))
            await clock.advance(by: .seconds(60))
            await clock.advance(by: try await clock.nextSleep())
            #expect(try await user.name == "Ann")
            #expect(server.exchanges.map(\.arrival) == [.zero, .seconds(61)])
        }
    }
}

@Suite("retry-5-1", .timeLimit(.minutes(5))) struct Step_retry_5_1 {
    struct RetryTests {
        @Test func givesUp() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .status(503))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            let user = Task { try await client.user(42) }
            for _ in 1...3 { await clock.advance(by: try await clock.nextSleep()) }
            await #expect(throws: URLError(.badServerResponse)) { try await user.value }
            try server.verify(.get("/users/42"), times: 4)
        }
    }
}

@Suite("retry-5-2", .timeLimit(.minutes(5))) struct Step_retry_5_2 {
    struct RetryTests {
        @Test func givesUp() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .status(503))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            let user = Task { try await client.user(42) }
            for _ in 1...3 { await clock.advance(by: try await clock.nextSleep()) }
            await #expect(throws: URLError(.badServerResponse)) { try await user.value }
            try server.verify(.get("/users/42"), times: 4)
        }

        @Test func stopsWhenNobodyWaits() async throws {
            let clock = ManualClock()
            let server = MockServer("https://api.example.com") {
                Stub(.get("/users/42"), returning: .status(503))
            }
            let client = RetryingClient(session: server.session, clock: clock)

            let user = Task { try await client.user(42) }
            try await clock.nextSleep()
            user.cancel()
            await #expect(throws: CancellationError.self) { try await user.value }
            try server.verify(.get("/users/42"), times: 1)
        }
    }
}

@Suite("stream-1-1", .timeLimit(.minutes(5))) struct Step_stream_1_1 {
    #if canImport(FoundationNetworking)
    #endif

    /// Hands on the data of server-sent events, as they come.
    final class EventReader: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // the session calls it on one queue
        private let words: AsyncThrowingStream<String, any Error>.Continuation
        private var unread = Data()

        init(_ words: AsyncThrowingStream<String, any Error>.Continuation) { self.words = words }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            unread += data
            while let end = unread.firstRange(of: Data("\n\n".utf8)) {
                let event = String(decoding: unread[..<end.lowerBound], as: UTF8.self)
                unread.removeSubrange(..<end.upperBound)
                if event.hasPrefix("data: ") { words.yield(String(event.dropFirst(6))) }
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            words.finish(throwing: error)
        }
    }
}

@Suite("stream-1-2", .timeLimit(.minutes(5))) struct Step_stream_1_2 {
    #if canImport(FoundationNetworking)
    #endif

    struct ChatClient {
        var configuration = URLSessionConfiguration.default

        /// The words of an answer, as they come.
        func answer(to question: String) -> AsyncThrowingStream<String, any Error> {
            var request = URLRequest(url: URL(string: "https://chat.example.com/answers")!)
            request.httpMethod = "POST"
            request.httpBody = Data(question.utf8)
            return AsyncThrowingStream { words in
                let reader = EventReader(words)
                let session = URLSession(configuration: configuration, delegate: reader, delegateQueue: nil)
                session.dataTask(with: request).resume()
                words.onTermination = { _ in session.invalidateAndCancel() }
            }
        }
    }
}

@Suite("stream-2-1", .timeLimit(.minutes(5))) struct Step_stream_2_1 {
    struct ChatTests {
        @Test func readsTheWords() async throws {
            let server = MockServer("https://chat.example.com") {
                Stub(.post("/answers"), .body("Why?"), returning: .events("The ", "wind ", "rises."))
            }
            let client = ChatClient(configuration: server.configuration())

            var answer = ""
            for try await word in client.answer(to: "Why?") { answer += word }
            #expect(answer == "The wind rises.")
        }
    }
}

@Suite("stream-2-2", .timeLimit(.minutes(5))) struct Step_stream_2_2 {
    struct ChatTests {
        @Test func readsTheWordsAsTheyCome() async throws {
            let clock = ManualClock()
            let server = MockServer("https://chat.example.com", clock: clock) {
                Stub(.post("/answers")) { _ in
                    .events { emit in
                        try await emit("The ")
                        try await emit.sleep(for: .seconds(5))
                        try await emit("wind.")
                    }
                }
            }
            let client = ChatClient(configuration: server.configuration())

            var words = client.answer(to: "Why?").makeAsyncIterator()
            let first = try await words.next()
            #expect(first == "The ")
        }
    }
}

@Suite("stream-2-3", .timeLimit(.minutes(5))) struct Step_stream_2_3 {
    struct ChatTests {
        @Test func readsTheWordsAsTheyCome() async throws {
            let clock = ManualClock()
            let server = MockServer("https://chat.example.com", clock: clock) {
                Stub(.post("/answers")) { _ in
                    .events { emit in
                        try await emit("The ")
                        try await emit.sleep(for: .seconds(5))
                        try await emit("wind.")
                    }
                }
            }
            let client = ChatClient(configuration: server.configuration())

            var words = client.answer(to: "Why?").makeAsyncIterator()
            let first = try await words.next()
            #expect(first == "The ")

            await clock.advance(by: .seconds(5))
            let second = try await words.next()
            #expect(second == "wind.")
            let end = try await words.next()
            #expect(end == nil)
        }
    }
}

@Suite("stream-3-1", .timeLimit(.minutes(5))) struct Step_stream_3_1 {
    @MainActor
    final class ChatModel {
        private(set) var text = ""
        private(set) var isThinking = false
        private let client: ChatClient

        init(client: ChatClient) { self.client = client }

        func ask(_ question: String) async {
            isThinking = true
            defer { isThinking = false }
            do {
                for try await word in client.answer(to: question) { text += word }
            } catch {
                // Whoever leaves is told nothing.
                if !Task.isCancelled { text += "… (interrupted)" }
            }
        }
    }
}

@Suite("stream-3-2", .timeLimit(.minutes(5))) struct Step_stream_3_2 {
    struct ChatTests {
        @MainActor
        @Test func showsThatItThinks() async throws {
            let server = MockServer("https://chat.example.com") {
                Stub(.post("/answers"), returning: .held)
            }
            let model = ChatModel(client: ChatClient(configuration: server.configuration()))

            let asking = Task { await model.ask("Why?") }
            let pending = try await server.nextPending(.post("/answers"))
            #expect(pending.request.body == Data("Why?".utf8))
            #expect(model.isThinking)
            asking.cancel()
        }
    }
}

@Suite("stream-3-3", .timeLimit(.minutes(5))) struct Step_stream_3_3 {
    struct ChatTests {
        @MainActor
        @Test func showsThatItThinks() async throws {
            let server = MockServer("https://chat.example.com") {
                Stub(.post("/answers"), returning: .held)
            }
            let model = ChatModel(client: ChatClient(configuration: server.configuration()))

            let asking = Task { await model.ask("Why?") }
            let pending = try await server.nextPending(.post("/answers"))
            #expect(pending.request.body == Data("Why?".utf8))
            #expect(model.isThinking)

            pending.respond(.events("The ", "wind."))
            await asking.value
            #expect(!model.isThinking)
            #expect(model.text == "The wind.")
        }
    }
}

@Suite("stream-4-1", .timeLimit(.minutes(5))) struct Step_stream_4_1 {
    struct ChatTests {
        @MainActor
        @Test func tellsOfAnInterruption() async throws {
            let server = MockServer("https://chat.example.com") {
                Stub(.post("/answers"), returning: .events("The ", "wind.").cut(after: 12))
            }
            let model = ChatModel(client: ChatClient(configuration: server.configuration()))

            await model.ask("Why?")
            #expect(model.text == "The … (interrupted)")
        }
    }
}

@Suite("stream-4-2", .timeLimit(.minutes(5))) struct Step_stream_4_2 {
    struct ChatTests {
        @MainActor
        @Test func tellsOfAnInterruption() async throws {
            let server = MockServer("https://chat.example.com") {
                Stub(.post("/answers"), returning: .events("The ", "wind.").cut(after: 12))
            }
            let model = ChatModel(client: ChatClient(configuration: server.configuration()))

            await model.ask("Why?")
            #expect(model.text == "The … (interrupted)")
        }

        @MainActor
        @Test func stopsThinkingWhenTheUserLeaves() async throws {
            let server = MockServer("https://chat.example.com") {
                Stub(.post("/answers"), returning: .held)
            }
            let model = ChatModel(client: ChatClient(configuration: server.configuration()))

            let asking = Task { await model.ask("Why?") }
            _ = try await server.nextPending(.post("/answers"))
            asking.cancel()
            await asking.value
            #expect(!model.isThinking)
            #expect(model.text.isEmpty)
        }
    }
}

}
