/// Runs one benchmark.
struct Runner {
    let options: Options

    func run(_ benchmark: Benchmark) async throws -> Outcome {
        var benchmark = benchmark
        var cases = try await benchmark.cases()
        if let only = options.only {
            cases.removeAll { $0.name != only }
            (benchmark.references, benchmark.aims) = ([], [])
        }
        let repetitions = options.isQuick ? min(3, benchmark.repetitions) : benchmark.repetitions
        var samples = [[Sample]](repeating: [], count: cases.count)
        for each in cases { _ = try await each.measure(count(each)) }
        for repetition in 0..<repetitions {
            // Nobody is always the first or always after the same neighbour.
            for step in cases.indices {
                let index = (step + repetition) % cases.count
                samples[index].append(try await cases[index].measure(count(cases[index])))
            }
        }
        return Outcome(benchmark, cases.map(\.name), samples)
    }

    private func count(_ each: Case) -> Int { options.isQuick ? max(1, each.count / 4) : each.count }
}

/// What a benchmark showed.
struct Outcome {
    struct Row {
        let name: String
        /// In the benchmark's unit.
        let figure: Double
        let processor: Double?
        /// By reference, in its order; the median of the ratios of each repetition.
        let ratios: [Double]
        let processorRatios: [Double?]
    }

    struct Verdict {
        let text: String
        let reached: Double
        let holds: Bool
    }

    let benchmark: Benchmark
    let rows: [Row]
    let verdicts: [Verdict]

    init(_ benchmark: Benchmark, _ names: [String], _ samples: [[Sample]]) {
        self.benchmark = benchmark
        let place = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        func ratio(_ index: Int, _ reference: String, _ part: (Sample) -> Double) -> Double {
            zip(samples[index], samples[place[reference]!]).map { part($0) / part($1) }.median
        }
        rows = names.indices.map { index in
            let processor = samples[index].compactMap(\.processor)
            return Row(
                name: names[index], figure: benchmark.unit.convert(samples[index].map(\.value).median),
                processor: processor.isEmpty ? nil : benchmark.unit.convert(processor.median),
                ratios: benchmark.references.map { ratio(index, $0, \.value) },
                processorRatios: benchmark.references.map { reference in
                    processor.isEmpty ? nil : ratio(index, reference) { $0.processor! }
                })
        }
        verdicts = benchmark.aims.map { aim in
            switch aim.measure {
            case .ratio(let name, let reference, let limit):
                let reached = ratio(place[name]!, reference, \.value)
                return Verdict(
                    text: "\(name): at most \(limit) × \(reference)", reached: reached, holds: reached <= limit)
            case .rate(let name, let reference, let limit):
                let reached = 1 / ratio(place[name]!, reference, \.value)
                return Verdict(
                    text: "\(name): at least \(limit) × the rate of \(reference)", reached: reached,
                    holds: reached >= limit)
            case .figure(let name, let limit):
                let reached = benchmark.unit.convert(samples[place[name]!].map(\.value).median)
                return Verdict(
                    text: "\(name): at most \(limit) \(benchmark.unit.rawValue)", reached: reached,
                    holds: reached <= limit)
            }
        }
    }
}

extension [Double] {
    fileprivate var median: Double { sorted()[count / 2] }
}
