/// How a path to a value of JSON is written (RFC 9535, section 2.3).
package enum JSONPathText {
    /// `.name`, or `["a name"]`.
    package static func member(_ name: String) -> String {
        let isPlain = name.first?.isNumber == false && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain ? ".\(name)" : "[\(JSONValue.string(name).compactText)]"
    }
}
