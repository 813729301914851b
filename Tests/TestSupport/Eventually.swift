/// Returns when something holds of which nobody tells, or after a minute, so that the test can say what is wrong.
///
/// It looks every millisecond: a loop that yields would take every other turn from the tests that it waits for.
public func eventually(_ holds: () async -> Bool) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while await !holds(), ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(1)) }
}
