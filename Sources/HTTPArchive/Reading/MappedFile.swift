import Foundation

/// The bytes of a file, mapped into memory, of which only those stay there that were read last.
///
/// Pages that were read count as the process's own until they are given back: after one pass over an archive of 200 MB that
/// is all of it. What is given back is read again from the file's cache.
final class MappedFile: @unchecked Sendable {  // `unreturned` is guarded by `lock`; nobody writes to the bytes
    /// The bytes of the file.
    let data: Data
    private let start: UnsafeMutableRawPointer
    private let lock = NSLock()
    private var unreturned = 0

    /// How many bytes may stay.
    private static let window = 8 << 20
    /// How many bytes the system brings with one that is read alone.
    static let around = 64 << 10

    /// Nil when the file cannot be mapped: it is missing, empty, or a pipe.
    init?(_ url: URL) {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard url.isFileURL, descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
        else { return nil }
        self.start = start
        data = Data(bytesNoCopy: start, count: Int(status.st_size), deallocator: .unmap)
    }

    /// Whether these are the bytes of the file, and not others that were made of them.
    func holds(_ other: Data) -> Bool { other.withUnsafeBytes { $0.baseAddress == UnsafeRawPointer(start) } }

    /// Bytes were read, wherever they stand.
    func noteRead(_ count: Int) {
        lock.lock()
        defer { lock.unlock() }
        unreturned += count
        guard unreturned > Self.window else { return }
        unreturned = 0
        // The pages are those of a file, and unchanged: to give them back loses nothing.
        madvise(start, data.count, MADV_DONTNEED)
    }
}
