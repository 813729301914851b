/// Cases that are compared with one another; they run interleaved, since a machine's speed drifts.
struct Benchmark {
    let name: String
    let summary: String
    let unit: Unit
    /// Each of these cases gets a column of ratios.
    var references: [String] = []
    var aims: [Aim] = []
    var repetitions = 15
    /// Makes the cases when the benchmark is really run.
    let cases: () async throws -> [Case]
}

/// One way of doing the work.
struct Case {
    let name: String
    /// How many times the work is done in a repetition.
    let count: Int
    /// Does it that many times, and tells what one time costs.
    let measure: (_ count: Int) async throws -> Sample

    init(_ name: String, count: Int, measure: @escaping (_ count: Int) async throws -> Sample) {
        self.name = name
        self.count = count
        self.measure = measure
    }

    /// Work that is timed as a whole.
    static func timed(_ name: String, count: Int, _ body: @escaping (_ count: Int) async throws -> Void) -> Case {
        Case(name, count: count) { count in
            let watch = Stopwatch()
            try await body(count)
            return watch.sample(count)
        }
    }
}

/// What a figure is given in.
enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case bytes = "B"

    /// Of seconds, or of bytes.
    func convert(_ value: Double) -> Double {
        switch self {
        case .nanoseconds: value * 1e9
        case .microseconds: value * 1e6
        case .milliseconds: value * 1e3
        case .bytes: value
        }
    }
}

/// What one time of the work costs.
struct Sample {
    /// Seconds, or bytes.
    var value: Double
    /// Seconds that all threads of the process worked; nil for bytes.
    var processor: Double?
}

/// What a case should reach.
struct Aim {
    enum Measure {
        /// The case's figure divided by that of a reference in the same repetition.
        case ratio(of: String, to: String, atMost: Double)
        /// The reference's figure divided by the case's: how many times its rate.
        case rate(of: String, to: String, atLeast: Double)
        /// The case's figure in the benchmark's unit.
        case figure(of: String, atMost: Double)
    }

    let measure: Measure

    static func ratio(of name: String, to reference: String, atMost limit: Double) -> Aim {
        Aim(measure: .ratio(of: name, to: reference, atMost: limit))
    }

    static func rate(of name: String, to reference: String, atLeast limit: Double) -> Aim {
        Aim(measure: .rate(of: name, to: reference, atLeast: limit))
    }

    static func figure(of name: String, atMost limit: Double) -> Aim {
        Aim(measure: .figure(of: name, atMost: limit))
    }
}
