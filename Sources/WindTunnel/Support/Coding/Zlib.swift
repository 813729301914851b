/// zlib, looked for at run time: building needs nothing of it, and a system without it has no compression, and all
/// else.
struct Zlib: Sendable {
    /// `z_stream` as zlib 1 has had it since 1995; zlib refuses one of another size, and the self-test one of another
    /// layout.
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
