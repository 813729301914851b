import Foundation

/// What a file begins with, before there is any JSON.
enum FileFormat {
    /// Bytes in UTF-8, made of UTF-16 where a byte order mark says so.
    static func utf8(_ data: Data) throws(HAR.ReadingError) -> Data {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            let isLittle = data.starts(with: [0xFF, 0xFE])
            return utf16(data.dropFirst(2), isLittle)
        }
        if data.starts(with: [0x50, 0x4B, 3, 4]) {
            throw HAR.ReadingError(message: "not JSON but a zip archive: unpack it first")
        }
        if data.starts(with: [0x1F, 0x8B]) {
            throw HAR.ReadingError(message: "not JSON but compressed with gzip: unpack it first")
        }
        return data
    }

    private static func utf16(_ data: Data, _ isLittle: Bool) -> Data {
        var units: [UInt16] = []
        units.reserveCapacity(data.count / 2)
        var first: UInt8?
        for byte in data {
            guard let high = first else {
                first = byte
                continue
            }
            units.append(isLittle ? UInt16(byte) << 8 | UInt16(high) : UInt16(high) << 8 | UInt16(byte))
            first = nil
        }
        return Data(String(decoding: units, as: UTF16.self).utf8)
    }

    static func scan(
        _ bytes: UnsafeBufferPointer<UInt8>, _ pages: MappedFile?
    ) throws(HAR.ReadingError) -> ArchiveScanner {
        try ArchiveScanner.scan(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, pages)
    }
}
