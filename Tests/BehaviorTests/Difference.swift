import Foundation
import Testing

/// Where the transports must differ: each is a row of `Documentation/Platforms.md`, section "In process and on a socket".
enum Difference: String, CaseIterable, Sendable {
    case unexpectedIsAnAnswer = "S1"
    case failureIsAnEnd = "S2"
}
