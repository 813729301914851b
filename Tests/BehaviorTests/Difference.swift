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
    case lengthsAreObeyed = "S16"
    case codingsAreUndone = "S17"
    case informationalIsNoAnswer = "S18"
    case cookiesAreKept = "S19"
    case webSocketsExist = "S20"
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
