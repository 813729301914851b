/// A condition on a request, made by static functions and composed with `&&`, `||` and `!`.
///
/// ```swift
/// let matcher: RequestMatcher = .get("/users/{id}") && !.header("X-Debug")
/// ```
///
/// It prints itself as the source that made it, and ``mismatch(in:origin:)`` says why it does not hold.
public struct RequestMatcher: Sendable, CustomStringConvertible {
    let check: any RequestCheck

    init(_ check: some RequestCheck) { self.check = check }

    /// The source that makes it: `.get("/users/{id}")`.
    public var description: String { check.source }

    /// What makes the condition impossible to check.
    package var faults: [String] { check.faults }

    /// Why the matcher does not hold for a request; nil when it does.
    ///
    /// - Parameters:
    ///   - request: The request to look at.
    ///   - origin: What relative patterns are resolved against, such as `"https://api.example.com"`; nil for any host.
    public func mismatch(in request: MockRequest, origin: String? = nil) -> Mismatch? {
        let resolved = origin.flatMap { try? Origin.parse($0).get() }
        return check.mismatch(MatchContext(request, origin: resolved))
    }

    /// Both conditions hold.
    public static func && (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(AllCheck(checks: [left, right].flatMap { ($0.check as? AllCheck)?.checks ?? [$0.check] }))
    }

    /// One of the conditions holds.
    public static func || (left: RequestMatcher, right: RequestMatcher) -> RequestMatcher {
        RequestMatcher(EitherCheck(checks: [left, right].flatMap { ($0.check as? EitherCheck)?.checks ?? [$0.check] }))
    }

    /// The condition does not hold.
    public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
        RequestMatcher(NotCheck(check: matcher.check))
    }
}

extension [RequestMatcher] {
    /// The conditions as one.
    var conjunction: any RequestCheck { count == 1 ? self[0].check : AllCheck(checks: map(\.check)) }
}

struct AllCheck: RequestCheck {
    let checks: [any RequestCheck]

    var source: String { checks.map { $0 is EitherCheck ? "(\($0.source))" : $0.source }.joined(separator: " && ") }
    var isQuick: Bool { checks.allSatisfy(\.isQuick) }
    var runsUserCode: Bool { checks.contains(where: \.runsUserCode) }
    var faults: [String] { checks.flatMap(\.faults) }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        for check in checks { if let mismatch = check.mismatch(context) { return mismatch } }
        return nil
    }

    func indexKeys(origin: Origin?) -> [StubIndex.Key]? {
        for check in checks { if let keys = check.indexKeys(origin: origin) { return keys } }
        return nil
    }

    func captures(_ context: MatchContext) -> [(String, String)] { checks.flatMap { $0.captures(context) } }

    func roughDistance(_ context: MatchContext) -> Double { checks.reduce(0) { $0 + $1.roughDistance(context) } }
}

struct EitherCheck: RequestCheck {
    let checks: [any RequestCheck]

    var source: String { checks.map(\.source).joined(separator: " || ") }
    var isQuick: Bool { checks.allSatisfy(\.isQuick) }
    var runsUserCode: Bool { checks.contains(where: \.runsUserCode) }
    var faults: [String] { checks.flatMap(\.faults) }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        var reasons: [Mismatch] = []
        for check in checks {
            guard let mismatch = check.mismatch(context) else { return nil }
            reasons.append(mismatch)
        }
        let part = Set(reasons.map(\.part)).count == 1 ? reasons[0].part : .other
        return Mismatch(
            part,
            "\(reasons.count == 2 ? "neither" : "none") holds: " + reasons.map(\.description).joined(separator: "; "))
    }

    func indexKeys(origin: Origin?) -> [StubIndex.Key]? {
        var keys: [StubIndex.Key] = []
        for check in checks {
            guard let more = check.indexKeys(origin: origin) else { return nil }
            keys += more
        }
        return keys
    }

    func captures(_ context: MatchContext) -> [(String, String)] {
        checks.first { $0.mismatch(context) == nil }?.captures(context) ?? []
    }

    func roughDistance(_ context: MatchContext) -> Double { checks.map { $0.roughDistance(context) }.min() ?? 0 }

    /// As near as the nearest of them.
    func differences(_ context: MatchContext) -> [PartDifference] {
        guard let mismatch = mismatch(context) else { return [] }
        let weight = PartDifference.weight(mismatch.part)
        let distances = checks.map { $0.differences(context).reduce(0) { $0 + $1.cost } }
        return [PartDifference(mismatch, nearness: 1 - (distances.min() ?? weight) / weight)]
    }
}

struct NotCheck: RequestCheck {
    let check: any RequestCheck

    var source: String { check is AllCheck || check is EitherCheck ? "!(\(check.source))" : "!\(check.source)" }
    var isQuick: Bool { check.isQuick }
    var runsUserCode: Bool { check.runsUserCode }
    var faults: [String] { check.faults }

    func mismatch(_ context: MatchContext) -> Mismatch? {
        // A condition that cannot be checked holds for nothing, and so does its opposite.
        if let fault = check.faults.first { return Mismatch(.other, fault) }
        guard check.mismatch(context) == nil else { return nil }
        return Mismatch(.other, "\(check.source) holds, expected that it does not")
    }
}
