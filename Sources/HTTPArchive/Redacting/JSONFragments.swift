import Foundation

/// Objects and lists of JSON that stand in other text.
enum JSONFragments {
    /// In order, none inside another one.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        // Brackets of a program are looked behind too, again for each that is inside; not for ever.
        var budget = 8 * bytes.count + 4096
        var position = 0
        while position < bytes.count, budget > 0 {
            guard mayBegin(bytes, position) else {
                position += 1
                continue
            }
            let end = end(bytes, position, &budget)
            if let end, (try? JSONParser.parse(Data(bytes[position..<end]))) != nil {
                ranges.append(position..<end)
                position = end
            } else {
                position += 1
            }
        }
        return ranges
    }

    /// `{"`, `["`, `[{`, `[[`; blanks may stand between.
    private static func mayBegin(_ bytes: [UInt8], _ start: Int) -> Bool {
        let isObject = bytes[start] == UInt8(ascii: "{")
        guard isObject || bytes[start] == UInt8(ascii: "[") else { return false }
        var next = start + 1
        while next < bytes.count, next - start < 64, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count else { return false }
        switch bytes[next] {
        case UInt8(ascii: "\""): return true
        case UInt8(ascii: "{"), UInt8(ascii: "["): return !isObject
        default: return false
        }
    }

    /// Behind the bracket that closes the one at the start; nil when there is none.
    private static func end(_ bytes: [UInt8], _ start: Int, _ budget: inout Int) -> Int? {
        var depth = 0
        var position = start
        var isString = false
        defer { budget -= position - start }
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "\\") where isString: position += 1
            case _ where isString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return position + 1 }
            default: break
            }
            position += 1
        }
        return nil
    }
}
