import Foundation

/// A program of the machine.
public enum Tool {
    /// Where it is; nil when the machine has none.
    public static func path(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Those of them that the machine has.
    public static func present(_ names: String...) -> [String] { names.filter { path($0) != nil } }

    /// What it writes, to its standard output and error, and behind that its exit status when that is not 0.
    public static func run(_ name: String, _ arguments: [String]) async throws -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: wait(for: path(name) ?? name, arguments)) }
        }
    }

    /// Runs a program while a closure runs, and ends it then.
    ///
    /// - Parameter body: Gets the first line that the program writes; nothing when `waitsForLine` is false.
    public static func running<Result: Sendable>(
        _ name: String, _ arguments: [String], waitsForLine: Bool = true, _ body: (String) async throws -> Result
    ) async throws -> Result {
        guard let (child, output) = spawn(path(name) ?? name, arguments) else { throw POSIXError(.ENOENT) }
        defer {
            // Threads of a queue block signals, and their children with them; this one cannot be blocked.
            kill(child, SIGKILL)
            close(output)
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
        }
        return try await body(waitsForLine ? onThread { firstLine(output) } : "")
    }

    private static func firstLine(_ descriptor: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    private static func wait(for path: String, _ arguments: [String]) -> String {
        guard let (child, output) = spawn(path, arguments) else { return "cannot run \(path)" }
        let data = FileHandle(fileDescriptor: output, closeOnDealloc: true).readDataToEndOfFile()
        var result: Int32 = 0
        while waitpid(child, &result, 0) < 0, errno == EINTR {}
        return String(decoding: data, as: UTF8.self) + (result == 0 ? "" : "exit \(result >> 8)")
    }

    /// By the system's own call: Foundation's `Process` on Linux has crashed when several threads started one.
    private static func spawn(_ path: String, _ arguments: [String]) -> (child: pid_t, output: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var child = pid_t()
        // The tests have hundreds of sockets open, and a program may have no more than some.
        for descriptor in 3..<Int32(1_024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var words = ([path] + arguments).map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
        defer { words.forEach { free($0) } }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
        let status = posix_spawn(&child, path, &actions, nil, &words, environment)
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            return nil
        }
        return (child, ends[0])
    }

    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
        #if canImport(Darwin)
            _NSGetEnviron().pointee!
        #else
            environ
        #endif
    }
}
