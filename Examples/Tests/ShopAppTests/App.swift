#if !os(iOS)
    import Foundation

    /// The built app, as a process.
    struct App: Equatable {
        var status: Int32
        var output: String
        var errors: String

        /// Runs it to its end.
        static func run(_ arguments: String..., shop: URL) async throws -> App {
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment.merging(["SHOP_URL": shop.absoluteString]) { $1 }
            let (output, errors) = (Pipe(), Pipe())
            process.standardOutput = output
            process.standardError = errors
            let status = try await withCheckedThrowingContinuation { end in
                process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { end.resume(throwing: error) }
            }
            // What it says fits into a pipe, so it may be read afterwards.
            return App(status: status, output: try text(output), errors: try text(errors))
        }

        private static func text(_ pipe: Pipe) throws -> String {
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }

        /// It lies beside the bundle of the tests.
        private static var executable: URL {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return (bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL)
                .appending(path: "ShopApp")
        }
    }
#endif
