/// The form of a JSON value without its values: the kinds that stand in a place, the members of all objects there, and
/// what all elements of its arrays have in common.
struct Shape: Sendable, Equatable {
    private(set) var kinds: Set<String> = []
    private(set) var members: [String: Shape] = [:]
    /// In how many objects a member was found, to tell what some do not have.
    private var counts: [String: Int] = [:]
    private var objects = 0
    private var elements: [Shape] = []

    init(_ value: JSONValue) { add(value) }

    private init() {}

    private mutating func add(_ value: JSONValue) {
        kinds.insert(value.kind)
        switch value {
        case .object(let object):
            objects += 1
            for (name, value) in object {
                members[name, default: Shape()].add(value)
                counts[name, default: 0] += 1
            }
        case .array(let array):
            if elements.isEmpty, !array.isEmpty { elements = [Shape()] }
            for value in array { elements[0].add(value) }
        default: break
        }
    }

    private func hasAlways(_ name: String) -> Bool { counts[name] == objects }

    /// What a later value has that this one had not, and the reverse, by JSON path.
    ///
    /// What is null in one place of the recording, or an empty array, says nothing of what else may stand there; a
    /// member that some recorded objects did not have may be missing.
    func differences(to now: Shape, at path: String = "$") -> [(path: String, text: String)] {
        if !now.kinds.isSubset(of: kinds), kinds != [JSONValue.null.kind] {
            return [(path, "is \(Self.list(now.kinds)), recorded \(Self.list(kinds))")]
        }
        var found: [(path: String, text: String)] = []
        for name in Set(members.keys).union(now.members.keys).sorted() {
            let place = path + JSONPathText.member(name)
            switch (members[name], now.members[name]) {
            case (let before?, let after?): found += before.differences(to: after, at: place)
            case (_?, nil) where now.objects > 0 && hasAlways(name): found.append((place, "is missing"))
            case (nil, let after?) where objects > 0: found.append((place, "is new: \(Self.list(after.kinds))"))
            default: continue
            }
        }
        if let before = elements.first, let after = now.elements.first {
            found += before.differences(to: after, at: "\(path)[*]")
        }
        return found
    }

    private static func list(_ kinds: Set<String>) -> String { kinds.sorted().joined(separator: " or ") }
}
