import Foundation
import HTTPArchive

extension Descriptors {
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
