/// Reads a value of the format from JSON, whatever is odd about it; nil for what is nothing of the kind.
protocol LenientlyReadable {
    init?(_ value: JSONValue)
}

extension Members {
    mutating func object<Value: LenientlyReadable>(_ key: String) -> Value? { value(key).flatMap { Value($0) } }

    /// Elements that are nothing of the kind are told, and left out.
    mutating func list<Value: LenientlyReadable>(
        _ key: String, _ path: String, _ problems: inout ProblemList
    ) -> [Value] {
        guard let value = value(key) else { return [] }
        guard let elements = value.listElements else {
            problems.add(path, "\(key) is \(value.kind), not a list")
            return []
        }
        var values: [Value] = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            if let value = Value(element) {
                values.append(value)
            } else {
                problems.add("\(path)[\(index)]", "an element of \(key) is \(element.kind)")
            }
        }
        return values
    }
}

extension JSONValue {
    /// An object in the place of a list of names and values is taken for one.
    fileprivate var listElements: [JSONValue]? {
        switch self {
        case .array(let elements): elements
        case .object(let members):
            members.sortedByKey.map { .object(["name": .string($0.key), "value": $0.value]) }
        default: nil
        }
    }
}

// MARK: Names and values

/// A name, a value and a comment; some tools write a pair, or the line of a header.
private struct NamedValue {
    var name: String
    var value: String
    var comment: String?
    var custom: [String: JSONValue] = [:]

    init?(_ json: JSONValue) {
        switch json {
        case .object(let values):
            let name = values["name"]
            let value = values["value"]
            self.name = name?.lenientText ?? ""
            self.value = value?.lenientText ?? ""
            if values.count > (name == nil ? 0 : 1) + (value == nil ? 0 : 1) {
                comment = values["comment"]?.lenientText
                custom = values.filter { !HAR.Header.names.contains($0.key) && $0.key != "comment" }
            }
        case .array(let pair):
            guard let first = pair.first?.lenientText else { return nil }
            name = first
            value = pair.count > 1 ? pair[1].lenientText ?? "" : ""
        case .string(let line):
            guard let mark = line.firstIndex(of: ":"), mark > line.startIndex else { return nil }
            name = String(line[..<mark])
            value = String(line[line.index(after: mark)...].drop { $0 == " " })
        default: return nil
        }
    }
}

extension HAR.Header: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard let pair = NamedValue(json) else { return nil }
        self.init(name: pair.name, value: pair.value, comment: pair.comment, custom: pair.custom)
    }
}

extension HAR.QueryItem: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard let pair = NamedValue(json) else { return nil }
        self.init(name: pair.name, value: pair.value, comment: pair.comment, custom: pair.custom)
    }
}

extension HAR.Cookie: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            name: members.text("name") ?? "", value: members.text("value") ?? "", path: members.text("path"),
            domain: members.text("domain"), expires: members.timestamp("expires"), httpOnly: members.bool("httpOnly"),
            secure: members.bool("secure"), comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.Param: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            name: members.text("name") ?? "", value: members.text("value"), fileName: members.text("fileName"),
            contentType: members.text("contentType"), comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

// MARK: Log

extension HAR.Log {
    /// Of the members beside `entries`.
    init(_ values: [String: JSONValue], _ problems: inout ProblemList) {
        var members = Members(values)
        self.init(
            version: members.text("version") ?? "1.2",
            creator: members.object("creator") ?? HAR.Creator(name: "", version: ""),
            browser: members.object("browser"), pages: members.list("pages", "pages", &problems),
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.Creator: LenientlyReadable {
    init?(_ json: JSONValue) {
        if case .string(let name) = json {
            self.init(name: name, version: "")
            return
        }
        guard var members = json.members else { return nil }
        self.init(
            name: members.text("name") ?? "", version: members.text("version") ?? "", comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.Page: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            startedDateTime: members.timestamp("startedDateTime") ?? "", id: members.text("id") ?? "",
            title: members.text("title") ?? "", pageTimings: members.object("pageTimings") ?? HAR.PageTimings(),
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}

extension HAR.PageTimings: LenientlyReadable {
    init?(_ json: JSONValue) {
        guard var members = json.members else { return nil }
        self.init(
            onContentLoad: members.double("onContentLoad"), onLoad: members.double("onLoad"),
            comment: members.text("comment"))
        custom = members.custom(beside: Self.names)
    }
}
