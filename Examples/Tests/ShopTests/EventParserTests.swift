import Foundation
import Testing

@testable import ShopClient

@Suite struct EventParserTests {
    @Test(arguments: [
        ("data: a\n\n", ["message a"]),
        ("data:a\r\n\r\ndata:b\r\rdata:c\n\n", ["message a", "message b", "message c"]),
        ("data: a\r\ndata: ö\r\n\r\n", ["message a\nö"]),
        ("event: done\ndata\n\n", ["done "]),
        (": a comment\nid: 7\n\n", []),
        ("data: not yet", []),
    ])
    func `bytes become events, wherever they are cut`(_ text: String, _ expected: [String]) {
        for size in [1, 2, 3, text.utf8.count] {
            var parser = EventParser()
            var events: [ServerSentEvents.Event] = []
            for start in stride(from: 0, to: text.utf8.count, by: size) {
                events += parser.events(in: Data(text.utf8.dropFirst(start).prefix(size)))
            }
            #expect(events.map { "\($0.type) \($0.data)" } == expected, "in pieces of \(size)")
        }
    }
}
