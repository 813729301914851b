/// Collects the stubs of a block; `if`, `switch` and `for` work in it.
@resultBuilder
public enum StubBuilder {
    /// One stub.
    public static func buildExpression(_ stub: Stub) -> [Stub] { [stub] }
    /// Several stubs.
    public static func buildExpression(_ stubs: [Stub]) -> [Stub] { stubs }
    /// All of the block, in order.
    public static func buildBlock(_ parts: [Stub]...) -> [Stub] { parts.flatMap { $0 } }
    /// `if` without `else`.
    public static func buildOptional(_ part: [Stub]?) -> [Stub] { part ?? [] }
    /// `if`
    public static func buildEither(first: [Stub]) -> [Stub] { first }
    /// `else`
    public static func buildEither(second: [Stub]) -> [Stub] { second }
    /// `for`
    public static func buildArray(_ parts: [[Stub]]) -> [Stub] { parts.flatMap { $0 } }
    /// `if #available`
    public static func buildLimitedAvailability(_ part: [Stub]) -> [Stub] { part }
}
