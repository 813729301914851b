extension MockResponse {
    /// The bytes of a file, mapped and not loaded; the content type comes from the extension.
    ///
    /// A file that is not there is a fault that names it.
    public static func file(_ url: URL, contentType: String? = nil, status: Int = 200) -> MockResponse {
        do {
            let data = try Data(contentsOf: url, options: .alwaysMapped)
            return .data(data, contentType: contentType ?? MediaType.forExtension(url.pathExtension), status: status)
        } catch {
            var response = MockResponse.status(status)
            response.ownFaults.append("there is no readable file \(url.path)")
            return response
        }
    }

    /// A file of `__Fixtures__/` beside the test's source file, else of a bundle.
    ///
    /// - Parameters:
    ///   - name: The file's name, with folders if there are any.
    ///   - bundle: Where to look next, for tests that run away from their sources; `Bundle.module` most often.
    ///   - contentType: The content type; by default from the extension.
    ///   - status: The status code.
    ///   - filePath: The test's source file.
    public static func fixture(
        _ name: String, bundle: Bundle? = nil, contentType: String? = nil, status: Int = 200,
        filePath: StaticString = #filePath
    ) -> MockResponse {
        let beside = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
            .appendingPathComponent("__Fixtures__").appendingPathComponent(name)
        let resources = (bundle ?? Bundle.main).resourceURL
        let inBundle = ["", "__Fixtures__"].compactMap { folder in
            resources.map { (folder.isEmpty ? $0 : $0.appendingPathComponent(folder)).appendingPathComponent(name) }
        }
        let places = [beside] + inBundle
        if let found = places.first(where: { FileManager.default.isReadableFile(atPath: $0.path) }) {
            return .file(found, contentType: contentType, status: status)
        }
        var response = MockResponse.status(status)
        let searched = places.map(\.path).joined(separator: ", ")
        response.ownFaults.append("there is no fixture \(SourceText.quoted(name)); searched \(searched)")
        return response
    }
}
