/// How the network's answers differ in their shape from those of a recording.
struct Drift: Sendable {
    /// An entry whose answer is another one now.
    struct Difference: Sendable {
        /// `GET https://api.example.com/users/42    entry 1`
        let request: String
        /// What differs, and how.
        let lines: [(subject: String, text: String)]
    }

    let recording: String
    private(set) var differences: [Difference] = []
    /// Requests that were not sent, with the placeholders for which there is no value.
    private(set) var unverified: [String] = []

    /// Nil when there is nothing to say.
    func report(command: String?) -> String? {
        var paragraphs: [String] = []
        if !differences.isEmpty {
            let count = differences.count == 1 ? "An answer has" : "\(differences.count) answers have"
            paragraphs.append("\(count) drifted from the recording \(recording):")
            paragraphs += differences.map(Self.text)
        }
        if !unverified.isEmpty {
            paragraphs.append("Not verified, since their secrets are not recorded; give them by supplying:")
            paragraphs.append(unverified.map { "    \($0)" }.joined(separator: "\n"))
        }
        if !differences.isEmpty, let command { paragraphs.append("To record it anew, run:\n\n    \(command)") }
        return paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
    }

    private static func text(_ difference: Difference) -> String {
        let width = (difference.lines.map(\.subject.count).max() ?? 0) + 2
        let lines = difference.lines.map { line in
            "\n      " + line.subject.padding(toLength: width, withPad: " ", startingAt: 0) + line.text
        }
        return "    \(difference.request)" + lines.joined()
    }
}

extension ServerCore {
    /// Nil when no recording is replayed.
    func drift() async -> Drift? {
        guard let tape = state.withLock({ $0.tape }), let replay = tape.replay else { return nil }
        var drift = Drift(recording: replay.name)
        for entry in replay.used { await drift.compare(entry, of: replay, with: tape.network) }
        return drift
    }
}

extension Drift {
    fileprivate mutating func compare(_ index: Int, of replay: Replay, with upstream: RecordingUpstream) async {
        guard let entry = replay.restored(index) else { return }
        let request = MockRequest(recorded: entry.request)
        // As it was recorded: what a test supplies is secret.
        let asRecorded = MockRequest(recorded: HAR.Request(method: request.method, url: replay.file.url(at: index)))
        let title = "\(RequestText.line(asRecorded))    entry \(index + 1)"
        let missing = entry.request.placeholders
        guard missing.isEmpty else { return unverified.append("\(title): \(missing.joined(separator: ", "))") }
        let lines = await AnswerShape(sending: request, to: upstream).differences(from: AnswerShape(entry, replay))
        if !lines.isEmpty { differences.append(Difference(request: title, lines: lines)) }
    }
}

/// What of an answer a client relies on.
private enum AnswerShape {
    case failure(URLError.Code?, String)
    case response(status: Int, type: String?, body: Shape?)

    init(_ entry: HAR.Entry, _ replay: Replay) {
        do throws(HAR.AnswerError) {
            let answer = try entry.answer(filesIn: replay.file.folder)
            let headers = MockRequest.Headers(lines: answer.headers.map { (name: $0.name, value: $0.value) })
            self.init(answer.status, headers, answer.body)
        } catch {
            let failure = entry.response.errorText.flatMap(ArchivedFailure.error)
            self = .failure(failure?.code, failure.map(ArchivedFailure.text) ?? error.reason)
        }
    }

    init(sending request: MockRequest, to upstream: RecordingUpstream) async {
        do {
            let response = try await upstream.send(request)
            if case .failure(let error) = response.kind { throw error }
            self.init(response.statusCode, response.headers, try await response.wholeBody())
        } catch let error as Pen.CutError {
            self.init(error.error)
        } catch {
            self.init(error)
        }
    }

    private init(_ error: any Error) { self = .failure((error as? URLError)?.code, ArchivedFailure.text(error)) }

    private init(_ status: Int, _ headers: MockRequest.Headers, _ body: Data) {
        let type = MediaType.essence(of: headers["Content-Type"])
        // A text that is a number is no JSON unless it says so.
        let json = (try? JSONParser.parse(body)).flatMap { $0.isContainer || MediaType.isJSON(type) ? $0 : nil }
        self = .response(status: status, type: type, body: json.map(Shape.init))
    }

    /// One line each.
    func differences(from recorded: AnswerShape) -> [(subject: String, text: String)] {
        switch (self, recorded) {
        case (.failure(let code, let text), .failure(let before, let was)):
            return code == before ? [] : [("failure", "\(text), recorded \(was)")]
        case (.failure(_, let text), .response(let status, _, _)): return [("failure", "\(text), recorded \(status)")]
        case (.response(let status, _, _), .failure(_, let was)): return [("status", "\(status), recorded \(was)")]
        case (.response(let status, let type, let body), .response(let before, let wasType, let wasBody)):
            var lines: [(subject: String, text: String)] = []
            if status != before { lines.append(("status", "\(status), recorded \(before)")) }
            if type != wasType {
                lines.append(("content type", "\(type ?? "none"), recorded \(wasType ?? "none")"))
            }
            guard let wasBody else { return lines }
            guard let body else { return lines + [("body", "no JSON, recorded JSON")] }
            return lines + wasBody.differences(to: body).map { ($0.path, $0.text) }
        }
    }
}

extension Replay {
    /// An entry with the values that the test gives.
    fileprivate func restored(_ index: Int) -> HAR.Entry? {
        let entry = file.read(at: index).entry
        return supplied.isEmpty ? entry : entry?.restoring(supplied)
    }
}

extension HAR.Request {
    /// Those that stand for secrets which nobody has given.
    fileprivate var placeholders: [String] {
        let body = postData?.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let texts = [url, url.removingPercentEncoding ?? "", body, body.removingPercentEncoding ?? ""]
        return Set((texts + headers.map(\.value)).flatMap(Placeholder.all)).sorted()
    }
}

extension MockResponse {
    /// All of it, however it is paced.
    fileprivate func wholeBody() async throws -> Data {
        guard case .content(let body) = kind else { return Data() }
        switch body {
        case .data(let data): return data
        case .chunks(let chunks): return chunks.joined
        case .stream(let write):
            let whole = Locked(Data())
            try await write(BodyWriter(write: { data in whole.withLock { $0 += data } }, pause: { _ in }))
            return whole.withLock { $0 }
        }
    }
}
