extension MockServer {
    /// Lets stubs answer, behind them several recordings, the first first; what they do not have goes upstream, if
    /// there is one.
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
