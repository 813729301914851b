extension MockRequest.Headers {
    /// The body without its codings, and the headers without what told of them; both as they are when a coding cannot
    /// be undone.
    ///
    /// Secrets are looked for in bodies as programs read them, and archives keep them so.
    func decoded(_ body: Data) -> (headers: MockRequest.Headers, body: Data) {
        let codings = ContentDecoding.codings(of: lines)
        guard !codings.isEmpty, !body.isEmpty, let zlib = Zlib.shared else { return (self, body) }
        var decoded = Data()
        do {
            let decoding = ContentDecoding(codings, zlib: zlib)
            try decoding.push(body)
            while let piece = try decoding.next() { decoded += piece }
        } catch {
            return (self, body)
        }
        let others = lines.filter {
            !$0.name.equalsIgnoringCase("Content-Encoding") && !$0.name.equalsIgnoringCase("Content-Length")
        }
        return (MockRequest.Headers(lines: others), decoded)
    }
}

extension HAR.Request {
    /// As a recorder of this library would have written it.
    var decoded: HAR.Request {
        guard let post = postData, let body = post.body else { return self }
        let (headers, decoded) = MockRequest.Headers(lines: headers.map { ($0.name, $0.value) }).decoded(body)
        if decoded == body { return self }
        var request = self
        request.headers = headers.archived
        let made = HAR.PostData(body: decoded, mimeType: post.mimeType)
        // What else another tool has written stays.
        request.postData?.text = made.text
        request.postData?.custom = post.custom.filter { $0.key != "_encoding" && $0.key != "encoding" }
            .merging(made.custom) { $1 }
        return request
    }
}

extension HAR {
    /// Bodies that were sent compressed, as programs read them.
    package var decoded: HAR {
        var archive = self
        for index in archive.log.entries.indices {
            archive.log.entries[index].request = archive.log.entries[index].request.decoded
        }
        return archive
    }
}
