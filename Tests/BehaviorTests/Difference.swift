import Foundation
import Testing

/// Where the transports must differ: each is a row of `Documentation/Platforms.md`, and a test here shows it.
enum Difference: String, CaseIterable, Sendable {
    case unexpectedIsAnAnswer = "S1"
    case failureHasNoCode = "S2"
    case brokenBodyHasOneCode = "S3"
    case faultIsAnAnswer = "S4"
    case knownEndIsNotCut = "S5"
    case timeOutIsTheClients = "S6"
    case closedServerIsGone = "S7"
    case urlsAreTheSockets = "S8"
    case hopsAreExchanges = "S9"
    case redirectsAreTheLoaders = "S10"
    case socketIsOneOrigin = "S11"
    case loaderHasHeadersOfItsOwn = "S12"
    case loaderRefusesBodyOfGet = "S13"
    case loaderChangesPaths = "S14"
    case headersAreOfTheWire = "S15"
    case informationalIsNoAnswer = "S16"
    case webSocketsExist = "S17"
}

/// What the native loader says of a connection that ends too early.
enum Loader {
    #if canImport(FoundationNetworking)
        static let isDarwin = false
        static let noAnswer = "URLError \(URLError.Code.badServerResponse.rawValue)"
        static let brokenBody = "URLError \(URLError.Code.unknown.rawValue)"
    #else
        static let isDarwin = true
        static let noAnswer = "URLError \(URLError.Code.networkConnectionLost.rawValue)"
        static let brokenBody = "URLError \(URLError.Code.networkConnectionLost.rawValue)"
    #endif
}

struct DifferenceTests {
    private static func read(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func tests() throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try files.filter { $0 != "Difference.swift" }.map { try read("Tests/BehaviorTests/" + $0) }.joined()
    }

    @Test(arguments: Difference.allCases)
    func `each difference is a row of the documentation that names its test`(_ difference: Difference) throws {
        let rows = try Self.read("Documentation/Platforms.md").split(separator: "\n").map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let row = try #require(rows.first { $0.first == difference.rawValue })
        let tests = try Self.tests()
        let name = try #require(row.last?.split(separator: ": ", maxSplits: 1).last)
        let (isShown, isNamed) = (tests.contains(".\(difference),"), tests.contains("func `\(name)`"))
        #expect(isShown, "no test shows it")
        #expect(isNamed, "there is no test \(name)")
    }
}
