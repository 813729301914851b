/// How recorded bodies differ.
package enum ArchivedBody {
    private static let maximumDifferences = 20

    /// JSON by path; other bodies as a whole.
    package static func changes(_ before: HAR.Content, _ after: HAR.Content) -> [String] {
        let (old, new) = (before.body ?? Data(), after.body ?? Data())
        guard old != new else { return [] }
        guard let before = try? JSONParser.parse(old), let after = try? JSONParser.parse(new) else {
            return ["body has \(new.count) bytes, had \(old.count)\(old.count == new.count ? ", and differs" : "")"]
        }
        return after.changes(since: before, rules: JSONRules(), limit: maximumDifferences)
    }
}
