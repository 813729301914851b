package import Foundation

/// Writing by the calls of the system: Foundation's handles end the program when one fails.
package enum Descriptors {
    /// The error of the system, or 0.
    package static func write(_ data: Data, _ file: Int32) -> Int32 {
        data.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return errno }
                rest = rest.dropFirst(count)
            }
            return 0
        }
    }
}
