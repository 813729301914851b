import Foundation

extension SecretWalk {
    private static let depthLimit = 4

    mutating func text(_ text: String?) -> String? { text.map { self.text($0) } }

    /// A value under a name.
    mutating func field(_ name: String, _ value: String) -> String {
        isSecret(field: name) ? secret(value, name) : text(value)
    }

    /// A text of any kind: JSON, a URL, or something else.
    mutating func text(_ text: String, depth: Int = 0) -> String {
        // What is shorter holds no secret that is found by anything but its name.
        if text.utf8.count < 6 { return known(text) ?? text }
        if let placeholder = known(text) { return placeholder }
        if depth < Self.depthLimit, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        {
            var pass = JSONTextPass(text)
            let result = pass.run(&self, depth: depth)
            return pass.isRegular ? echoesReplaced(result) : plain(result, isURL: false)
        }
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return url(text, depth: depth) }
        return plain(depth < Self.depthLimit ? fragments(text, depth) : text, isURL: false)
    }

    /// A string or a number of JSON text under the nearest secret name, or under none.
    mutating func member(_ name: String?, _ string: String, _ depth: Int) -> String {
        name.map { secret(string, $0) } ?? text(string, depth: depth + 1)
    }

    /// A value that another member names.
    mutating func labelled(_ name: String, _ value: String) -> String {
        isSecret(header: name) ? header(name, value) : secret(value, name)
    }

    /// JSON in an event of a stream, a script, or behind what keeps a browser from running it.
    private mutating func fragments(_ text: String, _ depth: Int) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else { return text }
        let bytes = Array(text.utf8)
        let ranges = JSONFragments.ranges(in: bytes)
        if ranges.isEmpty { return text }
        let result = splice(bytes, ranges) { walk, range in
            var pass = JSONTextPass(String(decoding: bytes[range], as: UTF8.self))
            return pass.run(&walk, depth: depth)
        }
        return String(decoding: result, as: UTF8.self)
    }

    mutating func bodyText(_ text: String, _ mimeType: String, _ isBase64: Bool) -> String {
        let type = MediaType(mimeType)
        guard isBase64 else { return bodyText(text, type) }
        guard let data = Base64.decode(text) else { return self.text(text) }
        if let decoded = data.utf8Text {
            let result = bodyText(decoded, type)
            return result == decoded ? text : Data(result.utf8).base64EncodedString()
        }
        if let (decoded, encode) = OtherCharset.decode(data, type) {
            let result = bodyText(decoded, type)
            return result == decoded ? text : encode(result).base64EncodedString()
        }
        let bytes = [UInt8](data)
        let result = replaced(textParts(of: bytes, type), isURL: false)
        return result == bytes ? text : Data(result).base64EncodedString()
    }

    /// Parts that are text beside others that are none.
    private mutating func textParts(of bytes: [UInt8], _ type: MediaType) -> [UInt8] {
        guard type.isMultipart, let name = type.parameter("boundary"), !name.isEmpty else { return bytes }
        let (whole, boundary) = (Data(bytes), Data("--\(name)".utf8))
        var result: [UInt8] = []
        var position = whole.startIndex
        while position < whole.endIndex {
            let end = whole.range(of: boundary, in: position..<whole.endIndex)
            let piece = whole[position..<(end?.lowerBound ?? whole.endIndex)]
            result += piece.utf8Text.map { Array(part($0).utf8) } ?? [UInt8](piece)
            if end != nil { result += boundary }
            position = end?.upperBound ?? whole.endIndex
        }
        return result
    }

    private mutating func bodyText(_ text: String, _ type: MediaType) -> String {
        if type.isForm, !text.hasPrefix("{"), !text.hasPrefix("[") {
            return items(text, depth: 0, PercentEncoding.form)
        }
        if type.isMultipart, let boundary = type.parameter("boundary"), !boundary.isEmpty {
            return parts(text, "--" + boundary)
        }
        if type.isScript, !text.hasPrefix("{"), !text.hasPrefix("[") {
            return plain(fragments(text, 0), isURL: false, isScript: true)
        }
        return self.text(text)
    }

    /// The parts of RFC 7578, each by its name.
    private mutating func parts(_ text: String, _ boundary: String) -> String {
        var parts = text.components(separatedBy: boundary)
        for index in parts.indices { parts[index] = part(parts[index]) }
        return parts.joined(separator: boundary)
    }

    private mutating func part(_ part: String) -> String {
        guard let blank = part.range(of: "\r\n\r\n") ?? part.range(of: "\n\n") else { return text(part) }
        let head = String(part[..<blank.upperBound])
        var value = String(part[blank.upperBound...])
        let ending = value.hasSuffix("\r\n") ? "\r\n" : value.hasSuffix("\n") ? "\n" : ""
        value.removeLast(ending.isEmpty ? 0 : 1)  // a line feed behind a carriage return is one character
        let name = Self.partName(head)
        return text(head) + field(name, value) + ending
    }

    /// The name in a part's `Content-Disposition` (RFC 7578, section 4.2), in quotes or not.
    private static func partName(_ head: String) -> String {
        let field = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("content-disposition:") }
        for parameter in field?.split(separator: ";").dropFirst() ?? [] {
            let halves = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2 else { continue }
            switch halves[0].lowercased() {
            case "name": return halves[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
            case "name*":
                return PercentEncoding.decodedString(halves[1].components(separatedBy: "'").last ?? "")
            default: continue
            }
        }
        return ""
    }

    // MARK: URLs and forms

    mutating func url(_ text: String) -> String { url(text, depth: 0) }

    private mutating func url(_ text: String, depth: Int) -> String {
        if text.isEmpty { return text }
        if let placeholder = known(text) { return placeholder }
        var (rest, fragment) = Self.split(text, "#")
        var (path, query) = Self.split(rest, "?")
        path = plain(path, isURL: true)
        query = query.map { items($0, depth: depth + 1, PercentEncoding.strict) }
        fragment = fragment.map {
            $0.contains("=") ? items($0, depth: depth + 1, PercentEncoding.strict) : plain($0, isURL: true)
        }
        rest = path + (query.map { "?" + $0 } ?? "")
        return plain(rest + (fragment.map { "#" + $0 } ?? ""), isURL: true)
    }

    private static func split(_ text: String, _ mark: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: mark) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }

    /// `a=1&b=2`: what does not change keeps its spelling.
    private mutating func items(_ text: String, depth: Int, _ encode: (String) -> String) -> String {
        var items = text.components(separatedBy: "&")
        for index in items.indices {
            guard let mark = items[index].firstIndex(of: "=") else { continue }
            let name = PercentEncoding.decodedString(items[index][..<mark], plusIsSpace: true)
            let written = items[index][items[index].index(after: mark)...]
            let value = PercentEncoding.decodedString(written, plusIsSpace: true)
            let result =
                isSecret(field: name)
                ? secret(value, name) : depth < Self.depthLimit ? encodedText(value, depth: depth + 1) : value
            if result != value { items[index] = items[index][...mark] + encode(result) }
        }
        return plain(items.joined(separator: "&"), isURL: true)
    }

    /// A value that may be encoded once more, as a URL in a URL in a URL is.
    private mutating func encodedText(_ text: String, depth: Int) -> String {
        let text = self.text(text, depth: depth)
        guard depth < Self.depthLimit, text.utf8.contains(UInt8(ascii: "%")), Placeholder(encoded: text) == nil else {
            return text
        }
        let decoded = PercentEncoding.decodedString(text)
        let result = decoded == text ? text : encodedText(decoded, depth: depth + 1)
        return result == decoded ? text : PercentEncoding.strict(result)
    }

    // MARK: Whatever it is

    /// Names before equals signs, users in URLs, shapes, and what is known.
    private mutating func plain(_ text: String, isURL: Bool, isScript: Bool = false) -> String {
        if text.utf8.count < 6 || isClean(text) { return text }
        let bytes = Array(text.utf8)
        let result = replaced(bytes, isURL: isURL, isScript: isScript)
        return result == bytes ? text : String(decoding: result, as: UTF8.self)
    }

    /// Whether there is nothing to be done about a text, as there is about few.
    private func isClean(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let hasMark = bytes.contains {
                $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "%")
            }
            guard !hasMark, !rules.isStandard || SecretShapes.matches(in: bytes).isEmpty else { return false }
            return isLearning || echoes.matches(in: UnsafeRawBufferPointer(bytes)).isEmpty
        }
    }

    /// What is known, in a text whose parts were looked at one by one.
    private mutating func echoesReplaced(_ text: String) -> String {
        if isLearning { return text }
        let bytes = Array(text.utf8)
        let result = echoesReplaced(bytes, false)
        return result == bytes ? text : String(decoding: result, as: UTF8.self)
    }

    private mutating func replaced(_ bytes: [UInt8], isURL: Bool, isScript: Bool = false) -> [UInt8] {
        var bytes = bytes
        if isLearning { notePlaceholders(bytes) }
        if rules.isStandard || !rules.fields.isEmpty {
            bytes = splice(bytes, PairScan(bytes, isQuery: isURL, isScript: isScript).matches) { walk, match in
                guard match.isUser || walk.isSecret(field: match.name) else { return nil }
                let value = String(decoding: bytes[match.range], as: UTF8.self)
                let decoded = match.spelling.decode(value)
                let result = walk.secret(decoded, match.isUser ? "password" : match.name)
                return result == decoded ? nil : match.spelling.encode(result)
            }
        }
        if rules.isStandard {
            bytes = splice(bytes, SecretShapes.matches(in: bytes)) { walk, match in
                let placeholder = walk.secret(String(decoding: bytes[match.range], as: UTF8.self), match.kind)
                return isURL ? PercentEncoding.strict(placeholder) : placeholder
            }
        }
        return isLearning ? bytes : echoesReplaced(bytes, isURL)
    }

    private mutating func echoesReplaced(_ bytes: [UInt8], _ isURL: Bool) -> [UInt8] {
        let found = echoes.matches(in: bytes)
        if found.isEmpty { return bytes }
        let matches = Placeholder.without(found, in: bytes).map { match in
            // A cut out of base64 would leave bytes that mean something else.
            match.form == .base64
                ? EchoSearch.Match(range: Self.base64Run(bytes, match.range, isURL), index: match.index, form: .base64)
                : match
        }
        return splice(bytes, matches) { walk, match in
            let placeholder = walk.replacement(match.index)
            return match.form == .percent || isURL ? PercentEncoding.strict(placeholder) : placeholder
        }
    }

    private static func base64Run(_ bytes: [UInt8], _ range: Range<Int>, _ isURL: Bool) -> Range<Int> {
        func isPart(_ byte: UInt8) -> Bool { Base64.isDigit(byte) && !(isURL && byte == UInt8(ascii: "/")) }
        var start = range.lowerBound
        var end = range.upperBound
        while start > 0, isPart(bytes[start - 1]) { start -= 1 }
        while end < bytes.count, isPart(bytes[end]) { end += 1 }
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        return start..<end
    }

    /// Puts texts in the place of ranges that stand in order; one that overlaps the one before is left out.
    private mutating func splice<Match: Ranged>(
        _ bytes: [UInt8], _ matches: [Match], _ text: (inout SecretWalk, Match) -> String?
    ) -> [UInt8] {
        if matches.isEmpty { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        for match in matches where match.range.lowerBound >= position {
            guard let text = text(&self, match) else { continue }
            result += bytes[position..<match.range.lowerBound]
            result += text.utf8
            position = match.range.upperBound
        }
        return result + bytes[position...]
    }
}

protocol Ranged {
    var range: Range<Int> { get }
}

extension SecretShapes.Match: Ranged {}
extension EchoSearch.Match: Ranged {}
extension Range<Int>: Ranged {
    var range: Range<Int> { self }
}
