import Foundation
import WindTunnel

/// Where a mocked load and a real one differ on purpose: a row of Documentation/Platforms.md each.
enum Difference: String, CaseIterable, Sendable {
    /// The native loader's `Progress` counts no bytes that anybody could name.
    case progress = "F1"
    /// The native loader asks the session's delegate, and not the one that was passed to the call.
    case callDelegateRedirects = "F2"
    /// The native loader loses the body of a request that is sent again.
    case bodySentAgain = "F3"
    /// The native loader tells a delegate of `100 Continue`.
    case continueIsTold = "F4"
    /// The native loader forgets the response of a task that failed, unless a delegate has heard of it.
    case responseOfFailure = "F5"
    /// A call's delegate is told of data by the native loader, and by nobody in process, as on Apple platforms.
    case callDelegateData = "F6"

    /// The native loader throws away the body of a redirect that leads nowhere, and does not tell a delegate of its response.
    case redirectWithoutTarget = "F7"
    /// The native loader does not say in the error which URL took too long.
    case urlOfTimeout = "F8"
    /// The native loader sends dots in a path on as they came (RFC 3986, section 5.2.4, takes them out).
    case dotsInTarget = "F9"
    /// The native loader asks a delegate about the next request before it has stored the cookies of the redirect.
    case cookieOfRedirect = "F10"

    /// Whether it shows for this kind of task at all.
    func concerns(_ kind: TaskKind) -> Bool {
        switch self {
        case .callDelegateRedirects, .callDelegateData: kind == .dataCallDelegate || kind == .dataBothDelegates
        case .continueIsTold: kind == .uploadStream
        case .cookieOfRedirect: kind.hasSessionDelegate
        default: true
        }
    }

    /// A line without what differs; nil for none.
    func excuse(_ line: String) -> String? {
        switch self {
        case .progress: line.hasPrefix("progress:") ? nil : line
        case .callDelegateRedirects, .bodySentAgain, .redirectWithoutTarget, .cookieOfRedirect: nil
        case .continueIsTold:
            line.hasPrefix("session response: 100") || line == "session response expects -1, -, -" ? nil : line
        case .responseOfFailure: line.hasPrefix("task response:") ? nil : line
        case .callDelegateData: line.hasPrefix("call data") ? nil : line
        case .urlOfTimeout: line.replacingOccurrences(of: "-1001 {base}/a", with: "-1001 -")
        case .dotsInTarget: line.replacingOccurrences(of: "/../../", with: "/")
        }
    }

    /// Those that any scenario may show.
    static let everywhere: [Difference] = [.progress, .continueIsTold, .callDelegateData]
}
