import Foundation
import HTTPArchive

/// How long an answer waits, drawn anew for each.
enum MappedDelay: Sendable {
    case fixed(milliseconds: Double)
    case uniform(ClosedRange<Double>)
    case lognormal(median: Double, sigma: Double, maximum: Double?)

    /// More than an hour is a mistake.
    private static let longest = 3_600_000.0

    static func read(_ node: MappingNode) throws -> MappedDelay {
        switch try node["type"]?.text() {
        case "fixed"?: return .fixed(milliseconds: try milliseconds("milliseconds", node))
        case "uniform"?:
            let (lower, upper) = (try milliseconds("lower", node), try milliseconds("upper", node))
            guard lower <= upper else { throw node.fault("\"lower\" is more than \"upper\"; change one of them") }
            return .uniform(lower...upper)
        case "lognormal"?:
            guard let sigma = try node["sigma"]?.number(), (0...10).contains(sigma) else {
                throw node.fault("\"sigma\" from 0 to 10 is needed")
            }
            let maximum = try node["maxValue"].map { _ in try milliseconds("maxValue", node) }
            return .lognormal(median: try milliseconds("median", node), sigma: sigma, maximum: maximum)
        default: throw node.fault("\"type\" is none of fixed, uniform and lognormal; use one of them")
        }
    }

    static func milliseconds(_ name: String, _ node: MappingNode) throws -> Double {
        guard let member = node[name] else { throw node.fault("\(name.quoted) is missing") }
        return try milliseconds(member)
    }

    static func milliseconds(_ node: MappingNode) throws -> Double {
        let number = try node.number()
        guard (0...longest).contains(number) else { throw node.fault("it is not in 0...3600000 milliseconds") }
        return number
    }

    func draw() -> Duration {
        switch self {
        case .fixed(let milliseconds): .milliseconds(milliseconds)
        case .uniform(let range): .milliseconds(Double.random(in: range))
        case .lognormal(let median, let sigma, let maximum):
            .milliseconds(min(median * exp(sigma * Self.normal()), maximum ?? Self.longest))
        }
    }

    /// By the method of Box and Muller.
    private static func normal() -> Double {
        (-2 * log(Double.random(in: .leastNonzeroMagnitude..<1))).squareRoot()
            * cos(2 * .pi * Double.random(in: 0..<1))
    }
}
