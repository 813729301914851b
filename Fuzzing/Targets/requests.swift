// Sources: LoopbackHTTP/Messages LoopbackHTTP/Parsing

/// An input is what a client sends on one connection.
func check(_ input: [UInt8]) {
    var cuts = Cuts(input)
    for limits in [Limits(), .tight] {
        let whole = Reading([input[...]], limits: limits)
        let pieces = Reading(cuts.pieces(of: input), limits: limits)
        expect(whole.rejection == pieces.rejection, "the refusal does not depend on the pieces")
        expect(whole.events == pieces.events, "the events do not depend on the pieces")
        whole.heads.forEach { check($0, limits: limits) }
        whole.requests.forEach { check($0, limits: limits) }
    }
}

extension Limits {
    /// Limits that a small input can reach.
    fileprivate static var tight: Limits {
        var limits = Limits()
        limits.requestLine = 24
        limits.fieldBytes = 96
        limits.fieldCount = 4
        limits.body = 12
        limits.chunkLine = 10
        limits.chunkExtensions = 16
        return limits
    }
}

private func check(_ head: RequestHead, limits: Limits) {
    expect(head.method.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the method is visible ASCII")
    expect(head.target.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the target is visible ASCII")
    expect(!head.method.isEmpty && !head.target.isEmpty, "neither method nor target is empty")
    check(head.fields, limits: limits)

    let lengths = values("content-length", head.fields)
    let codings = values("transfer-encoding", head.fields)
    let hosts = values("host", head.fields)
    expect(lengths.count + codings.count <= 1, "the length of a body is told at most once")
    expect(hosts.count == 1 || hosts.isEmpty && head.minorVersion == 0, "there is one host")
    switch head.framing {
    case .none: expect(codings.isEmpty && lengths.allSatisfy { Int($0) == 0 }, "without a body no length is told")
    case .length(let count):
        expect(lengths.first.flatMap { Int($0) } == count && count > 0, "the length is what is told")
    case .chunked:
        expect(codings.map(lowercasedASCII) == ["chunked"] && head.minorVersion == 1, "only chunked is chunked")
    }

    let connection = elements("connection", head.fields)
    let stays = head.minorVersion == 1 || connection.contains(Array("keep-alive".utf8))
    expect(head.keepsAlive == (stays && !connection.contains(Array("close".utf8))), "the connection stays as is asked")
    let changes = head.minorVersion == 1 && connection.contains(Array("upgrade".utf8))
    let upgrades = changes ? elements("upgrade", head.fields) : []
    expect(head.upgrades.map { Array($0.utf8) } == upgrades, "the upgrades are those that are asked for")
    let expectations = elements("expect", head.fields)
    expect(
        head.expectsContinue == (head.minorVersion == 1 && expectations == [Array("100-continue".utf8)]),
        "who expects to continue says so"
    )
}

private func check(_ fields: Fields, limits: Limits) {
    expect(fields.lines.count <= limits.fieldCount, "there are no more lines than the limit")
    for line in fields.lines {
        expect(line.name.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !line.name.isEmpty, "a name is a word")
        expect(!line.name.utf8.contains(0x3A), "a name has no colon")
        expect(!line.value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "a value has no control character")
        expect(trimmingBlanks(line.value.utf8).count == line.value.utf8.count, "no blanks stand around a value")
    }
}

private func check(_ request: Request, limits: Limits) {
    check(request.trailers, limits: limits)
    expect(request.body.count <= limits.body, "no body is larger than the limit")
    switch request.head.framing {
    case .none: expect(request.body.isEmpty && request.trailers.lines.isEmpty, "where no body is told, there is none")
    case .length(let count): expect(request.body.count == count, "the body has the length that is told")
    case .chunked: break
    }
    for name in ["content-length", "transfer-encoding", "host"] {
        expect(values(name, request.trailers).isEmpty, "no trailer changes the framing")
    }

    let again = Reading([canonical(request)[...]], limits: Limits())
    expect(again.rejection == nil, "what was taken is taken again: \(String(describing: again.rejection))")
    expect(again.requests.count == 1 && again.events.count == (request.body.isEmpty ? 2 : 3), "one request stays one")
    guard let second = again.requests.first else { return }
    expect(second == request, "what was taken is read again as the same")
    // Strings of other bytes may be equal.
    expect(bytes(second.head.fields) == bytes(request.head.fields), "the fields are the same to the byte")
    expect(bytes(second.trailers) == bytes(request.trailers), "the trailers are the same to the byte")
}

/// A request as its plainest writer would send it.
private func canonical(_ request: Request) -> [UInt8] {
    let head = request.head
    var result = Array("\(head.method) \(head.target) HTTP/1.\(head.minorVersion)\r\n".utf8)
    result += bytes(head.fields) + Array("\r\n".utf8)
    guard head.framing == .chunked else { return result + request.body }
    // Two chunks, so that they are not only read as one.
    let half = request.body.count / 2
    for chunk in [request.body[..<half], request.body[half...]] where !chunk.isEmpty {
        result += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    return result + Array("0\r\n".utf8) + bytes(request.trailers) + Array("\r\n".utf8)
}

private func bytes(_ fields: Fields) -> [UInt8] { fields.lines.flatMap { Array("\($0.name): \($0.value)\r\n".utf8) } }

// What follows reads fields a second time in the plainest way, and shares no code with what is tested.

private func lowercasedASCII(_ text: String) -> String {
    String(decoding: lowercasedASCII(text.utf8), as: UTF8.self)
}

private func lowercasedASCII(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
}

private func values(_ name: String, _ fields: Fields) -> [String] {
    fields.lines.compactMap { lowercasedASCII($0.name).utf8.elementsEqual(name.utf8) ? $0.value : nil }
}

private func elements(_ name: String, _ fields: Fields) -> [[UInt8]] {
    values(name, fields).flatMap { $0.utf8.split(separator: 0x2C) }.compactMap { part in
        let text = part.split(omittingEmptySubsequences: true) { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.first, let last = text.last else { return nil }
        return lowercasedASCII(part[first.startIndex..<last.endIndex])
    }
}
