extension ServerCore {
    /// The stubs that have never answered, in the order in which they were declared.
    ///
    /// - Parameter block: The first block of stubs that counts.
    func unusedStubs(from block: Int = 0) -> [Stub] {
        let mounted = mountedStubs
        var seen: Set<String> = []
        // From the most preferred on: who comes later with the same matchers is hidden.
        let unused = mounted.filter { mount in
            let isFirst = seen.insert("\(mount.stub.matchers)").inserted
            return isFirst && mount.block >= block
                && read(mount) { $0.uses == 0 && $0.stub.options?.isOptional != true && !$0.isFaulty }
        }
        return unused.sorted { ($0.block, $1.number) < ($1.block, $0.number) }.map(\.stub)
    }
}
