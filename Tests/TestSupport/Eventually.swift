/// Returns when something holds of which nobody tells, or after ten seconds, so that the test can say what is wrong.
public func eventually(_ holds: () -> Bool) async {
    let deadline = ContinuousClock.now + .seconds(10)
    while !holds(), ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(1)) }
}
