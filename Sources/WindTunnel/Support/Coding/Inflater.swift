/// Undoes one coding, piece by piece, as libcurl does: what comes out before an error has come out. One caller at a
/// time.
final class Inflater: BodyDecoder {
    private enum Phase {
        /// No byte has come.
        case fresh
        /// The first bytes are being read: they may yet turn out to have no wrapping.
        case beginning
        case reading
        case ended
    }

    private let zlib: Zlib
    private let stream: UnsafeMutablePointer<Zlib.Stream>
    private let mayBeRaw: Bool
    private let limit: Int
    private var phase = Phase.fresh
    private var input = Data()
    private var offset = 0
    private var total = 0
    /// How many bytes may stand behind the end: servers that send no wrapping send a check sum all the same.
    private var tolerated = 0
    private var isOpen = true

    /// As libcurl's, so that what an error leaves of a body is the same.
    private static let pieceSize = 16 * 1024

    /// - Parameters:
    ///   - mayBeRaw: Whether bytes without a wrapping are read too, as some servers understand `deflate`.
    ///   - limit: How many bytes may come out.
    init?(_ zlib: Zlib, _ wrapping: Zlib.Wrapping, mayBeRaw: Bool = false, limit: Int = .max) {
        let stream = UnsafeMutablePointer<Zlib.Stream>.allocate(capacity: 1)
        guard Self.begin(stream, zlib, wrapping) else {
            stream.deallocate()
            return nil
        }
        self.zlib = zlib
        self.stream = stream
        self.mayBeRaw = mayBeRaw
        self.limit = limit
    }

    deinit {
        if isOpen { _ = zlib.inflateEnd(stream) }
        stream.deallocate()
    }

    private static func begin(
        _ stream: UnsafeMutablePointer<Zlib.Stream>, _ zlib: Zlib, _ wrapping: Zlib.Wrapping
    ) -> Bool {
        stream.initialize(to: Zlib.Stream())
        let size = CInt(MemoryLayout<Zlib.Stream>.stride)
        return zlib.inflateInit(stream, wrapping.rawValue, zlib.version(), size) == Zlib.Status.ok
    }

    func push(_ data: Data) {
        guard !data.isEmpty else { return }
        if phase == .fresh { phase = .beginning } else if phase == .beginning { phase = .reading }
        input = data
        offset = 0
    }

    func next() throws(DecodingFailure) -> Data? {
        while phase != .fresh {
            if phase == .ended {
                try skipTail()
                return nil
            }
            let (status, piece) = step()
            switch status {
            case Zlib.Status.ok where piece.isEmpty: continue
            case Zlib.Status.ok: return try counted(piece)
            case Zlib.Status.end:
                phase = .ended
                if !piece.isEmpty { return try counted(piece) }
            case Zlib.Status.bufferError: return nil
            case Zlib.Status.dataError where phase == .beginning && mayBeRaw: try beginRaw()
            default: throw .malformed(stream.pointee.message.map { String(cString: $0) } ?? "zlib error \(status)")
            }
        }
        return nil
    }

    private func counted(_ piece: Data) throws(DecodingFailure) -> Data {
        phase = phase == .ended ? .ended : .reading
        total += piece.count
        guard total <= limit else { throw .tooLarge(limit) }
        return piece
    }

    private func beginRaw() throws(DecodingFailure) {
        _ = zlib.inflateEnd(stream)
        isOpen = Self.begin(stream, zlib, .raw)
        guard isOpen else { throw .malformed("zlib has no memory") }
        (phase, offset, tolerated) = (.reading, 0, 4)
    }

    private func skipTail() throws(DecodingFailure) {
        let left = input.count - offset
        guard left <= tolerated else { throw .malformed("bytes follow its end") }
        tolerated -= left
        offset = input.count
    }

    /// As far as the end of a block, of the input, or of the room for what comes out.
    private func step() -> (CInt, Data) {
        let block: CInt = 5
        return input.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceSize) { buffer in
                let available = min(bytes.count - offset, 1 << 30)
                stream.pointee.nextIn = bytes.bindMemory(to: UInt8.self).baseAddress.map { $0 + offset }
                stream.pointee.availableIn = CUnsignedInt(available)
                stream.pointee.nextOut = buffer.baseAddress
                stream.pointee.availableOut = CUnsignedInt(buffer.count)
                let status = zlib.inflate(stream, block)
                offset += available - Int(stream.pointee.availableIn)
                let count = buffer.count - Int(stream.pointee.availableOut)
                guard count > 0, let base = buffer.baseAddress else { return (status, Data()) }
                return (status, Data(bytes: base, count: count))
            }
        }
    }
}
