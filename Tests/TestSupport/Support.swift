public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// `https://api.example.com` and a path.
public func api(_ path: String) -> URL { URL(string: "https://api.example.com\(path)")! }

extension URLSession {
    /// The body of a GET as text.
    public func text(_ path: String) async throws -> String {
        String(decoding: try await data(from: api(path)).0, as: UTF8.self)
    }
}

extension URLRequest {
    /// A request to `https://api.example.com`.
    public init(_ method: String, _ path: String, body: Data? = nil) {
        self.init(url: api(path))
        httpMethod = method
        httpBody = body
    }
}

/// The process, as the kernel sees it.
public enum ThisProcess {
    /// Resident memory in bytes; 0 where `/proc` is missing.
    public static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
    }

    /// Threads alive; 0 where `/proc` is missing.
    public static var threads: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    /// Open sockets; 0 where `/proc` is missing.
    public static var sockets: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let links = names.compactMap { name in
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        }
        return links.count { $0.hasPrefix("socket:") }
    }

    /// Open file descriptors; 0 where `/proc` is missing.
    public static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}

/// Runs what calculates for long on a thread of its own, where it takes no turn from tests that wait for each other.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// A value that several tasks write to.
public final class Box<Value: Sendable>: @unchecked Sendable {  // guarded by `lock`
    private let lock = NSLock()
    private var stored: Value

    /// A box with a first value.
    public init(_ value: Value) { stored = value }

    /// The value now.
    public var value: Value { lock.withLock { stored } }

    /// Changes the value in one step.
    @discardableResult
    public func change<Result>(_ change: (inout Value) -> Result) -> Result { lock.withLock { change(&stored) } }
}
