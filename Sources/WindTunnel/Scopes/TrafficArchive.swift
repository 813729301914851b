/// A server's traffic as a file to attach to a failed test.
package struct TrafficArchive: Sendable {
    package let name: String
    package let bytes: [UInt8]
}

extension MockServer {
    /// What came and what was answered, as an archive without secrets; nil when nothing came.
    package func trafficArchive() -> TrafficArchive? {
        let exchanges = exchanges
        guard !exchanges.isEmpty else { return nil }
        let archive = core.archive(of: exchanges).redacted()
        return TrafficArchive(name: "traffic.har", bytes: Array(archive.encoded()))
    }
}

extension ServerCore {
    func archive(of exchanges: [MockExchange]) -> HAR {
        let (now, date) = (clock.now(), Date())
        let entries = exchanges.flatMap { exchange in
            exchange.entries(date: date.addingTimeInterval(-(now - exchange.arrival).seconds))
        }
        return HAR(log: HAR.Log(creator: .windTunnel, entries: entries))
    }
}

extension HAR.Creator {
    /// Who writes our archives.
    static let windTunnel = HAR.Creator(name: "WindTunnel", version: Version.current)
}
