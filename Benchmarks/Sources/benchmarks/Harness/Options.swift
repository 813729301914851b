/// The command line.
struct Options {
    var filter: String?
    var only: String?
    var isQuick = false
    var isJSON = false
    var isList = false

    static let usage = """
        usage: benchmarks [--filter TEXT] [--case NAME] [--quick] [--json] [--list]

          --filter TEXT  only benchmarks whose name has the text
          --case NAME    only this case, without ratios: for a profiler
          --quick        few and short repetitions: whether it works, not how fast it is
          --json         one JSON array instead of tables
          --list         only the names

        """

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--filter":
                guard let text = rest.popFirst() else { return nil }
                filter = text
            case "--case":
                guard let text = rest.popFirst() else { return nil }
                only = text
            case "--quick": isQuick = true
            case "--json": isJSON = true
            case "--list": isList = true
            default: return nil
            }
        }
    }

    func selects(_ benchmark: Benchmark) -> Bool { filter.map(benchmark.name.contains) ?? true }
}
