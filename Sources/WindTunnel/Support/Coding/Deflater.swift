/// Compresses bytes as they come. One caller at a time.
final class Deflater {
    private let zlib: Zlib
    // In one place for all its life: zlib keeps its address.
    private let stream: UnsafeMutablePointer<Zlib.Stream>

    init?(_ zlib: Zlib, _ wrapping: Zlib.Wrapping) {
        let stream = UnsafeMutablePointer<Zlib.Stream>.allocate(capacity: 1)
        stream.initialize(to: Zlib.Stream())
        let size = CInt(MemoryLayout<Zlib.Stream>.stride)
        // Level, method, memory and strategy are zlib's defaults.
        guard zlib.deflateInit(stream, -1, 8, wrapping.rawValue, 8, 0, zlib.version(), size) == Zlib.Status.ok else {
            stream.deallocate()
            return nil
        }
        // Not before: of what has all its properties the end would be run.
        self.zlib = zlib
        self.stream = stream
    }

    deinit {
        _ = zlib.deflateEnd(stream)
        stream.deallocate()
    }

    /// What there is to send after these bytes; nil when zlib has no memory.
    func write(_ data: Data, _ flush: Zlib.Flush) -> Data? {
        var output = Data()
        var rest = data
        repeat {
            // zlib counts in 32 bits.
            let piece = rest.prefix(1 << 30)
            rest = rest.dropFirst(piece.count)
            guard append(piece, rest.isEmpty ? flush : .none, to: &output) else { return nil }
        } while !rest.isEmpty
        return output
    }

    private func append(_ data: Data, _ flush: Zlib.Flush, to output: inout Data) -> Bool {
        data.withUnsafeBytes { input in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64 * 1024) { buffer in
                guard let base = buffer.baseAddress else { return false }
                stream.pointee.nextIn = input.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.availableIn = CUnsignedInt(input.count)
                repeat {
                    stream.pointee.nextOut = base
                    stream.pointee.availableOut = CUnsignedInt(buffer.count)
                    let status = zlib.deflate(stream, flush.rawValue)
                    // Nothing to do is no error.
                    guard [Zlib.Status.ok, Zlib.Status.end, Zlib.Status.bufferError].contains(status) else {
                        return false
                    }
                    output.append(base, count: buffer.count - Int(stream.pointee.availableOut))
                } while stream.pointee.availableOut == 0
                return true
            }
        }
    }
}
