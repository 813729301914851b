import Foundation
import HTTPArchive
import Testing

/// Archives of chance: what is written is read again as it was, whatever it is.
@Suite(.timeLimit(.minutes(3)))
struct PropertyTests {
    @Test(arguments: 0..<60)
    func `what is written is read again as the same`(_ seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let archive = chance.archive()
        let written = archive.encoded()
        let file = try HAR.File(data: written)
        let reading = file.read()
        #expect(reading.archive == archive)
        #expect(reading.problems.isEmpty)
        #expect(reading.archive.encoded() == written)
        for (index, entry) in archive.log.entries.enumerated() {
            #expect(file.method(at: index) == entry.request.method)
            #expect(file.url(at: index) == entry.request.url)
        }
        #expect(try JSONSerialization.jsonObject(with: written) is [String: Any])
    }
}

/// SplitMix64: the same values for the same seed, everywhere.
private struct Chance: RandomNumberGenerator {
    private var seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    mutating func next() -> UInt64 {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var z = seed
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func pick<T>(_ values: [T]) -> T { values[Int(next() % UInt64(values.count))] }
    mutating func maybe<T>(_ value: (inout Chance) -> T) -> T? { next() % 3 == 0 ? value(&self) : nil }
    mutating func list<T>(_ value: (inout Chance) -> T) -> [T] { (0..<Int(next() % 4)).map { _ in value(&self) } }

    mutating func text() -> String {
        let pieces = [
            "a", "\"", "\\", "\n", "\0", "\u{1F}", "é", "😀", "{", "]", ",", "\\u0041", "\u{2028}",
            "longer than eight bytes", " ", "\u{7F}",
        ]
        return list { $0.pick(pieces) + $0.pick(pieces) }.joined()
    }

    mutating func int() -> Int { pick([0, -1, 1, 200, 1 << 40, -7, Int(next() % 100_000)]) }
    mutating func double() -> Double {
        pick([0, -1, 0.1, 12.5, 1e21, .leastNonzeroMagnitude, 93.99, Double(next() % 1000) / 7])
    }
    mutating func timestamp() -> HAR.Timestamp {
        pick([
            "2026-03-01T10:00:00Z", "1999-12-31T23:59:59.123456789+05:30",
            HAR.Timestamp(Date(timeIntervalSince1970: Double(next() % 4_000_000_000))),
        ])
    }

    mutating func json(_ depth: Int = 3) -> JSONValue {
        switch next() % (depth > 0 ? 6 : 4) {
        case 0: .null
        case 1: .bool(next() % 2 == 0)
        case 2: .number(pick([JSONNumber(int()), JSONNumber(UInt64.max), JSONNumber(double())!]))
        case 3: .string(text())
        case 4: .array(list { $0.json(depth - 1) })
        default: .object(Dictionary(list { ($0.text(), $0.json(depth - 1)) }) { $1 })
        }
    }

    mutating func custom() -> [String: JSONValue] { Dictionary(list { ("_" + $0.text(), $0.json()) }) { $1 } }
    mutating func comment() -> String? { maybe { $0.text() } }

    mutating func header() -> HAR.Header { .init(name: text(), value: text(), comment: comment(), custom: custom()) }
    mutating func item() -> HAR.QueryItem { .init(name: text(), value: text(), comment: comment(), custom: custom()) }
    mutating func cookie() -> HAR.Cookie {
        .init(
            name: text(), value: text(), path: comment(), domain: comment(), expires: maybe { $0.timestamp() },
            httpOnly: maybe { $0.next() % 2 == 0 }, secure: maybe { $0.next() % 2 == 0 }, comment: comment(),
            custom: custom())
    }

    mutating func post() -> HAR.PostData {
        .init(
            mimeType: text(),
            params: list {
                .init(
                    name: $0.text(), value: $0.comment(), fileName: $0.comment(), contentType: $0.comment(),
                    comment: $0.comment(), custom: $0.custom())
            }, text: comment(), comment: comment(), custom: custom())
    }

    mutating func request() -> HAR.Request {
        .init(
            method: text(), url: text(), httpVersion: text(), cookies: list { $0.cookie() },
            headers: list { $0.header() },
            queryString: list { $0.item() }, postData: maybe { $0.post() }, headersSize: int(), bodySize: int(),
            comment: comment(), custom: custom())
    }

    mutating func content() -> HAR.Content {
        .init(
            size: int(), compression: maybe { $0.int() }, mimeType: text(), text: comment(),
            encoding: maybe { $0.pick(["base64", "x"]) },
            comment: comment(), custom: custom())
    }

    mutating func response() -> HAR.Response {
        .init(
            status: int(), statusText: text(), httpVersion: text(), cookies: list { $0.cookie() },
            headers: list { $0.header() },
            content: content(), redirectURL: text(), headersSize: int(), bodySize: int(), comment: comment(),
            custom: custom())
    }

    mutating func state() -> HAR.CacheState {
        .init(
            expires: maybe { $0.timestamp() }, lastAccess: timestamp(), eTag: text(), hitCount: int(),
            comment: comment(), custom: custom())
    }

    mutating func entry() -> HAR.Entry {
        .init(
            pageref: comment(), startedDateTime: timestamp(), time: double(), request: request(), response: response(),
            cache: .init(
                beforeRequest: maybe { $0.state() }, afterRequest: maybe { $0.state() }, comment: comment(),
                custom: custom()),
            timings: .init(
                blocked: maybe { $0.double() }, dns: maybe { $0.double() }, connect: maybe { $0.double() },
                send: double(), wait: double(),
                receive: double(), ssl: maybe { $0.double() }, comment: comment(), custom: custom()),
            serverIPAddress: comment(), connection: comment(), comment: comment(), custom: custom())
    }

    mutating func archive() -> HAR {
        HAR(
            log: .init(
                version: text(), creator: .init(name: text(), version: text(), comment: comment(), custom: custom()),
                browser: maybe {
                    .init(name: $0.text(), version: $0.text(), comment: $0.comment(), custom: $0.custom())
                },
                pages: list {
                    .init(
                        startedDateTime: $0.timestamp(), id: $0.text(), title: $0.text(),
                        pageTimings: .init(
                            onContentLoad: $0.maybe { $0.double() }, onLoad: $0.maybe { $0.double() },
                            comment: $0.comment(), custom: $0.custom()),
                        comment: $0.comment(), custom: $0.custom())
                }, entries: list { $0.entry() }, comment: comment(), custom: custom()), custom: custom())
    }
}
