import Foundation

extension Outcome {
    /// A table, and under it what is aimed at and what was reached.
    var table: String {
        let unit = benchmark.unit.rawValue
        let hasProcessor = rows.contains { $0.processor != nil }
        var lines = [["", unit] + (hasProcessor ? ["\(unit) CPU"] : []) + benchmark.references.map { "× \($0)" }]
        for row in rows {
            var line = [row.name, Self.text(row.figure)]
            if hasProcessor { line.append(row.processor.map(Self.text) ?? "") }
            lines.append(line + row.ratios.map { String(format: "%.2f", $0) })
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        let body = lines.map { line in
            zip(line, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + space : space + cell.0
            }.joined(separator: "  ")
        }
        let aims = verdicts.map { verdict in
            "  \(verdict.holds ? "reached" : "MISSED ") \(Self.text(verdict.reached))  \(verdict.text)"
        }
        return (["\(benchmark.name): \(benchmark.summary)"] + body + aims).joined(separator: "\n") + "\n"
    }

    private static func text(_ figure: Double) -> String {
        String(format: figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%.0f", figure)
    }

    /// For machines.
    var object: [String: Any] {
        [
            "name": benchmark.name, "summary": benchmark.summary, "unit": benchmark.unit.rawValue,
            "cases": rows.map { row -> [String: Any] in
                var object: [String: Any] = ["name": row.name, "figure": row.figure]
                object["processor"] = row.processor
                object["ratios"] = Dictionary(uniqueKeysWithValues: zip(benchmark.references, row.ratios))
                object["processorRatios"] = Dictionary(
                    uniqueKeysWithValues: zip(benchmark.references, row.processorRatios).compactMap { name, ratio in
                        ratio.map { (name, $0) }
                    })
                return object
            },
            "aims": verdicts.map { ["aim": $0.text, "reached": $0.reached, "holds": $0.holds] as [String: Any] },
        ]
    }
}
