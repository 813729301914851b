import Foundation

/// Looks twice a second whether a file has changed.
final class FileWatch: @unchecked Sendable {  // `seen` is touched on the timer's queue alone
    private let names: [String]
    private let timer: any DispatchSourceTimer
    private var seen: [Date?]

    init(_ names: [String], _ load: @escaping @Sendable () throws -> Void, _ console: Console) {
        self.names = names
        seen = Self.dates(names)
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "windtunnel.watch"))
        timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
        timer.setEventHandler { [unowned self] in
            let now = Self.dates(self.names)
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

    private static func dates(_ names: [String]) -> [Date?] {
        names.map { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
    }
}
