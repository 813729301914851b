extension MockResponse {
    private func changed(_ change: (inout MockResponse) -> Void) -> MockResponse {
        var copy = self
        change(&copy)
        return copy
    }

    /// Changes the status code.
    public func status(_ status: Int) -> MockResponse { changed { $0.statusCode = status } }

    /// Sets a header: replaces one of that name, but adds to `Set-Cookie` (RFC 6265, section 3).
    public func header(_ name: String, _ value: String) -> MockResponse {
        let isCookie = name.equalsIgnoringCase("Set-Cookie")
        return isCookie ? addingHeader(name, value) : removingHeader(name).addingHeader(name, value)
    }

    /// Adds a header, also when there is one of that name.
    public func addingHeader(_ name: String, _ value: String) -> MockResponse {
        changed {
            $0.headerLines.append((name, value))
            if let fault = HeaderRules.fault(name, value) { $0.ownFaults.append(fault) }
        }
    }

    /// Leaves a header out; without `Content-Length` the client does not know the body's length.
    public func removingHeader(_ name: String) -> MockResponse {
        changed { response in
            response.headerLines.removeAll { $0.name.equalsIgnoringCase(name) }
            if name.equalsIgnoringCase("Content-Length") { response.hidesLength = true }
        }
    }

    /// Waits before the answer begins, on the server's clock, counted from the moment the request was decided.
    public func delayed(by duration: Duration) -> MockResponse {
        changed { $0.delay = ($0.delay + duration.bounded).bounded }
    }

    /// Delivers the body slowly, on the server's clock.
    public func throttled(bytesPerSecond: Int) -> MockResponse {
        changed {
            $0.bytesPerSecond = max(1, bytesPerSecond)
            if bytesPerSecond < 1 { $0.ownFaults.append("throttled(bytesPerSecond: \(bytesPerSecond)) is less than 1") }
        }
    }

    /// Breaks off after some bytes of the body, with an error.
    public func cut(after bytes: Int, error code: URLError.Code = .networkConnectionLost) -> MockResponse {
        changed {
            $0.cut = Cut(bytes: max(0, bytes), error: URLError(code))
            if bytes < 0 { $0.ownFaults.append("cut(after: \(bytes)) is negative") }
        }
    }
}

/// Fields that may go into a message (RFC 9110, sections 5.1 and 5.5).
enum HeaderRules {
    static func fault(_ name: String, _ value: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else {
            return "\(SourceText.quoted(name)) is no name of a header"
        }
        guard !value.utf8.contains(where: { $0 == 10 || $0 == 13 }) else {
            return "the header \(name) has a line break in its value: \(SourceText.quoted(value))"
        }
        guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) else {
            return "the header \(name) has a control character in its value: \(SourceText.quoted(value))"
        }
        return nil
    }
}
