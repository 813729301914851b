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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path(name) ?? name)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = output.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let status = process.terminationStatus
                let text = String(decoding: data, as: UTF8.self) + (status == 0 ? "" : "exit \(status)")
                continuation.resume(returning: text)
            }
        }
    }
}
