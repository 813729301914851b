/// zlib, looked for at run time: building needs nothing of it, and a system without it has no compression, and all else.
struct Zlib: Sendable {
    /// `z_stream` as zlib 1 has had it since 1995; zlib refuses one of another size, and the self-test one of another layout.
    struct Stream {
        var nextIn: UnsafePointer<UInt8>?
        var availableIn: CUnsignedInt = 0
        var totalIn: CUnsignedLong = 0
        var nextOut: UnsafeMutablePointer<UInt8>?
        var availableOut: CUnsignedInt = 0
        var totalOut: CUnsignedLong = 0
        var message: UnsafePointer<CChar>?
        var state: UnsafeMutableRawPointer?
        var allocate: UnsafeMutableRawPointer?
        var free: UnsafeMutableRawPointer?
        var opaque: UnsafeMutableRawPointer?
        var dataType: CInt = 0
        var adler: CUnsignedLong = 0
        var reserved: CUnsignedLong = 0
    }

    typealias StreamPointer = UnsafeMutableRawPointer
    typealias Version = @convention(c) () -> UnsafePointer<CChar>?
    typealias InflateInit = @convention(c) (StreamPointer, CInt, UnsafePointer<CChar>?, CInt) -> CInt
    typealias DeflateInit =
        @convention(c) (StreamPointer, CInt, CInt, CInt, CInt, CInt, UnsafePointer<CChar>?, CInt) -> CInt
    typealias Step = @convention(c) (StreamPointer, CInt) -> CInt
    typealias End = @convention(c) (StreamPointer) -> CInt

    let version: Version
    let inflateInit: InflateInit
    let inflate: Step
    let inflateEnd: End
    let deflateInit: DeflateInit
    let deflate: Step
    let deflateEnd: End

    enum Flush: CInt {
        case none = 0
        /// All that came is readable behind it.
        case sync = 2
        case finish = 4
    }

    enum Status {
        static let ok: CInt = 0
        static let end: CInt = 1
        static let dataError: CInt = -3
        static let bufferError: CInt = -5
    }

    /// How the compressed bytes are wrapped, as zlib's `windowBits`.
    enum Wrapping: CInt {
        case raw = -15
        /// RFC 1950.
        case zlib = 15
        /// RFC 1952.
        case gzip = 31
        /// Reading only: either of the two.
        case zlibOrGzip = 47
    }

    /// Nil where there is none.
    static let shared = find(in: [nil, "libz.so.1", "libz.so", "/usr/lib/libz.1.dylib", "libz.1.dylib", "libz.dylib"])

    /// The first of the libraries that passes the self-test; nil means what the process has loaded already.
    static func find(in libraries: [String?]) -> Zlib? {
        libraries.lazy.compactMap { library in
            DynamicLibrary(library).flatMap(Zlib.init).flatMap { $0.passesSelfTest ? $0 : nil }
        }.first
    }

    private init?(_ library: DynamicLibrary) {
        guard let version = library.function("zlibVersion", Version.self),
            let inflateInit = library.function("inflateInit2_", InflateInit.self),
            let inflate = library.function("inflate", Step.self),
            let inflateEnd = library.function("inflateEnd", End.self),
            let deflateInit = library.function("deflateInit2_", DeflateInit.self),
            let deflate = library.function("deflate", Step.self),
            let deflateEnd = library.function("deflateEnd", End.self)
        else { return nil }
        self.version = version
        self.inflateInit = inflateInit
        self.inflate = inflate
        self.inflateEnd = inflateEnd
        self.deflateInit = deflateInit
        self.deflate = deflate
        self.deflateEnd = deflateEnd
    }

    /// A round trip proves that the fields are where zlib writes them.
    private var passesSelfTest: Bool {
        let sample = Data("a wind, a wind, a wind".utf8)
        guard let deflater = Deflater(self, .gzip), let packed = deflater.write(sample, .finish),
            packed.starts(with: [0x1F, 0x8B]), let inflater = Inflater(self, .gzip)
        else { return false }
        inflater.push(packed)
        return (try? inflater.next()) == sample
    }
}

/// A library of the system, never closed.
struct DynamicLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Nil when there is none of that name; without a name, what the process has loaded already.
    init?(_ name: String?) {
        guard let handle = dlopen(name, RTLD_NOW) else { return nil }
        self.handle = handle
    }

    func function<Function>(_ name: String, _: Function.Type) -> Function? {
        guard let address = dlsym(handle, name) else { return nil }
        return unsafeBitCast(address, to: Function.self)
    }
}

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

/// Undoes one coding, piece by piece, as libcurl does: what comes out before an error has come out. One caller at a time.
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
