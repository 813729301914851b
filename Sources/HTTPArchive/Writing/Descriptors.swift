package import Foundation

/// Reading and writing by the calls of the system: Foundation's handles end the program when one fails.
package enum Descriptors {
    /// The error of the system, or 0.
    package static func write(_ data: Data, _ file: Int32) -> Int32 {
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
    package static func isToBeTriedAgain(_ file: Int32, _ event: Int32) -> Bool {
        switch errno {
        case EINTR: return true
        case EAGAIN, EWOULDBLOCK:
            var waiting = pollfd(fd: file, events: Int16(event), revents: 0)
            return poll(&waiting, 1, -1) >= 0 || errno == EINTR
        default: return false
        }
    }
}
