import Foundation

/// Looks twice a second whether a file has changed, come or gone.
final class FileWatch: @unchecked Sendable {  // `seen` is touched on the timer's queue alone
    private let names: [String]
    private let timer: any DispatchSourceTimer
    private let files: @Sendable (String) -> [String]
    /// By name, of all files that belong to it.
    private var seen: [[String: Date]]

    /// - Parameter files: The files that belong to a name.
    init(
        _ names: [String], files: @escaping @Sendable (String) -> [String],
        _ load: @escaping @Sendable () throws -> Void, _ console: Console
    ) {
        self.names = names
        self.files = files
        seen = names.map { Self.dates(files($0)) }
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "windtunnel.watch"))
        timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
        timer.setEventHandler { [unowned self] in
            let now = self.names.map { Self.dates(self.files($0)) }
            guard now != self.seen else { return }
            let changed = zip(self.names, zip(now, self.seen)).first { $1.0 != $1.1 }?.0 ?? ""
            self.seen = now
            do {
                try load()
                console.error("windtunnel: \(changed) has changed and was read again\n")
            } catch {
                // What was read before goes on answering.
                console.error("windtunnel: \(error)\n")
            }
        }
        timer.resume()
    }

    func end() { timer.cancel() }

    private static func dates(_ files: [String]) -> [String: Date] {
        files.reduce(into: [:]) { dates, file in
            dates[file] =
                try? FileManager.default.attributesOfItem(
                    atPath: URL(fileURLWithPath: file).resolvingSymlinksInPath().path)[.modificationDate] as? Date
        }
    }
}
