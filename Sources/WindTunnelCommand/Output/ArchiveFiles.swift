import Foundation
import HTTPArchive

/// Archives by the names that a command line has for them; `-` is standard input or output.
enum ArchiveFiles {
    static func open(_ name: String) throws -> HAR.File {
        do {
            if name == "-" { return try HAR.File(data: FileHandle.standardInput.readDataToEndOfFile()) }
            return try HAR.File(contentsOf: URL(fileURLWithPath: name))
        } catch {
            throw Failure("\(name == "-" ? "standard input" : name): \(reason(error))")
        }
    }

    static func write(_ archive: HAR, to name: String, _ console: Console) throws {
        if name == "-" { return try console.print(archive.encoded()) }
        do {
            try archive.write(to: URL(fileURLWithPath: name))
        } catch {
            throw Failure("\(name) cannot be written: \(reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? CocoaError else { return "\(error)" }
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file"
        case .fileReadNoPermission: return "it may not be read"
        default: return error.localizedDescription
        }
    }
}
