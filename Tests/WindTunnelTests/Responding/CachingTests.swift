import Foundation
import TestSupport
import Testing
import WindTunnel

/// Answers that a cache would keep for a day.
@Suite(.timeLimit(.minutes(3))) struct CachingTests {
    private let marker = "/cached-\(UUID().uuidString)"
    private let server: MockServer

    init() {
        server = MockServer("https://api.example.com") {
            Stub(
                .any("/**"),
                returning: .text("kept").header("Cache-Control", "public, max-age=86400").header("ETag", "\"1\""))
        }
    }

    private func isCached(_ cache: URLCache) -> Bool { cache.cachedResponse(for: URLRequest(marker)) != nil }

    @Test func `nothing of a mock is in the shared cache, by whatever way it came`() async throws {
        let request = URLRequest(marker)
        #expect(try await server.session.answer(request).text == "kept")
        for way in Way.allCases where way != .upload { #expect(try await way.ask(server, request).text == "kept") }
        let text = try await server.interceptingSharedSession { try await URLSession.shared.answer(request).text }
        #expect(text == "kept")
        #expect(!isCached(.shared))
        #expect(server.requests.count == 6)
    }

    @Test(arguments: [
        URLRequest.CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad, .reloadIgnoringLocalCacheData,
    ]) func `a configuration that had a cache has none behind intercept`(_ policy: URLRequest.CachePolicy) async throws
    {
        let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = cache
        configuration.requestCachePolicy = policy
        server.intercept(configuration)
        #expect(configuration.urlCache == nil)
        // Whoever puts one back gets no mock into it either.
        configuration.urlCache = cache
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        for _ in 0..<2 { #expect(try await session.answer(URLRequest(marker)).text == "kept") }
        #expect(!isCached(cache))
        #expect(!isCached(.shared))
        #expect(server.requests.count == 2)
    }
}
