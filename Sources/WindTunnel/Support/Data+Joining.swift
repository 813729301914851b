extension Data {
    /// The same bytes, counted from zero, as clients know them from the network; a copy for a slice alone.
    var fromZero: Data { startIndex == 0 ? self : Data(self) }
}

extension [Data] {
    /// All of it in one; the only piece is not copied.
    var joined: Data { count == 1 ? self[0] : reduce(into: Data()) { $0 += $1 } }
}
