// What must not compile, each line with the sentence that says why. In no target; `Scripts/check misuse` compiles it.

import WindTunnel

func stubs(_ server: MockServer) {
    _ = Stub(.get("/a"))  // error: a stub needs an answer: add returning:, inTurn: or a closure
    _ = Stub()  // error: a stub needs an answer: add returning:, inTurn: or a closure
    server.stub(.get("/a"))  // error: a stub needs an answer: add returning:, inTurn: or a closure
    _ = Stub(.get("/a"), returning: .status(200)).times(-1)  // compiles, and is a fault of the stub
}

func checks(_ server: MockServer) throws {
    try server.verify()  // error: missing argument for parameter #1 in call
    try server.verifyInOrder()  // error: missing argument for parameter #1 in call
    let _: RequestCount = .between(...3)  // error: a range without a lower bound also means never; say .atMost(…)
    let _: RequestCount = .between(..<3)  // error: a range without a lower bound also means never; say .atMost(…)
    let _: RequestCount = .between(1...)  // error: a range without an upper bound is .atLeast(…)
}
