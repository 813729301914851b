extension HAR {
    /// What is taken out of an archive before it is kept or shown.
    ///
    /// A secret is known by its name (of a field of the head, a form, a query or JSON), by its shape (a JSON web token, the
    /// keys of well-known services, private keys) or by its value. Wherever an archive repeats it, in any of the forms in
    /// which it travels, a placeholder takes its place: `<redacted:authorization:1>`. One secret has one placeholder in an
    /// archive, so that what one answer handed out still matches what the next request sent.
    ///
    /// ```swift
    /// let rules = HAR.Redaction.standard.redacting(headers: "X-Tenant").redacting(fields: "iban").keeping("session")
    /// try archive.redacted(rules).write(to: harURL)
    /// ```
    public struct Redaction: Sendable, Hashable {
        /// What is usually secret: credentials, cookies, tokens, passwords and keys.
        public static let standard = Redaction(isStandard: true)
        /// Nothing, unless rules are added.
        public static let none = Redaction(isStandard: false)

        let isStandard: Bool
        private(set) var headers: Set<String> = []
        private(set) var fields: Set<String> = []
        private(set) var kept: Set<String> = []
        private(set) var values: [String] = []

        private init(isStandard: Bool) { self.isStandard = isStandard }

        /// With more fields of the head, compared without regard to case.
        public func redacting(headers names: String...) -> Redaction {
            var copy = self
            copy.headers.formUnion(names.map(SecretNames.plain))
            return copy
        }

        /// With more members of JSON and items of forms and queries.
        ///
        /// Case, hyphens and underscores make no difference.
        public func redacting(fields names: String...) -> Redaction {
            var copy = self
            copy.fields.formUnion(names.map(SecretNames.plain))
            return copy
        }

        /// With texts that are secret wherever they stand.
        ///
        /// Those of fewer than six bytes are only found where a whole value is one.
        public func redacting(values: String...) -> Redaction {
            var copy = self
            copy.values += values.filter { !$0.isEmpty }
            return copy
        }

        /// Without the rules for some names.
        public func keeping(_ names: String...) -> Redaction {
            var copy = self
            copy.kept.formUnion(names.map(SecretNames.plain))
            return copy
        }

        func isSecret(header name: String) -> Bool {
            let plain = SecretNames.plain(name)
            if kept.contains(plain) { return false }
            return headers.contains(plain) || isStandard && SecretNames.isSecret(header: name)
        }

        func isSecret(field name: String) -> Bool {
            if name.isEmpty || fields.isEmpty && !isStandard { return false }
            let plain = SecretNames.plain(name)
            if kept.contains(plain) { return false }
            return fields.contains(plain) || isStandard && SecretNames.isSecret(field: name)
        }

        /// Cookies are secret by being cookies.
        var redactsCookies: Bool { isStandard && !kept.contains("cookie") || headers.contains("cookie") }
    }

    /// The archive without its secrets.
    ///
    /// All of it is read first, so that a secret is also found before the place that tells what it is. Bodies that are
    /// still compressed are not looked into.
    ///
    /// ```swift
    /// try archive.redacted().write(to: harURL)
    /// ```
    public func redacted(_ redaction: Redaction = .standard) -> HAR {
        var redactor = Redactor(redaction)
        redactor.learn(self)
        return redactor.redacted(self)
    }

    /// Takes secrets out of an archive that is made piece by piece.
    ///
    /// What was learnt stays: a secret has the same placeholder in all that one redactor sees.
    ///
    /// ```swift
    /// var redactor = HAR.Redactor(.standard)
    /// var stream = HAR.Writer()
    /// for entry in entries { redactor.learn(entry) }
    /// handle.write(stream.begin(HAR.Log()))
    /// for entry in entries { handle.write(stream.append(redactor.redacted(entry))) }
    /// handle.write(stream.end())
    /// ```
    public struct Redactor: Sendable {
        var walk: SecretWalk

        /// A redactor that has seen nothing.
        public init(_ redaction: Redaction = .standard) { walk = SecretWalk(redaction) }

        /// Notes the secrets of an entry.
        public mutating func learn(_ entry: Entry) {
            walk.isLearning = true
            _ = walk.entry(entry)
        }

        /// Notes the secrets of an archive.
        public mutating func learn(_ archive: HAR) {
            walk.isLearning = true
            // Placeholders that are there already come first, wherever they stand.
            walk.notePlaceholders([UInt8](archive.encoded()))
            _ = walk.log(archive.log)
            _ = walk.members(archive.custom)
        }

        /// The entry without the secrets that it has, and without those that are known.
        public mutating func redacted(_ entry: Entry) -> Entry {
            learn(entry)
            walk.isLearning = false
            return walk.entry(entry)
        }

        /// The archive without its secrets.
        public mutating func redacted(_ archive: HAR) -> HAR {
            walk.isLearning = false
            return HAR(log: walk.log(archive.log), custom: walk.members(archive.custom))
        }
    }
}

extension HAR.Entry {
    /// The entry with values in the place of placeholders, in whichever form they stand.
    ///
    /// ```swift
    /// let restored = entry.restoring(["<redacted:authorization:1>": "s3cret"])
    /// ```
    public func restoring(_ values: [String: String]) -> HAR.Entry {
        var walk = SecretWalk(.none)
        walk.restore(values)
        return walk.entry(self)
    }
}
