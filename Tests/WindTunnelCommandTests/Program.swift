import Foundation
import TestSupport
import Testing

/// The built `windtunnel`, as a process.
enum Program {
    /// What a run has left.
    struct Ran: Sendable, Equatable {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The root of the package, in which the program runs.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// Beside the bundle of the tests.
    static let path: String = {
        let bundle = ProcessInfo.processInfo.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let folder = bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
        return folder + "/windtunnel"
    }()

    /// Runs the program to its end.
    static func run(_ arguments: [String], input: String = "") async throws -> Ran {
        try await run(path, arguments, input: input)
    }

    /// Runs a line of the shell, in which `windtunnel` is the program.
    static func shell(_ line: String, input: String = "") async throws -> Ran {
        try await run(
            "/bin/bash", ["-c", "windtunnel() { '\(path)' \"$@\"; }; export W='\(path)'; \(line)"], input: input)
    }

    /// Runs a closure while the program runs, and ends it then.
    static func running<Result: Sendable>(
        _ arguments: [String], _ body: (Child) async throws -> Result
    ) async throws -> Result {
        let child = try Child(path, arguments, in: root)
        do {
            let result = try await body(child)
            _ = await child.end(SIGKILL)
            return result
        } catch {
            _ = await child.end(SIGKILL)
            throw error
        }
    }

    private static func run(_ path: String, _ arguments: [String], input: String) async throws -> Ran {
        let child = try Child(path, arguments, in: root)
        async let written: Void = onThread { child.feed(input) }
        async let output = onThread { child.rest(of: child.output) }
        async let errors = onThread { child.rest(of: child.errors) }
        let ran = await Ran(status: 0, output: output, errors: errors)
        await written
        return Ran(status: await child.end(0), output: ran.output, errors: ran.errors)
    }
}

/// A process with pipes to its standard streams.
final class Child: Sendable {
    let id: pid_t
    private let input: Int32
    let output: Int32
    let errors: Int32
    private let status = Box<Int32?>(nil)

    init(_ path: String, _ arguments: [String], in folder: String) throws {
        let pipes = try (0..<3).map { _ in try Pipe2() }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0].read, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[1].write, 1)
        posix_spawn_file_actions_adddup2(&actions, pipes[2].write, 2)
        // Threads of a queue block signals, and their children would with them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // The shell goes to the folder, and becomes the program.
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, path]
        var words = (shell + arguments).map { strdup($0) as UnsafeMutablePointer<CChar>? } + [nil]
        defer { words.forEach { free($0) } }
        for descriptor in 3..<Int32(1_024) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var child = pid_t()
        let code = posix_spawn(&child, shell[0], &actions, &attributes, &words, environ)
        for descriptor in [pipes[0].read, pipes[1].write, pipes[2].write] { close(descriptor) }
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
        (id, input, output, errors) = (child, pipes[0].write, pipes[1].read, pipes[2].read)
    }

    func feed(_ text: String) {
        signal(SIGPIPE, SIG_IGN)
        Data(text.utf8).withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = write(input, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
        close(input)
    }

    func rest(of descriptor: Int32) -> String {
        String(
            decoding: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile(),
            as: UTF8.self)
    }

    /// The next line of the standard output, or as much of it as came before two minutes without a byte.
    func line() async -> String { await line(of: output) }

    func line(of descriptor: Int32) async -> String {
        await onThread {
            var line: [UInt8] = []
            var byte: UInt8 = 0
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&ready, 1, 120_000) > 0, read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
                line.append(byte)
            }
            return String(decoding: line, as: UTF8.self)
        }
    }

    /// The address that a server tells.
    func address() async -> String { String(await line().dropFirst("Listening on ".count)) }

    /// Sends a signal unless it is 0, and waits for the exit status; of a signal that ended it, minus that. One that has
    /// not ended two minutes later is killed.
    func end(_ number: Int32) async -> Int32 {
        await onThread { [self] in
            status.change { known in
                if let known { return known }
                if number != 0 { kill(id, number) }
                let limit = DispatchWorkItem { kill(self.id, SIGKILL) }
                DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: limit)
                defer { limit.cancel() }
                var result: Int32 = 0
                while waitpid(id, &result, 0) < 0, errno == EINTR {}
                let code = result & 0x7F == 0 ? result >> 8 & 0xFF : -(result & 0x7F)
                known = code
                return code
            }
        }
    }
}

private struct Pipe2 {
    let read: Int32
    let write: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (read, write) = (ends[0], ends[1])
    }
}

/// A folder that is removed with the last reference.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// A file of the folder.
    subscript(_ name: String) -> String { path + "/" + name }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
