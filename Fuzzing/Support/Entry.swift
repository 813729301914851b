/// What libFuzzer calls for each input; the target that is built in gives `check`.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    check(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

/// Ends the run with a sentence if something does not hold; `precondition` would be silent in an optimised build.
func expect(_ holds: Bool, _ claim: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line) {
    if !holds { fatalError("does not hold: \(claim())", file: file, line: line) }
}
