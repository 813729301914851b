import Foundation

/// URLs on a command line.
enum Addresses {
    static func url(_ text: String, _ what: String) throws -> URL {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host != nil
        else { throw UsageError("\(what) takes a URL like https://api.example.com, not '\(text)'") }
        return url
    }
}
