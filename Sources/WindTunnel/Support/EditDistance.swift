/// How many insertions, removals and changes make one sequence of another (Levenshtein).
package enum EditDistance {
    package static func between<Element: Equatable>(
        _ left: some Collection<Element>, _ right: some Collection<Element>
    ) -> Int {
        var previous = Array(0...right.count)
        for (row, element) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let change = previous[column] + (element == other ? 0 : 1)
                current.append(min(current[column] + 1, previous[column + 1] + 1, change))
            }
            previous = current
        }
        return previous[right.count]
    }
}
