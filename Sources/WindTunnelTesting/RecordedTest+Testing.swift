import Testing

extension RecordedTest {
    /// A test and, when it has parameters, the case that runs.
    init(_ test: Test, _ testCase: Test.Case?) {
        self.init(
            filePath: test.sourceLocation.filePath, path: test.id.nameComponents,
            arguments: testCase.map(Argument.all) ?? [])
    }
}

extension RecordedTest.Argument {
    /// The arguments of a case, which the framework shows to its tools alone: they are found by reflection.
    fileprivate static func all(of testCase: Test.Case) -> [RecordedTest.Argument] {
        guard let kind = Mirror(reflecting: testCase).child("_kind"),
            let payload = Mirror(reflecting: kind).children.first
        else { return [] }
        let contents = Mirror(reflecting: payload.value)
        guard let arguments = contents.child("arguments") else { return [] }
        // Of arguments that are described alike the framework tells which one it is.
        let number = contents.child("discriminator").map { "\($0)" } ?? ""
        return Mirror(reflecting: arguments).children.map { argument in
            let parts = Mirror(reflecting: argument.value)
            let value = parts.child("value") ?? ""
            let text = String(describingForTest: value)
            let bytes =
                parts.child("id").flatMap { Mirror(reflecting: $0).child("bytes") as? [UInt8] } ?? Array(text.utf8)
            let identity = "\(type(of: value)) \(String(decoding: bytes, as: UTF8.self)) \(number)"
            return RecordedTest.Argument(text: text, identity: identity)
        }
    }
}

extension Mirror {
    fileprivate func child(_ label: String) -> Any? { children.first { $0.label == label }?.value }
}
