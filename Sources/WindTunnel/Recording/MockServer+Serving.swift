extension MockServer {
    /// Lets stubs answer, behind them several recordings, the first first; what they do not have goes upstream, if there is one.
    ///
    /// It takes the place of what answered before.
    package func serve(
        _ files: [HAR.File], names: [String], stubs: [Stub] = [], delay: Duration = .zero,
        upstream: RecordingUpstream? = nil
    ) {
        var options = ReplayOptions()
        options.delay = delay
        options.advice = "To add it, record it: windtunnel record --append."
        let replays = zip(files, names).map { Replay($0, name: $1, options) }
        core.state.withLock { state in
            state.tape = Tape(replay: replays.first, others: Array(replays.dropFirst()), upstream: upstream)
        }
        core.replaceAll(by: stubs)
    }
}

extension MockServer {
    /// Records what no stub answers.
    package func record(
        to file: URL, mode: RecordingMode, redacting redaction: HAR.Redaction, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws {
        let location = Stub.Location(fileID, filePath, line, column)
        try use(file, ReplayOptions(redaction: redaction), mode, .network, location)
    }
}

extension Stub {
    /// A copy that reports and journals say to stand in a file.
    package func placed(at place: String) -> Stub { changed { $0.place = place } }
}

extension MockExchange {
    /// The URL without secrets.
    package var maskedURL: String { RequestText.url(request) }

    /// The file and the entry, from 1, of a recording that answered.
    package var answeringEntry: (file: String, number: Int)? {
        // `entry 3 of shop.har`
        guard let words = stubDescription?.split(separator: " ", maxSplits: 3), words.count == 4, words[0] == "entry",
            words[2] == "of", let number = Int(words[1])
        else { return nil }
        return (String(words[3]), number)
    }
}

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
