/// Brotli and Zstandard, which libcurl reads where it was built with them: looked for at run time, and unknown codings
/// elsewhere.
enum OtherDecoders {
    static func make(_ coding: String, limit: Int) -> (any BodyDecoder)? {
        switch coding {
        case "br": Brotli.shared.flatMap { BrotliDecoder($0, limit: limit) }
        case "zstd": Zstandard.shared.flatMap { ZstandardDecoder($0, limit: limit) }
        default: nil
        }
    }

    fileprivate static let pieceSize = 16 * 1024
}

/// What goes into a decoder, and how much has come out.
private struct Flow {
    private(set) var input = Data()
    var offset = 0
    private var total = 0
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var hasInput: Bool { offset < input.count }

    mutating func push(_ data: Data) { (input, offset) = (data, 0) }

    mutating func count(_ piece: Data) throws(DecodingFailure) {
        total += piece.count
        guard total <= limit else { throw .tooLarge(limit) }
    }
}

/// libbrotlidec, RFC 7932.
private struct Brotli: Sendable {
    typealias Create =
        @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> OpaquePointer?
    typealias Destroy = @convention(c) (OpaquePointer) -> Void
    typealias Step =
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>?
        ) -> CInt

    enum Status {
        static let end: CInt = 1
        static let needsInput: CInt = 2
        static let needsRoom: CInt = 3
    }

    let create: Create
    let destroy: Destroy
    let step: Step

    static let shared: Brotli? = {
        guard let library = DynamicLibrary("libbrotlidec.so.1"),
            let create = library.function("BrotliDecoderCreateInstance", Create.self),
            let destroy = library.function("BrotliDecoderDestroyInstance", Destroy.self),
            let step = library.function("BrotliDecoderDecompressStream", Step.self)
        else { return nil }
        return Brotli(create: create, destroy: destroy, step: step)
    }()
}

private final class BrotliDecoder: BodyDecoder {
    private let brotli: Brotli
    private let state: OpaquePointer
    private var flow: Flow
    private var hasMore = false
    private var hasEnded = false
    private var failed = false

    init?(_ brotli: Brotli, limit: Int) {
        guard let state = brotli.create(nil, nil, nil) else { return nil }
        self.brotli = brotli
        self.state = state
        flow = Flow(limit: limit)
    }

    deinit { brotli.destroy(state) }

    func push(_ data: Data) { flow.push(data) }

    func next() throws(DecodingFailure) -> Data? {
        while flow.hasInput || hasMore {
            if hasEnded { throw .malformed("bytes follow its end") }
            if failed { throw .malformed("it is no brotli") }
            let (status, piece) = step()
            hasEnded = status == Brotli.Status.end
            hasMore = status == Brotli.Status.needsRoom
            failed = ![Brotli.Status.end, Brotli.Status.needsInput, Brotli.Status.needsRoom].contains(status)
            // What came out before an error has come out.
            hasMore = hasMore || failed
            try flow.count(piece)
            if !piece.isEmpty { return piece }
        }
        return nil
    }

    private func step() -> (CInt, Data) {
        // A copy, since the closure changes what stands beside it.
        let coded = flow.input
        return coded.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: OtherDecoders.pieceSize) { buffer in
                var availableIn = bytes.count - flow.offset
                var nextIn = bytes.bindMemory(to: UInt8.self).baseAddress.map { $0 + flow.offset }
                var availableOut = buffer.count
                var nextOut = buffer.baseAddress
                let status = brotli.step(state, &availableIn, &nextIn, &availableOut, &nextOut, nil)
                flow.offset = bytes.count - availableIn
                return (status, Data(buffer.prefix(buffer.count - availableOut)))
            }
        }
    }
}

/// libzstd, RFC 8878.
private struct Zstandard: Sendable {
    /// `ZSTD_inBuffer` and `ZSTD_outBuffer`.
    struct Buffer {
        var bytes: UnsafeRawPointer?
        var size: Int
        var position: Int
    }

    typealias Create = @convention(c) () -> OpaquePointer?
    typealias Free = @convention(c) (OpaquePointer) -> Int
    typealias Step = @convention(c) (OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int
    typealias IsError = @convention(c) (Int) -> CUnsignedInt

    let create: Create
    let free: Free
    let step: Step
    let isError: IsError

    static let shared: Zstandard? = {
        guard let library = DynamicLibrary("libzstd.so.1"),
            let create = library.function("ZSTD_createDStream", Create.self),
            let free = library.function("ZSTD_freeDStream", Free.self),
            let step = library.function("ZSTD_decompressStream", Step.self),
            let isError = library.function("ZSTD_isError", IsError.self)
        else { return nil }
        return Zstandard(create: create, free: free, step: step, isError: isError)
    }()
}

private final class ZstandardDecoder: BodyDecoder {
    private let zstandard: Zstandard
    private let state: OpaquePointer
    private var flow: Flow
    private var hasMore = false

    init?(_ zstandard: Zstandard, limit: Int) {
        guard let state = zstandard.create() else { return nil }
        self.zstandard = zstandard
        self.state = state
        flow = Flow(limit: limit)
    }

    deinit { _ = zstandard.free(state) }

    func push(_ data: Data) { flow.push(data) }

    func next() throws(DecodingFailure) -> Data? {
        while flow.hasInput || hasMore {
            let (status, piece) = step()
            guard zstandard.isError(status) == 0 else { throw .malformed("it is no zstd") }
            hasMore = piece.count == OtherDecoders.pieceSize
            try flow.count(piece)
            if !piece.isEmpty { return piece }
        }
        return nil
    }

    private func step() -> (Int, Data) {
        // A copy, since the closure changes what stands beside it.
        let coded = flow.input
        return coded.withUnsafeBytes { bytes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: OtherDecoders.pieceSize) { buffer in
                var input = Zstandard.Buffer(bytes: bytes.baseAddress, size: bytes.count, position: flow.offset)
                var output = Zstandard.Buffer(
                    bytes: UnsafeRawPointer(buffer.baseAddress), size: buffer.count, position: 0)
                let status = zstandard.step(state, &output, &input)
                flow.offset = input.position
                return (status, Data(buffer.prefix(output.position)))
            }
        }
    }
}
