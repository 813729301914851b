/// Why a pattern cannot be read; the stub that has it matches nothing.
struct PatternFault: Error, Sendable, Equatable {
    let message: String
    init(_ message: String) { self.message = message }
}

/// One segment of a path pattern, over decoded bytes.
enum SegmentPattern: Sendable, Equatable {
    /// Any number of segments: `**`.
    case anySegments
    /// Pieces that together fill the segment.
    case pieces([Piece])

    enum Piece: Sendable, Equatable {
        case literal([UInt8])
        /// `*`: any bytes, none too.
        case star
        /// `{name}`: one byte or more.
        case capture(String)
    }

    /// The bytes when nothing in it varies.
    var literal: [UInt8]? {
        guard case .pieces(let pieces) = self else { return nil }
        if pieces.isEmpty { return [] }
        guard pieces.count == 1, case .literal(let bytes) = pieces[0] else { return nil }
        return bytes
    }

    var isLiteral: Bool { literal != nil }

    var captureNames: [String] {
        guard case .pieces(let pieces) = self else { return [] }
        return pieces.compactMap { piece in
            if case .capture(let name) = piece { name } else { nil }
        }
    }

    static func parse(_ text: Substring, in pattern: String) -> Result<SegmentPattern, PatternFault> {
        if text == "**" { return .success(.anySegments) }
        if text.contains("**") {
            return .failure(fault(pattern, "** stands for whole segments and must stand alone between slashes"))
        }
        var pieces: [Piece] = []
        var rest = text
        while let mark = rest.firstIndex(where: { "{}*".contains($0) }) {
            if mark > rest.startIndex { pieces.append(.literal(PercentCoding.decode(rest[..<mark].utf8))) }
            switch rest[mark] {
            case "*": pieces.append(.star)
            case "}": return .failure(fault(pattern, "it has a } without a {"))
            default:
                guard let end = rest[mark...].firstIndex(of: "}") else {
                    return .failure(fault(pattern, "it has a { without a }"))
                }
                let name = String(rest[rest.index(after: mark)..<end])
                guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) else {
                    return .failure(fault(pattern, "{\(name)} is no name; write {id}"))
                }
                if let last = pieces.last, !last.isLiteral {
                    return .failure(fault(pattern, "nothing separates {\(name)} from what stands before it"))
                }
                pieces.append(.capture(name))
                rest = rest[rest.index(after: end)...]
                continue
            }
            rest = rest[rest.index(after: mark)...]
        }
        if !rest.isEmpty { pieces.append(.literal(PercentCoding.decode(rest.utf8))) }
        return .success(.pieces(pieces))
    }

    private static func fault(_ pattern: String, _ reason: String) -> PatternFault {
        PatternFault("the pattern \(SourceText.quoted(pattern)) cannot be read: \(reason)")
    }

    /// The captured values by name, or nil when the segment does not fit.
    func match(_ segment: [UInt8]) -> [(String, String)]? {
        guard case .pieces(let pieces) = self else { return nil }
        var captures: [(String, String)] = []
        return Self.match(pieces[...], segment[...], &captures) ? captures : nil
    }

    /// Backtracks over at most one segment's bytes; captures are as long as they can be.
    private static func match(
        _ pieces: ArraySlice<Piece>, _ text: ArraySlice<UInt8>, _ captures: inout [(String, String)]
    ) -> Bool {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .literal(let bytes):
            return text.starts(with: bytes) && match(rest, text.dropFirst(bytes.count), &captures)
        case .star:
            return (0...text.count).reversed().contains { match(rest, text.dropFirst($0), &captures) }
        case .capture(let name):
            let count = captures.count
            for length in (0...text.count).reversed() where length > 0 {
                captures.append((name, String(decoding: text.prefix(length), as: UTF8.self)))
                if match(rest, text.dropFirst(length), &captures) { return true }
                captures.removeLast(captures.count - count)
            }
            return false
        }
    }
}

extension SegmentPattern.Piece {
    fileprivate var isLiteral: Bool {
        if case .literal = self { true } else { false }
    }
}
