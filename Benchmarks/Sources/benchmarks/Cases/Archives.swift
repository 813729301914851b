import Foundation
import HTTPArchive
import HeapSize
import WindTunnel

extension Benchmark {
    static var archives: [Benchmark] { [openingArchives, replaying, readingEntries, writingEntries, memoryOfArchives] }

    private static var openingArchives: Benchmark {
        Benchmark(
            name: "har/open", summary: "an archive of 20 or 200 MB, mapped and indexed", unit: .milliseconds,
            references: ["a pass over the bytes of 200 MB"], aims: [.figure(of: "200 MB", atMost: 790)], repetitions: 9
        ) {
            let (small, large) = (try ArchiveFile(megabytes: 20), try ArchiveFile(megabytes: 200))
            return [
                Case("a pass over the bytes of 200 MB", count: 1) { _ in
                    let watch = Stopwatch()
                    large.pass()
                    return watch.sample(1)
                },
                opening("20 MB", small), opening("200 MB", large),
            ]
        }
    }

    private static func opening(_ name: String, _ archive: ArchiveFile) -> Case {
        Case(name, count: 1) { _ in
            let watch = Stopwatch()
            let file = try HAR.File(contentsOf: archive.url)
            precondition(file.url(at: file.count - 1) == archive.entry(file.count - 1).request.url)
            return watch.sample(1)
        }
    }

    /// A server of a recording, by its session.
    private static var replaying: Benchmark {
        Benchmark(
            name: "har/replay", summary: "answers of a server that replays 200 MB", unit: .microseconds,
            aims: [.figure(of: "the first, with opening", atMost: 790_000)], repetitions: 5
        ) {
            let archive = try ArchiveFile(megabytes: 200)
            let server = try MockServer(replaying: archive.url, mode: .never)
            return [
                Case("the first, with opening", count: 1) { _ in
                    let watch = Stopwatch()
                    let server = try MockServer(replaying: archive.url, mode: .never)
                    let url = URL(string: archive.entry(1_000).request.url)!
                    _ = try await server.session.data(from: url)
                    return watch.sample(1)
                },
                .timed("each later one, 1 kB of JSON", count: 500) { count in
                    for number in 0..<count {
                        let url = URL(string: archive.entry(number * 10).request.url)!
                        _ = try await server.session.data(from: url)
                    }
                },
            ]
        }
    }

    private static var memoryOfArchives: Benchmark {
        Benchmark(
            name: "memory/archive", summary: "heap per entry of an open archive of 20 MB", unit: .bytes, repetitions: 3
        ) {
            let archive = try ArchiveFile(megabytes: 20)
            return [
                Case("index", count: 1) { _ in
                    let before = heap_size()
                    let file = try HAR.File(contentsOf: archive.url)
                    let after = heap_size()
                    return withExtendedLifetime(file) { Sample(value: Double(after - before) / Double(file.count)) }
                }
            ]
        }
    }

    private static var readingEntries: Benchmark {
        Benchmark(
            name: "har/read", summary: "one entry of an open archive", unit: .microseconds,
            aims: [.figure(of: "1 kB of JSON", atMost: 50)]
        ) {
            let archive = try ArchiveFile(megabytes: 20)
            let file = try HAR.File(contentsOf: archive.url)
            return [
                .timed("1 kB of JSON", count: 2_000) { count in
                    for number in 0..<count { _ = try file.answer(at: number * 10 % file.count) }
                },
                .timed("method and URL", count: 20_000) { count in
                    for number in 0..<count {
                        precondition(!file.method(at: number % file.count).isEmpty)
                        precondition(!file.url(at: number % file.count).isEmpty)
                    }
                },
                .timed("30 kB of an image", count: 500) { count in
                    for number in 0..<count { _ = try file.answer(at: (number * 10 + 9) % file.count) }
                },
            ]
        }
    }

    private static var writingEntries: Benchmark {
        Benchmark(
            name: "har/write", summary: "one entry of 1 kB of JSON", unit: .microseconds,
            aims: [.figure(of: "written", atMost: 100)]
        ) {
            let entry = ArchiveFile.entry(0, size: 1_000)
            return [
                .timed("written", count: 1_000) { count in
                    var stream = HAR.Writer()
                    var size = stream.begin(HAR.Log()).count
                    for _ in 0..<count { size += stream.append(entry).count }
                    precondition(size > count * 1_000)
                },
                .timed("redacted", count: 200) { count in
                    var redactor = HAR.Redactor()
                    redactor.learn(entry)
                    for _ in 0..<count { precondition(redactor.redacted(entry) != entry) }
                },
            ]
        }
    }
}

/// An archive as browsers write them: mostly small JSON and text, an image now and then.
private final class ArchiveFile: Sendable {
    let url: URL

    init(megabytes: Int) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("benchmark-\(megabytes)-\(getpid()).har")
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        var stream = HAR.Writer()
        var size = 0
        var number = 0
        var pieces = stream.begin(HAR.Log())
        while size < megabytes << 20 {
            pieces.append(stream.append(entry(number)))
            number += 1
            if pieces.count > 1 << 20 {
                size += pieces.count
                try handle.write(contentsOf: pieces)
                pieces = Data()
            }
        }
        try handle.write(contentsOf: pieces + stream.end())
        try handle.close()
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func entry(_ number: Int) -> HAR.Entry {
        // Of ten: six small ones, three of some length, an image.
        Self.entry(number, size: [1_000, 700, 15_000, 1_200, 300, 25_000, 900, 500, 40_000, 30_000][number % 10])
    }

    static func entry(_ number: Int, size: Int) -> HAR.Entry {
        var entry = HAR.Entry(
            startedDateTime: "2026-03-01T10:00:00.123Z", time: 93.25,
            request: HAR.Request(
                method: "GET", url: "https://api.example.com/items/\(number)?page=\(number % 7)&sort=name",
                headers: headers.map { HAR.Header(name: $0, value: "\($1)-\(number)") },
                queryString: [.init(name: "page", value: "\(number % 7)"), .init(name: "sort", value: "name")],
                bodySize: 0),
            response: HAR.Response(
                status: 200, statusText: "OK", headers: headers.map { HAR.Header(name: $0, value: $1) },
                content: content(number, size)),
            timings: HAR.Timings(blocked: 1.25, dns: -1, connect: -1, send: 0.25, wait: 80.5, receive: 11.25))
        entry.request.headers.append(.init(name: "Authorization", value: "Bearer token-\(number % 3)"))
        return entry
    }

    private static func content(_ number: Int, _ size: Int) -> HAR.Content {
        if number % 10 == 9 {
            return HAR.Content(
                body: Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }), mimeType: "image/png")
        }
        let row = #"{"id":\#(number),"name":"a name of some length","tags":["red","blue"],"active":true},"#
        let rows = String(repeating: row, count: max(1, size / row.utf8.count))
        return HAR.Content(body: Data("[\(rows.dropLast())]".utf8), mimeType: "application/json")
    }

    private static let headers: KeyValuePairs = [
        "accept": "application/json, text/plain, */*", "accept-language": "en-US,en;q=0.9", "cache-control": "no-cache",
        "content-type": "application/json; charset=utf-8", "date": "Sun, 01 Mar 2026 10:00:00 GMT",
        "etag": "W/\"abc-123\"",
        "server": "nginx", "strict-transport-security": "max-age=31536000; includeSubDomains",
        "vary": "Accept-Encoding",
        "x-request-id": "6f1ed002-ab56-4a9c-8f0e-8f1c1d2e3f40",
    ]

    func pass() {
        let data = try? Data(contentsOf: url, options: .alwaysMapped)
        let sum = data?.withUnsafeBytes { raw in
            var sum: UInt64 = 0
            var position = 0
            while position + 8 <= raw.count {
                sum &+= raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                position += 8
            }
            return sum
        }
        precondition(sum != 1)
    }
}
