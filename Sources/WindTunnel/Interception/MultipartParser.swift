/// Splits a body at its boundary (RFC 2046, section 5.1.1).
enum MultipartParser {
    static func parse(_ body: Data, contentType: String?) throws -> [MockRequest.Part] {
        guard let contentType, MediaType.essence(of: contentType)?.hasPrefix("multipart/") == true else {
            throw BodyFailure("the body is no multipart body: its content type is \(contentType ?? "missing")")
        }
        guard let boundary = MediaType.parameter("boundary", of: contentType), !boundary.isEmpty else {
            throw BodyFailure("the body is no multipart body: its content type has no boundary")
        }
        guard let lines = delimiters(Data("--\(boundary)".utf8), in: body) else {
            throw BodyFailure("the multipart body does not end with --\(boundary)--")
        }
        return try zip(lines, lines.dropFirst()).map { part, next in
            try parsePart(body[part.content..<max(part.content, beforeLineBreak(next.line, in: body))])
        }
    }

    /// Where the lines between parts begin, and what follows them; nil without the one that ends the body.
    private static func delimiters(_ delimiter: Data, in body: Data) -> [(line: Int, content: Int)]? {
        var lines: [(line: Int, content: Int)] = []
        var search = body.startIndex
        while let found = body.range(of: delimiter, in: search..<body.endIndex) {
            search = found.upperBound
            guard beginsLine(found.lowerBound, in: body) else { continue }
            let dashes = body[found.upperBound...].starts(with: Data("--".utf8)) ? 2 : 0
            // Else it is another boundary that begins like this one, or text of a part.
            guard let line = lineEnd(after: found.upperBound + dashes, in: body), dashes > 0 || line.isBroken else {
                continue
            }
            lines.append((found.lowerBound, line.end))
            if dashes > 0 { return lines }
        }
        return nil
    }

    private static func beginsLine(_ index: Int, in body: Data) -> Bool {
        index == body.startIndex || body[index - 1] == UInt8(ascii: "\n")
    }

    /// Behind the line break, or the end, that may follow padding; nil when other text does.
    private static func lineEnd(after index: Int, in body: Data) -> (end: Int, isBroken: Bool)? {
        let rest = body[index...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        if rest.isEmpty { return (rest.startIndex, false) }
        if rest.starts(with: Data("\r\n".utf8)) { return (rest.startIndex + 2, true) }
        return rest.first == UInt8(ascii: "\n") ? (rest.startIndex + 1, true) : nil
    }

    private static func beforeLineBreak(_ index: Int, in body: Data) -> Int {
        guard index > body.startIndex, body[index - 1] == UInt8(ascii: "\n") else { return index }
        return index - 1 > body.startIndex && body[index - 2] == UInt8(ascii: "\r") ? index - 2 : index - 1
    }

    private static func parsePart(_ part: Data) throws -> MockRequest.Part {
        var lines: [MockRequest.Headers.Element] = []
        var rest = part
        // A part may end with its headers: RFC 2046, section 5.1.1, "body-part".
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
                throw BodyFailure("a part of the multipart body has no empty line behind its headers")
            }
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self).trimmingCharacters(in: .newlines)
            rest = rest[(end + 1)...]
            if line.isEmpty { return MockRequest.Part(headers: .init(lines: lines), body: Data(rest)) }
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count == 2 else {
                throw BodyFailure("\(SourceText.quoted(line)) is no header of a multipart part")
            }
            lines.append((String(halves[0]), halves[1].trimmingCharacters(in: .whitespaces)))
        }
        return MockRequest.Part(headers: .init(lines: lines), body: Data())
    }
}
