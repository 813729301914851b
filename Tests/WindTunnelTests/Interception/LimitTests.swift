#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @testable import WindTunnel

    @Suite(.timeLimit(.minutes(3))) struct LimitTests {
        @Test func `a thousand live servers within 1,024 descriptors give a clear error and no crash`() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                // A child inherits what the other tests have open just now, under numbers that stand anywhere.
                let inherited = ThisProcess.descriptors
                let count = rlim_t(Self.limit(leaving: 1_000))
                var limit = rlimit(rlim_cur: count, rlim_max: count)
                let isLimited = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
                Self.require(isLimited, "no limit of \(count): \(String(cString: strerror(errno)))")
                var servers: [MockServer] = []
                var answered = 0
                var refusals: Set<String> = []
                for number in 0..<1_000 {
                    let server = MockServer("https://api.example.com") {
                        Stub(.get("/a"), returning: .text("\(number)"))
                    }
                    servers.append(server)
                    do {
                        if try await server.session.text("/a") == "\(number)" { answered += 1 }
                    } catch {
                        refusals.insert(error.localizedDescription)
                    }
                }
                Self.require(answered > 400, "\(answered) answered, \(inherited) inherited")
                let refusal =
                    "no file descriptors are left for another session: on Linux each live URLSession holds two. "
                    + "Let servers go when their tests end, or raise the limit (ulimit -n)."
                Self.require(refusals == [refusal], "\(refusals)")
                // Those that were there first still answer, and room that is given back is used.
                let first = await Self.answer(of: servers[0])
                Self.require(first == "0", "the first answers \(first)")
                servers.removeLast(900)
                let again = MockServer("https://api.example.com") { Stub(.get("/a"), returning: .text("again")) }
                await eventually { ThisProcess.descriptors <= inherited + 850 }
                let last = await Self.answer(of: again)
                let left = "\(ThisProcess.descriptors) descriptors, \(inherited) inherited"
                Self.require(last == "again", "the last answers \(last), \(left)")
            }
            let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(!told.contains("LimitTests:"), "\(told)")
        }

        private static func limit(leaving count: Int) -> Int32 {
            var number: Int32 = 0
            var free = 0
            while free < count {
                if fcntl(number, F_GETFD) < 0 { free += 1 }
                number += 1
            }
            return number
        }

        private static func answer(of server: MockServer) async -> String {
            do { return try await server.session.text("/a") } catch { return "\(error)" }
        }

        /// What a child expected and did not see is told by its parent, who has the child's text when the child succeeds.
        private static func require(_ holds: Bool, _ what: String) {
            guard !holds else { return }
            FileHandle.standardError.write(Data("LimitTests: \(what)\n".utf8))
            exit(EXIT_SUCCESS)
        }

        @Test func `delayed stubs do not make threads`() async throws {
            let server = MockServer("https://api.example.com") {
                Stub(.get("/a"), returning: .text("x").delayed(by: .milliseconds(5)))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<500 { group.addTask { _ = try await server.session.text("/a") } }
                try await group.waitForAll()
            }
            // Other tests have theirs.
            #expect(ThisProcess.threads < 400)
        }
    }
#endif
