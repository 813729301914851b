// Sources: HTTPArchive/JSON HTTPArchive/Values HTTPArchive/Reading HTTPArchive/Replaying HTTPArchive/Writing HTTPArchive/Redacting

import Foundation

/// An input is the file of an archive.
func check(_ input: [UInt8]) {
    let data = Data(input)
    let file: HAR.File
    do {
        file = try HAR.File(data: data)
    } catch {
        if let offset = error.offset { expect(offset <= input.count * 3, "the place \(offset) is in the file") }
        return
    }
    let reading = file.read()
    checkEntries(file)
    checkShift(input, reading.archive)
    checkWriting(reading.archive)
}

private func checkEntries(_ file: HAR.File) {
    for index in 0..<file.count {
        let item = file.read(at: index)
        expect(item.entry != nil || !item.problems.isEmpty, "entry \(index) is there, or a reason")
        if let request = item.entry?.request {
            expect(file.method(at: index) == request.method, "the method of \(index) is \(request.method)")
            expect(file.url(at: index) == request.url, "the URL of \(index) is \(request.url)")
        }
        guard let answer = try? file.answer(at: index) else { continue }
        expect((200...999).contains(answer.status), "status \(answer.status) is final")
        for header in answer.headers {
            expect(!header.value.contains("\n") && !header.name.isEmpty, "\(header) is a field")
        }
    }
}

/// Words of eight bytes are looked at together; where they begin must not matter.
private func checkShift(_ input: [UInt8], _ archive: HAR) {
    guard input.first == UInt8(ascii: "{") else { return }
    // Inputs are of all lengths.
    let count = 1 + input.count % 7
    let shifted = try? HAR.File(data: Data([UInt8](repeating: 0x20, count: count) + input))
    expect(shifted?.read().archive == archive, "\(count) spaces before the archive change nothing")
}

private func checkWriting(_ archive: HAR) {
    let written = archive.encoded()
    expect((try? JSONParser.parse(written)) != nil, "what is written is JSON")
    let again = try? HAR.File(data: written)
    expect(again?.problems.isEmpty == true, "a written log has no problems")
    expect(again?.read().archive.encoded() == written, "what is written is read again as the same")
    let redacted = archive.redacted()
    expect(redacted.log.entries.count == archive.log.entries.count, "no entry is lost by redaction")
    expect((try? JSONParser.parse(redacted.encoded())) != nil, "what is redacted is JSON")
    let text = redacted.encoded()
    for secret in archive.log.entries.flatMap(tokens) {
        guard text.range(of: Data(secret.utf8)) != nil else { continue }
        // The end of an escape may look like its beginning.
        let plain = String(decoding: text, as: UTF8.self).replacing(/\\u[0-9a-f]{4}/, with: " ")
        expect(!plain.contains(secret), "\(secret) is gone")
    }
}

/// Credentials that nobody would take for a word.
private func tokens(_ entry: HAR.Entry) -> [String] {
    entry.request.headers.all("Authorization").compactMap { $0.split(separator: " ").last.map(String.init) }.filter {
        token in
        token.utf8.count >= 12
            && token.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
            && token.utf8.contains { $0 < 0x3A } && token.utf8.contains { $0 > 0x3A }
    }
}
