import Foundation

/// Where a request went to.
struct EntryPlace {
    let host: String
    let path: String

    init(_ url: String) {
        let rest = url.components(separatedBy: "://").dropFirst().joined(separator: "://")
        let authority = rest.prefix { !"/?#".contains($0) }
        let name = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        // A port belongs to the host, but for the brackets of IPv6.
        host = name.lowercased()
        let path = rest.dropFirst(authority.count).prefix { !"?#".contains($0) }
        self.path = path.isEmpty ? "/" : String(path)
    }
}
