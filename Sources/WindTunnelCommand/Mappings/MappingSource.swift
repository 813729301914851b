import Foundation
import HTTPArchive

/// The mappings of one FILE of a command line, which may be a folder, and what is wrong with the others.
struct MappingSource: Sendable {
    /// What is preferred comes first, of those of one priority.
    private(set) var mappings: [StubMapping] = []
    private(set) var problems: [MappingProblem] = []

    /// A mapping, or several as `{"mappings": […]}`; nil when it is nothing of the kind.
    init?(_ data: Data, name: String, _ folder: BodyFolder) {
        guard let value = try? JSONParser.parse(data), Self.isMapping(value) else { return nil }
        add(value, name: name, folder)
    }

    private static func isMapping(_ value: JSONValue) -> Bool {
        guard case .object(let members) = value else { return false }
        return ["request", "response", "mappings"].contains { members[$0] != nil }
    }

    /// A folder with mappings, or one that has a folder `mappings`.
    ///
    /// - Throws: ``Failure`` when there is none.
    init(folder name: String) throws {
        let trimmed = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
        let inner = ArchiveFiles.isFolder(trimmed + "/mappings") ? trimmed + "/mappings" : trimmed
        let bodies = BodyFolder(near: URL(fileURLWithPath: inner).standardizedFileURL)
        let files = Self.files(in: inner)
        guard !files.isEmpty else {
            throw Failure("\(name): there is no mapping in it; give a folder with *.json files, or with mappings/")
        }
        for file in files { read("\(inner)/\(file)", bodies) }
    }

    /// The JSON files below a folder, by path.
    private static func files(in folder: String) -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return all.filter { path in
            path.lowercased().hasSuffix(".json")
                && !path.split(separator: "/").contains { $0.hasPrefix(".") || $0 == BodyFolder.name }
        }.sorted()
    }

    private mutating func read(_ file: String, _ folder: BodyFolder) {
        do {
            let value = try JSONParser.parse(Data(contentsOf: URL(fileURLWithPath: file)))
            if Self.isMapping(value) { return add(value, name: file, folder) }
            refuse(file, "it is no stub mapping: it has neither \"request\" nor \"mappings\"; move it elsewhere")
        } catch let error as JSONSyntaxError {
            refuse(file, "not JSON: \(error)")
        } catch {
            refuse(file, "it may not be read; change its rights")
        }
    }

    private mutating func refuse(_ file: String, _ message: String) {
        problems.append(MappingProblem(file: file, path: nil, message: message))
    }

    private mutating func add(_ value: JSONValue, name: String, _ folder: BodyFolder) {
        let root = MappingNode(value)
        guard let list = root["mappings"] else { return add(root, place: name, of: name, folder) }
        var faults = MappingFaults()
        faults.checkNames(of: root, known: ["mappings", "meta", "importOptions"])
        let nodes = faults.caught { try list.elements() } ?? []
        problems += faults.all.map { MappingProblem(file: name, path: $0.path, message: $0.message) }
        // What a running server lists begins with what was added last.
        let isExport = root["meta"] != nil
        for node in isExport ? nodes.reversed() : nodes { add(node, place: "\(name) \(node.path)", of: name, folder) }
    }

    private mutating func add(_ node: MappingNode, place: String, of file: String, _ folder: BodyFolder) {
        var faults = MappingFaults()
        // What is added later is preferred.
        if let mapping = StubMapping(node, place: place, folder, &faults) { mappings.insert(mapping, at: 0) }
        problems += faults.all.map { MappingProblem(file: file, path: $0.path, message: $0.message) }
    }
}

/// Why a mapping is not served.
struct MappingProblem: Sendable, Equatable, CustomStringConvertible {
    let file: String
    /// Nil when it is the whole file.
    let path: String?
    let message: String

    /// `orders.json: $.response.status: 7 is not in 100...999 (not served)`
    var description: String { "\(file): \(path.map { "\($0): " } ?? "")\(message) (not served)".onOneLine }
}
