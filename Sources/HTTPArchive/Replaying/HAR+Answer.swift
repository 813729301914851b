public import Foundation

extension HAR {
    /// An answer that can be given again: head and body agree, whatever the archive says.
    public struct Answer: Sendable, Hashable {
        /// The status code, 200...999.
        public var status: Int
        /// The reason phrase; often empty.
        public var statusText: String
        /// The header fields, in order.
        ///
        /// `Content-Encoding` is among them when the body is still encoded, and `Content-Length`, when it came, is that
        /// of the body.
        public var headers: [Header]
        /// The bytes of the body.
        public var body: Data
        /// What the archive does not have, as a sentence; nil when the answer is whole.
        public var shortfall: String?

        /// An answer, whole unless it is said what it lacks.
        package init(status: Int, statusText: String, headers: [Header], body: Data, shortfall: String? = nil) {
            self.status = status
            self.statusText = statusText
            self.headers = headers
            self.body = body
            self.shortfall = shortfall
        }
    }

    /// Why an entry answers nothing.
    public struct AnswerError: Error, LocalizedError, Sendable, Equatable, CustomStringConvertible {
        package let reason: String

        package init(reason: String) { self.reason = reason }

        /// The reason in a few words: `no response (status 0)`.
        public var description: String { reason }

        /// The same as ``description``.
        public var errorDescription: String? { description }
    }
}

extension HAR.Entry {
    /// What a client got, made consistent.
    ///
    /// Tools write decoded bodies beside heads that still speak of compression and chunks. Here, `Transfer-Encoding` is
    /// gone, `Content-Encoding` only stays where the bytes themselves show it, `Content-Length` is true, pseudo fields
    /// of HTTP/2 are left out, and cookies that were joined by line feeds stand one by one. Answers to HEAD, and those
    /// of status 204 and 304, have no body (RFC 9110, section 6.4.1).
    ///
    /// ```swift
    /// let answer = try entry.answer()
    /// print(answer.status, answer.headers.first("Content-Type") ?? "", answer.body.count)
    /// ```
    ///
    /// - Parameters:
    ///   - folder: Where bodies stand that the archive names by `_file`.
    ///   - isConditional: Whether the request that is answered has conditions. Browsers put the body of their cache
    ///     beside a status of 304; without conditions, that is an answer of status 200.
    /// - Throws: ``HAR/AnswerError`` for what is no exchange over HTTP, or was never answered.
    public func answer(filesIn folder: URL? = nil, isConditional: Bool = true) throws(HAR.AnswerError) -> HAR.Answer {
        try checkExchange()
        var body = AnswerBody(response.content, folder)
        if let reason = body.fault { throw HAR.AnswerError(reason: reason) }
        var status = response.status
        var statusText = response.statusText
        if status == 304, !isConditional, !body.data.isEmpty { (status, statusText) = (200, "OK") }
        let isHead = request.method.equalsIgnoringCase("HEAD")
        let isBodiless = status == 204 || status == 304
        if isHead || isBodiless { body = AnswerBody(HAR.Content(mimeType: response.content.mimeType), nil) }
        var headers = AnswerHeaders(response)
        headers.agree(with: body, length: isHead ? .kept : isBodiless ? .removed : .counted)
        return HAR.Answer(
            status: status, statusText: statusText, headers: headers.fields, body: body.data, shortfall: body.shortfall)
    }

    private func checkExchange() throws(HAR.AnswerError) {
        if request.url.isEmpty { throw HAR.AnswerError(reason: "the request has no URL") }
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else {
            let isScheme = scheme.utf8.count < request.url.utf8.count && scheme.utf8.count < 40
            throw HAR.AnswerError(reason: isScheme ? "\(scheme): URL" : "the URL has no scheme")
        }
        if request.method.equalsIgnoringCase("CONNECT") { throw HAR.AnswerError(reason: "CONNECT opens a tunnel") }
        switch response.status {
        case 200...999: return
        case 101: throw HAR.AnswerError(reason: "101 Switching Protocols is no HTTP answer")
        case 100...199: throw HAR.AnswerError(reason: "status \(response.status) is no final answer")
        default: throw HAR.AnswerError(reason: "no response (status \(response.status))")
        }
    }
}

extension HAR.File {
    /// What a client got by an entry, made consistent; the index counts from 0.
    ///
    /// - Throws: ``HAR/AnswerError`` also for an entry that could not be read.
    public func answer(at index: Int, isConditional: Bool = true) throws(HAR.AnswerError) -> HAR.Answer {
        let item = read(at: index)
        if let problem = item.problems.first(where: \.preventsAnswer) { throw HAR.AnswerError(reason: problem.message) }
        guard let entry = item.entry else { throw HAR.AnswerError(reason: "not an object") }
        return try entry.answer(filesIn: folder, isConditional: isConditional)
    }
}
