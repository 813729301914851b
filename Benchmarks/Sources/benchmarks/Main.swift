import Foundation

@main
enum Main {
    static func main() async {
        guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
            FileHandle.standardError.write(Data(Options.usage.utf8))
            exit(2)
        }
        // Away from the main actor: each result would have to be brought to its thread.
        let status = await Task.detached { await run(options) }.value
        exit(status)
    }

    private static func run(_ options: Options) async -> Int32 {
        let selected = Benchmark.all.filter(options.selects)
        if options.isList {
            for benchmark in selected { show("\(benchmark.name): \(benchmark.summary)") }
            return 0
        }
        var objects: [[String: Any]] = []
        var failures: Int32 = 0
        for benchmark in selected {
            do {
                let outcome = try await Runner(options: options).run(benchmark)
                if options.isJSON { objects.append(outcome.object) } else { show(outcome.table) }
            } catch {
                FileHandle.standardError.write(Data("\(benchmark.name) failed: \(error)\n".utf8))
                failures += 1
            }
        }
        if options.isJSON,
            let data = try? JSONSerialization.data(withJSONObject: objects, options: [.prettyPrinted, .sortedKeys])
        {
            show(String(decoding: data, as: UTF8.self))
        }
        return failures == 0 ? 0 : 1
    }

    private static func show(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}

extension Benchmark {
    static var all: [Benchmark] {
        [
            oneRequest(atOnce: 1), oneRequest(atOnce: 8), oneRequest(atOnce: 64), newURLs, manyStubs(.literals),
            manyStubs(.templates), servers, bigBody, chunks, memoryOfStubs, memoryOfExchanges, parallelTests,
            registering,
        ] + archives + internals
    }
}
