import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An answer that is no success.
public struct HTTPError: LocalizedError, Equatable {
    /// The status code.
    public var status: Int
    /// The reason that the shop gives.
    public var reason: String?

    /// An error of a status.
    public init(status: Int, reason: String? = nil) {
        self.status = status
        self.reason = reason
    }

    /// The reason, or else the status.
    public var errorDescription: String? { reason ?? "The shop answered with status \(status)." }
}

extension URLSession {
    /// Any answer over HTTP, whatever its status.
    func answer(to request: URLRequest) async throws -> (body: Data, head: HTTPURLResponse) {
        let (body, response) = try await data(for: request)
        guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return (body, head)
    }
}

extension HTTPURLResponse {
    /// Throws an `HTTPError` unless the status says success.
    func checkStatus(_ body: Data = Data()) throws {
        struct Problem: Decodable { var error: String }
        guard !(200..<300).contains(statusCode) else { return }
        throw HTTPError(status: statusCode, reason: try? JSONDecoder().decode(Problem.self, from: body).error)
    }
}
