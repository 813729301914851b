/// One segment of a path pattern, over decoded bytes.
enum SegmentPattern: Sendable, Equatable {
    /// Any number of segments: `**`.
    case anySegments
    /// Nothing varies.
    case literal([UInt8])
    /// `{name}` alone: one byte or more.
    case capture(String)
    /// Pieces that together fill the segment.
    case pieces([Piece])

    enum Piece: Sendable, Equatable {
        case literal([UInt8])
        /// `*`: any bytes, none too.
        case star
        /// `{name}`: one byte or more.
        case capture(String)
    }

    private init(_ pieces: [Piece]) {
        switch pieces.first {
        case nil: self = .literal([])
        case .literal(let bytes)? where pieces.count == 1: self = .literal(bytes)
        case .capture(let name)? where pieces.count == 1: self = .capture(name)
        default: self = .pieces(pieces)
        }
    }

    /// The bytes when nothing in it varies.
    var literal: [UInt8]? {
        if case .literal(let bytes) = self { bytes } else { nil }
    }

    var isLiteral: Bool { literal != nil }

    var captureNames: [String] {
        switch self {
        case .anySegments, .literal: []
        case .capture(let name): [name]
        case .pieces(let pieces):
            pieces.compactMap { piece in
                if case .capture(let name) = piece { name } else { nil }
            }
        }
    }

    static func parse(_ text: Substring, in pattern: String) -> Result<SegmentPattern, PatternFault> {
        // Most segments are literal, and a search by bytes is twenty times as fast as one by characters.
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
        else { return .success(.literal(PercentEncoding.decode(text.utf8))) }
        if text == "**" { return .success(.anySegments) }
        if text.contains("**") {
            let reason = "** stands for whole segments and must stand alone between slashes"
            return .failure(PatternFault(unreadable: pattern, reason))
        }
        return Result { () throws(PatternFault) in SegmentPattern(try pieces(text, in: pattern)) }
    }

    private static func pieces(_ text: Substring, in pattern: String) throws(PatternFault) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let mark = rest.firstIndex(where: { "{}*".contains($0) }) {
            if mark > rest.startIndex { pieces.append(.literal(PercentEncoding.decode(rest[..<mark].utf8))) }
            let sign = rest[mark]
            rest = rest[rest.index(after: mark)...]
            switch sign {
            case "*": pieces.append(.star)
            case "}": throw PatternFault(unreadable: pattern, "it has a } without a {")
            default:
                let name = try captureName(&rest, in: pattern)
                if let last = pieces.last, !last.isLiteral {
                    throw PatternFault(unreadable: pattern, "nothing separates {\(name)} from what stands before it")
                }
                pieces.append(.capture(name))
            }
        }
        if !rest.isEmpty { pieces.append(.literal(PercentEncoding.decode(rest.utf8))) }
        return pieces
    }

    /// What stands between braces, of which the first one has been read; the text goes on behind them.
    private static func captureName(_ rest: inout Substring, in pattern: String) throws(PatternFault) -> String {
        guard let end = rest.firstIndex(of: "}") else {
            throw PatternFault(unreadable: pattern, "it has a { without a }")
        }
        let name = String(rest[..<end])
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-.".contains($0) }) else {
            throw PatternFault(unreadable: pattern, "{\(name)} is no name; write {id}")
        }
        rest = rest[rest.index(after: end)...]
        return name
    }

    /// The captured values by name, or nil when the segment does not fit; what stands first is as long as it can be.
    func match(_ segment: [UInt8]) -> [(String, String)]? {
        switch self {
        case .anySegments: nil
        case .literal(let bytes): bytes == segment ? [] : nil
        case .capture(let name): segment.isEmpty ? nil : [(name, String(decoding: segment, as: UTF8.self))]
        case .pieces(let pieces): Self.match(pieces, segment)
        }
    }

    /// From the end, each literal is put as far behind as it fits. That leaves most to what stands before it, so
    /// nothing is tried twice: backtracking over a pattern of many stars could take forever.
    private static func match(_ pieces: [Piece], _ segment: [UInt8]) -> [(String, String)]? {
        var captures: [(String, String)] = []
        var rest = segment[...]
        for (index, piece) in pieces.enumerated().reversed() {
            if case .literal(let bytes) = piece {
                guard rest.count >= bytes.count, rest.suffix(bytes.count) == bytes[...] else { return nil }
                rest.removeLast(bytes.count)
                continue
            }
            guard rest.count >= piece.shortest,
                let start = start(pieces[..<index], in: rest.dropLast(piece.shortest))
            else { return nil }
            if case .capture(let name) = piece {
                captures.append((name, String(decoding: rest[start...], as: UTF8.self)))
            }
            rest = rest[..<start]
        }
        return rest.isEmpty ? captures.reversed() : nil
    }

    /// Where something that varies begins, at the latest: behind the literal before it.
    private static func start(_ before: ArraySlice<Piece>, in rest: ArraySlice<UInt8>) -> Int? {
        guard let last = before.last else { return rest.startIndex }
        guard case .literal(let bytes) = last else { return rest.endIndex }
        guard rest.count >= bytes.count else { return nil }
        if before.count == 1 { return rest.startIndex + bytes.count }
        return (rest.startIndex + bytes.count...rest.endIndex).last { rest[..<$0].suffix(bytes.count) == bytes[...] }
    }
}

extension SegmentPattern.Piece {
    fileprivate var isLiteral: Bool {
        if case .literal = self { true } else { false }
    }

    fileprivate var shortest: Int {
        if case .capture = self { 1 } else { 0 }
    }
}
