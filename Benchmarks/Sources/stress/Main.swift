import WindTunnel

/// Many requests of all kinds at once, with cancels at random moments: each must complete exactly once, and memory stay flat.
///
///     swift run -c release --package-path Benchmarks stress [requests, 50000]
///
/// Suspending at random moments is left out: Foundation on Linux ends the process when a task is resumed in the microseconds in which it
/// ends, with its own loader too (Documentation/Platforms.md).
@main
enum Stress {
    static func main() async throws {
        let total = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 50_000 : 50_000
        let rounds = 10
        var tally = Tally()
        var memory: [Int] = []
        for round in 0..<rounds {
            // A server of its own, so that the journal of one round is no growth of the next.
            tally.add(await run(total / rounds, seed: UInt64(round)))
            memory.append(residentMegabytes())
        }
        print("\(tally)")
        print("resident MB after each tenth: \(memory)")
        let grown = (memory.last ?? 0) - memory[1]
        guard tally.completions == tally.requests, tally.wrong == 0, grown < 30 else {
            print("error: a completion was lost, doubled or wrong, or memory grew by \(grown) MB")
            exit(1)
        }
    }

    private static let paths = [
        "/plain", "/slow", "/chunks", "/go", "/loop", "/never", "/stream", "/gzip", "/cookie", "/cut",
    ]

    private static func server() -> MockServer {
        MockServer("https://api.example.com") {
            Stub(.get("/plain"), returning: .text("plain"))
            Stub(.get("/slow"), returning: .text("slow").delayed(by: .milliseconds(1)))
            Stub(.get("/chunks"), returning: .events("a", "b", "c"))
            Stub(.get("/go"), returning: .redirect(to: "/slow"))
            Stub(.get("/loop"), returning: .redirect(to: "/loop"))
            Stub(.get("/never"), returning: .never)
            Stub(.get("/gzip"), returning: .text("gzip").compressed(.gzip))
            Stub(.get("/cookie"), returning: .text("cookie").header("Set-Cookie", "a=1"))
            Stub(.get("/cut"), returning: .text("0123456789").cut(after: 4))
            Stub(.get("/stream")) { _ in
                .stream { body in for word in ["s", "t", "r"] { try await body.write(word) } }
            }
        }
    }

    private static func run(_ count: Int, seed: UInt64) async -> Tally {
        let server = server()
        let session = server.session
        let tally = await withTaskGroup(of: Tally.self) { group in
            for lane in 0..<64 {
                group.addTask {
                    var tally = Tally()
                    var random = Generator(state: seed &* 64 &+ UInt64(lane) &+ 1)
                    for _ in 0..<(count / 64) { tally.add(await ask(session, &random)) }
                    return tally
                }
            }
            return await group.reduce(into: Tally()) { $0.add($1) }
        }
        server.close()
        return tally
    }

    private static func ask(_ session: URLSession, _ random: inout Generator) async -> Tally {
        let path = paths[Int(random.next() % UInt64(paths.count))]
        let cancels = path == "/never" || random.next() % 4 == 0
        let isDownload = random.next() % 5 == 0
        let url = URL(string: "https://api.example.com\(path)")!
        let (stream, ends) = AsyncStream.makeStream(of: String.self)
        let task: URLSessionTask =
            isDownload
            ? session.downloadTask(with: url) { file, _, _ in
                let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                if let file { try? FileManager.default.removeItem(at: file) }
                ends.yield(text ?? "error")
            }
            : session.dataTask(with: url) { data, _, error in
                ends.yield(error == nil ? data.map { String(decoding: $0, as: UTF8.self) } ?? "none" : "error")
            }
        task.resume()
        if cancels {
            for _ in 0..<(random.next() % 50) { await Task.yield() }
            task.cancel()
        }
        var iterator = stream.makeAsyncIterator()
        let text = await iterator.next() ?? "none"
        // A second completion would follow soon.
        ends.finish()
        let isSecond = await iterator.next() != nil
        let expected: Set<String> =
            switch path {
            case "/chunks": ["data: a\n\ndata: b\n\ndata: c\n\n"]
            case "/go": ["slow"]
            case "/loop", "/never", "/cut": ["error"]
            case "/stream": ["str"]
            default: [String(path.dropFirst())]
            }
        let isRight = expected.contains(text) || (cancels && text == "error")
        return Tally(requests: 1, completions: isSecond ? 2 : 1, cancels: cancels ? 1 : 0, wrong: isRight ? 0 : 1)
    }

    private static func residentMegabytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096 / 1_000_000
    }
}

struct Tally: CustomStringConvertible, Sendable {
    var requests = 0
    var completions = 0
    var cancels = 0
    var wrong = 0

    mutating func add(_ other: Tally) {
        requests += other.requests
        completions += other.completions
        cancels += other.cancels
        wrong += other.wrong
    }

    var description: String {
        "\(requests) requests, \(completions) completions, \(cancels) cancelled at a random moment, \(wrong) wrong"
    }
}

/// SplitMix64.
struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
