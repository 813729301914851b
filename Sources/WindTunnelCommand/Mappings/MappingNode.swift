import HTTPArchive

/// A value of a mapping, with the path to it: whatever is wrong is told by its place.
struct MappingNode: Sendable {
    let value: JSONValue
    /// `$.request.headers`
    let path: String

    init(_ value: JSONValue, path: String = "$") {
        self.value = value
        self.path = path
    }

    /// Nil for what is missing, and for `null`.
    subscript(_ name: String) -> MappingNode? {
        guard case .object(let members) = value, let member = members[name], member != .null else { return nil }
        return MappingNode(member, path: path + JSONPathText.member(name))
    }

    func fault(_ message: String) -> MappingFault { MappingFault(path: path, message: message) }

    private func wrong(_ needed: String) -> MappingFault { fault("\(needed) is needed, not \(value.kind)") }

    // MARK: What it is read as

    func text() throws -> String {
        guard case .string(let text) = value else { throw wrong("a text") }
        return text
    }

    func bool() throws -> Bool {
        guard case .bool(let bool) = value else { throw wrong("true or false") }
        return bool
    }

    func number() throws -> Double {
        guard case .number(let number) = value, number.double.isFinite else { throw wrong("a number") }
        return number.double
    }

    func int(in range: ClosedRange<Int>) throws -> Int {
        guard case .number(let number) = value else { throw wrong("a number") }
        guard let int = number.int, range.contains(int) else {
            throw fault("\(number) is not in \(range.lowerBound)...\(range.upperBound)")
        }
        return int
    }

    func elements() throws -> [MappingNode] {
        guard case .array(let elements) = value else { throw wrong("a list") }
        return elements.enumerated().map { MappingNode($0.element, path: "\(path)[\($0.offset)]") }
    }

    /// By name, in the order of the names.
    func members() throws -> [(name: String, node: MappingNode)] {
        guard case .object(let members) = value else { throw wrong("an object") }
        return members.keys.sorted().compactMap { name in self[name].map { (name, $0) } }
    }

    /// Conditions by name. One that is null would be passed over, and the mapping match too much.
    func conditions() throws -> [(name: String, node: MappingNode)] {
        if case .object(let members) = value, let name = members.keys.sorted().first(where: { members[$0] == .null }) {
            throw fault("\(name.quoted) is null; write a condition, or leave it out")
        }
        return try members()
    }

    var isEmpty: Bool {
        switch value {
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        default: false
        }
    }
}

/// What is wrong at one place of a mapping, and what to do.
struct MappingFault: Error, Sendable, Equatable {
    let path: String
    let message: String
}

/// All that is found wrong with one mapping.
struct MappingFaults {
    private(set) var all: [MappingFault] = []

    mutating func add(_ fault: MappingFault) { all.append(fault) }

    /// Nil for what cannot be read.
    mutating func caught<Value>(_ read: () throws -> Value) -> Value? {
        do {
            return try read()
        } catch let fault as MappingFault {
            all.append(fault)
        } catch {
            all.append(MappingFault(path: "$", message: "\(error)"))
        }
        return nil
    }

    /// None where there is no object.
    mutating func members(of node: MappingNode?) -> [(name: String, node: MappingNode)] {
        caught { try node?.members() ?? [] } ?? []
    }

    /// None where there is no object.
    mutating func conditions(of node: MappingNode?) -> [(name: String, node: MappingNode)] {
        caught { try node?.conditions() ?? [] } ?? []
    }

    /// What is not known must not be passed over: the mapping would match or answer otherwise than it says.
    ///
    /// - Parameter refused: Names that are known and not served, with what to do instead.
    mutating func checkNames(of node: MappingNode, known: [String], refused: [String: String] = [:]) {
        for (name, member) in members(of: node) where !known.contains(name) {
            if let advice = refused[name] {
                if !member.isEmpty { add(member.fault(advice)) }
            } else {
                let near = Spelling.nearest(to: name, of: known)
                let advice = near.map { "did you mean \($0.quoted)?" } ?? "leave it out"
                add(member.fault("it is not known here; \(advice)"))
            }
        }
    }
}

extension String {
    /// As JSON has it.
    var quoted: String { JSONValue.string(self).description }
}
