import HTTPArchive

/// What `--json` tells of an archive that was written.
enum WrittenArchive {
    static func text(_ archive: HAR, _ file: String, _ others: [String: JSONValue] = [:]) -> String {
        let count = JSONValue.number(JSONNumber(archive.log.entries.count))
        return JSONText.object(["file": .string(file), "entries": count].merging(others) { $1 })
    }

    /// Standard output cannot have the archive, and what is told of it.
    static func check(_ target: String, _ arguments: ParsedArguments) throws {
        guard arguments.has("json"), target == "-" else { return }
        throw UsageError("--json and the archive cannot both go to standard output; write the archive to a file")
    }
}
