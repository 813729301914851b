extension HAR.Entry {
    /// A stub that answers the request as it was answered, as source.
    package var stubSource: String {
        get throws {
            let answer = try answer()
            let matchers = StubSource.matchers(for: MockRequest(recorded: request), origin: nil).map(\.description)
            return "Stub(\((matchers + ["returning: \(answer.source)"]).joined(separator: ", ")))"
        }
    }
}

extension HAR.Answer {
    /// Headers that the response makes by itself.
    private static let implied: Set<String> = ["content-length", "content-type", "transfer-encoding"]

    fileprivate var source: String {
        let type = headers.first("Content-Type")
        var source = bodySource(type)
        for header in headers where !Self.implied.contains(header.name.lowercased()) {
            source += ".addingHeader(\(SourceText.literal(header.name)), \(SourceText.literal(header.value)))"
        }
        return source
    }

    private func bodySource(_ type: String?) -> String {
        let statusArgument = status == 200 ? "" : ", status: \(status)"
        if body.isEmpty { return ".status(\(status))" }
        guard let text = String(data: body, encoding: .utf8) else {
            let base64 = SourceText.literal(body.base64EncodedString())
            let type = SourceText.literal(type ?? "application/octet-stream")
            return ".data(Data(base64Encoded: \(base64))!, contentType: \(type)\(statusArgument))"
        }
        if MediaType.isJSON(MediaType.essence(of: type)), (try? JSONParser.parse(body)) != nil {
            return ".json(text: \(SourceText.literal(text))\(statusArgument))"
        }
        let bytes = "Data(\(SourceText.literal(text)).utf8)"
        return ".data(\(bytes), contentType: \(SourceText.literal(type ?? "text/plain"))\(statusArgument))"
    }
}
