import Foundation

/// Reading and writing by the calls of the system: Foundation's handles end the program when one fails.
enum Descriptors {
    /// The error of the system, or 0.
    static func write(_ data: Data, _ file: Int32) -> Int32 {
        data.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, isToBeTriedAgain(file, POLLOUT) { continue }
                guard count >= 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }

    /// Who started the program may have its streams so that they do not wait; they are waited for here.
    private static func isToBeTriedAgain(_ file: Int32, _ event: Int32) -> Bool {
        switch errno {
        case EINTR: return true
        case EAGAIN, EWOULDBLOCK:
            var waiting = pollfd(fd: file, events: Int16(event), revents: 0)
            return poll(&waiting, 1, -1) >= 0 || errno == EINTR
        default: return false
        }
    }

    /// All that comes.
    static func readAll(_ file: Int32) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(file, &buffer, buffer.count)
            if count < 0, isToBeTriedAgain(file, POLLIN) { continue }
            guard count >= 0 else { throw Failure("it cannot be read: \(String(cString: strerror(errno)))") }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
        }
    }
}
