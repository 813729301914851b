extension UInt8 {
    /// Two digits in lower case.
    var hexadecimal: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
