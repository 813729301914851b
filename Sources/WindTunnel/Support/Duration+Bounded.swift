extension Duration {
    /// A time that sums and clocks can carry: `Duration` traps when a sum does not fit, and the standard clocks trap
    /// when a moment's seconds do not. Nobody waits for 30,000 years.
    var bounded: Duration { min(max(self, .zero - Self.bound), Self.bound) }

    private static let bound: Duration = .seconds(1_000_000_000_000)

    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
