import TestSupport
import Testing
import WindTunnel

@Suite(.timeLimit(.minutes(3)))
struct ChallengeEndTests {
    @Test func `a delegate that never answers holds the load open until it is cancelled, beyond every time-out`()
        async throws
    {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/basic"), returning: .text("in")).requiring(.basic(user: "ann", password: "pw"))
        }
        let delegate = Gatekeeper { _, _ in }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: URLRequest("/basic"))
        task.resume()
        for await _ in delegate.asked.stream { break }
        await clock.advance(by: .seconds(3_600))
        #expect(server.exchanges.map(\.outcomeName) == ["pending"])
        task.cancel()
        #expect((await delegate.end() as? URLError)?.code == .cancelled)
        #expect(server.exchanges.map(\.outcomeName) == ["cancelled"])
        #expect(delegate.state.value.ends == 1)
        session.finishTasksAndInvalidate()
    }

    @Test func `time that the delegate takes is not counted, and later delays begin behind it`() async throws {
        let clock = ManualClock()
        let server = MockServer(origin, clock: clock) {
            Stub(.get("/basic"), returning: .text("in").delayed(by: .seconds(30))).requiring(
                .basic(user: "ann", password: "pw"))
        }
        let decision = Box<Decide?>(nil)
        let delegate = Gatekeeper { _, decide in decision.change { $0 = decide } }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: URLRequest("/basic")).resume()
        await eventually { decision.value != nil }
        await clock.advance(by: .seconds(100))
        decision.value?(.useCredential, URLCredential(user: "ann", password: "pw", persistence: .none))
        await clock.advance(by: .seconds(30))
        #expect(server.exchanges.first?.outcomeName == "response 200")
        #expect(server.exchanges.first?.completion == .seconds(130))
        session.finishTasksAndInvalidate()
    }

    @Test func `closing the server during a challenge ends the load once`() async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper { _, _ in }
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        session.dataTask(with: URLRequest("/basic")).resume()
        for await _ in delegate.asked.stream { break }
        server.close()
        #expect((await delegate.end() as? URLError)?.code == .cancelled)
        #expect(delegate.state.value.ends == 1)
        session.finishTasksAndInvalidate()
    }

    @Test func `cancelling at any moment of a challenge ends each load once`() async throws {
        let server = Gatekeeper.server()
        let delegate = Gatekeeper(("ann", "no"), ("ann", "pw"))
        let session = URLSession(configuration: server.configuration(), delegate: delegate, delegateQueue: nil)
        let count = 300
        for number in 0..<count {
            let task = session.dataTask(with: URLRequest("/basic"))
            task.resume()
            DispatchQueue.global().async {
                for _ in 0..<(number % 40) { sched_yield() }
                task.cancel()
            }
        }
        for _ in 0..<count { _ = await delegate.end() }
        #expect(delegate.state.value.ends == count)
        #expect(server.exchanges.allSatisfy { $0.outcomeName != "pending" })
        session.finishTasksAndInvalidate()
    }
}
