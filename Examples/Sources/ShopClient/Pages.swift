import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The pages of a list, each asked for when it is needed: `Link: <…?page=2>; rel="next"` says where the list goes on
/// (RFC 8288).
///
/// ```swift
/// for try await products in Pages<Product>(from: url) { show(products) }
/// ```
public struct Pages<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    private let session: URLSession
    private let first: URL

    /// The list that begins at a URL.
    public init(from first: URL, session: URLSession = .shared) {
        self.session = session
        self.first = first
    }

    /// Iterates over the pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let session: URLSession
        fileprivate var next: URL?

        /// The next page; nil behind the last one.
        public mutating func next() async throws -> [Item]? {
            guard let url = next else { return nil }
            next = nil  // an error ends the iteration
            let (body, head) = try await session.answer(to: URLRequest(url: url))
            try head.checkStatus(body)
            next = head.link("next")
            return try JSONDecoder().decode([Item].self, from: body)
        }
    }

    /// Begins at the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session, next: first) }
}

extension HTTPURLResponse {
    /// The target of a link, which may be relative to the response's URL.
    func link(_ relation: String) -> URL? {
        let links = (value(forHTTPHeaderField: "Link") ?? "").matches(of: /<([^>]*)>([^<]*)/)
        let link = links.first { $0.2.contains("rel=\"\(relation)\"") || $0.2.contains("rel=\(relation)") }
        return link.flatMap { URL(string: String($0.1), relativeTo: url)?.absoluteURL }
    }
}
