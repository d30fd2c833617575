import PreferenceCore
import PreferenceStore
import PropertyLists

/// The verbs of defaults(1), on the files of this system.
///
/// They follow defaults(1) of macOS 26, but where that would lose data or guess: a corrupt file is never overwritten, and
/// a number must be one. Every change takes the lock, is atomic, obeys the suite's schema, and can be undone.
extension CommandContext {
    /// Prints a message as `NSLog` does: after the time, the program and its process.
    func complainAsDefaults(_ text: String) {
        // The clock starts in 1970, and dates of property lists in 2001.
        let now = environment.wallTime / .seconds(1) - 978_307_200
        let date = PropertyListDate(secondsSinceReferenceDate: (now * 1000).rounded(.down) / 1000).rfc3339 ?? ""
        let time = date.replacingFirst("T", by: " ").dropLast()
        let process = CallingProcess.identifier
        let line = "\(time) defaults[\(process):\(process)] \(text)"
        environment.writeError(Array((line.escapingControlCharactersOfText + "\n").utf8))
    }

    /// Runs a line of defaults(1).
    func run(_ line: DefaultsLine) throws(DefaultsError) {
        guard let domain = line.domain else {
            switch line.verb {
            case "domains":
                let names = try suites(of: line).map(\.name).filter { $0 != Self.globalName }
                return writeLine(names.joined(separator: ", "))
            case "find": return try find(line.words[0], line)
            case "read": return try readAll(line)
            default: return writeLine(DefaultsLine.usage)
            }
        }
        switch line.verb {
        case "read": try read(domain, line)
        case "read-type":
            let kind = try value(of: line.words[0], in: domain, line).kind
            writeLine("Type is \(DefaultsType(kind).rawValue)")
        case "write": try write(domain, line)
        case "rename": try rename(domain, line)
        case "delete": try delete(domain, line)
        case "import": try importFile(domain, line)
        default: try export(domain, line)
        }
    }

    // MARK: Reading

    private static let globalName = DefaultsLine.Domain.global.name

    /// Returns the contents of a domain; nil if it does not exist.
    private func contents(
        of domain: DefaultsLine.Domain,
        _ line: DefaultsLine
    ) throws(DefaultsError) -> PropertyListDictionary? {
        let document = try asDefaults { () throws(CommandError) -> SuiteDocument? in
            let selection = try selection(of: domain, isByHost: line.isByHost)
            return try rethrowing(selection.file.read(), as: CommandError.store)
        }
        return document?.root
    }

    private func value(
        of key: String,
        in domain: DefaultsLine.Domain,
        _ line: DefaultsLine
    ) throws(DefaultsError) -> PropertyList {
        guard let value = try contents(of: domain, line)?[key] else { throw .noPair(domain, key: key) }
        return value
    }

    private func read(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        if let key = line.words.first {
            return writeLine(shown(DefaultsDescription(try value(of: key, in: domain, line)).text))
        }
        // An empty domain is no domain.
        guard let contents = try contents(of: domain, line), !contents.isEmpty else { throw .noDomain(domain) }
        writeLine(DefaultsDescription(.dictionary(contents)).text)
    }

    private func readAll(_ line: DefaultsLine) throws(DefaultsError) {
        let entries = try suites(of: line).map {
            PropertyListDictionary.Entry(key: $0.name, value: .dictionary($0.contents))
        }
        writeLine(DefaultsDescription(.dictionary(PropertyListDictionary(uniqueEntries: entries))).text)
    }

    /// Returns the user's domains with their contents, in byte order of the names.
    ///
    /// - Parameter hidesSecrets: Whether a value that a schema calls secret is replaced by a text.
    private func suites(
        of line: DefaultsLine,
        hidesSecrets: Bool = false
    ) throws(DefaultsError) -> [(name: String, contents: PropertyListDictionary)] {
        let directories = try rethrowing(directories(), as: DefaultsError.command)
        let files = try rethrowing(suiteFiles(), as: DefaultsError.command)
        var suites: [(name: String, contents: PropertyListDictionary)] = []
        for (suite, file) in files {
            let layer = PreferenceLayer(.user, isGlobal: suite == .global, isByHost: line.isByHost)
            guard file.path == layer.file(of: suite, in: directories).path else { continue }
            let contents = try asDefaults { () throws(CommandError) -> PropertyListDictionary in
                let contents = try rethrowing(file.read(), as: CommandError.store)?.root ?? [:]
                guard hidesSecrets, let schema = try schema(ofSuite: suite) else { return contents }
                let shown = contents.map { entry in
                    let value = schema.hidingSecrets(in: entry.value, at: ValuePath(entry.key))
                    return PropertyListDictionary.Entry(key: entry.key, value: value)
                }
                return PropertyListDictionary(uniqueEntries: shown)
            }
            suites.append((suite == .global ? Self.globalName : suite.rawValue, contents))
        }
        return suites.sorted { $0.name.precedesInByteOrder($1.name) }
    }

    /// Prints the entries that contain a word, in their keys, their strings, or the names of their domains.
    private func find(_ word: String, _ line: DefaultsLine) throws(DefaultsError) {
        let pattern = SearchText(word, ignoresCase: true)
        var isFound = false
        for (name, contents) in try suites(of: line, hidesSecrets: true) {
            let found = contents.filter { entry in
                pattern.occurs(in: name) || pattern.occurs(in: entry.key) || entry.value.contains(pattern)
            }
            guard !found.isEmpty else { continue }
            isFound = true
            let description = DefaultsDescription(.dictionary(PropertyListDictionary(uniqueEntries: found))).text
            writeLine("Found \(found.count) keys in domain '\(name)': \(description)")
        }
        // As in the real one, this is no error.
        if !isFound { complainAsDefaults("No domain, key, nor value containing '\(word)'") }
    }

    // MARK: Writing

    /// Changes a domain in one transaction; an error leaves it as it is.
    private func change(
        _ domain: DefaultsLine.Domain,
        _ line: DefaultsLine,
        keys: [String]? = nil,
        _ body: (inout PropertyListDictionary) throws(DefaultsError) -> Void
    ) throws(DefaultsError) {
        var failure: DefaultsError?
        try asDefaults { () throws(CommandError) in
            let selection = try selection(of: domain, isByHost: line.isByHost)
            let schema = try schema(of: selection, keys: keys)
            _ = try change(selection, keys: keys, by: schema) { transaction throws(CommandError) in
                do throws(DefaultsError) {
                    try body(&transaction.contents)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    private func write(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let key = line.words[0]
        guard line.words.count > 1 else {
            guard case .dictionary(let contents) = try DefaultsValue([key]).value(replacing: nil, of: "") else {
                throw .message("\nRep argument is not a dictionary\nDefaults have not been changed.\n")
            }
            return try change(domain, line) { $0 = contents }
        }
        let value = try DefaultsValue(Array(line.words.dropFirst()))
        try change(domain, line, keys: [key]) { contents throws(DefaultsError) in
            contents[key] = try value.value(replacing: contents[key], of: key)
        }
    }

    private func rename(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let (old, new) = (line.words[0], line.words[1])
        try change(domain, line, keys: [old, new]) { contents throws(DefaultsError) in
            guard contents[old] != nil else {
                throw .message("Key \(old) does not exist in domain \(domain.name); leaving defaults unchanged")
            }
            guard !old.hasSameBytes(as: new) else { return }
            contents[new] = nil
            contents.renameKey(old, to: new)
        }
    }

    private func delete(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        guard let contents = try contents(of: domain, line), !contents.isEmpty else { throw .noDomainToChange(domain) }
        let key = line.words.first
        try change(domain, line, keys: key.map { [$0] }) { contents throws(DefaultsError) in
            guard let key else { return contents = [:] }
            guard contents[key] != nil else { throw .noDomainToChange(domain) }
            contents[key] = nil
        }
    }

    // MARK: Files

    /// Sets the keys of a file; other keys stay.
    private func importFile(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let path = line.words[0]
        let document: NamedDocument
        do throws(CommandError) {
            document = try self.document(path.isStandardStream ? "-" : path)
        } catch {
            throw .message(
                error.isMalformed
                    ? "Could not parse property list from \(path) due to \(error.message.text)"
                    : "Could not read data from \(path): \(error.message.text)"
            )
        }
        guard case .dictionary(let entries) = document.value else {
            throw .message("\nProperty list \(path) was not a dictionary\nDefaults have not been changed.\n")
        }
        try change(domain, line, keys: entries.keys) { contents in
            for entry in entries { contents[entry.key] = entry.value }
        }
    }

    /// Writes a domain to standard output as XML, or to a file in the binary format.
    private func export(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let path = line.words[0]
        guard let contents = try contents(of: domain, line) else {
            throw .message("\nThe domain \(domain.name) does not exist\n")
        }
        try asDefaults { () throws(CommandError) in
            let format: PropertyListFormat = path.isStandardStream ? .xml : .binary
            let bytes = try representing(.dictionary(contents)) { value throws(PropertyListError) in
                try value.serialized(as: format)
            }
            guard !path.isStandardStream else { return write(bytes) }
            _ = try rethrowing(
                AtomicFile(path: path).write(ChangeOptions(access: .byUmask)) { () throws(CommandError) in bytes },
                as: CommandError.outputFile
            ).get()
        }
    }

    private func asDefaults<Value>(_ body: () throws(CommandError) -> Value) throws(DefaultsError) -> Value {
        try rethrowing(body(), as: DefaultsError.command)
    }
}

extension CommandError {
    /// Whether a document was read, but is no property list.
    fileprivate var isMalformed: Bool {
        switch self {
        case .standardInputMalformed, .preferences(.store(.corrupt)): true
        default: false
        }
    }
}

extension String {
    /// Whether the text is a hyphen; defaults(1) ignores blanks around it.
    fileprivate var isStandardStream: Bool { filter { $0 != " " } == "-" }

    fileprivate func replacingFirst(_ character: Character, by other: Character) -> String {
        guard let index = firstIndex(of: character) else { return self }
        return self[..<index] + String(other) + self[self.index(after: index)...]
    }
}

extension PropertyList {
    /// Whether a string or the key of an entry contains a text, at any depth.
    fileprivate func contains(_ pattern: SearchText) -> Bool {
        switch self {
        case .string(let text): pattern.occurs(in: text)
        case .array(let elements): elements.contains { $0.contains(pattern) }
        case .dictionary(let entries): entries.contains { pattern.occurs(in: $0.key) || $0.value.contains(pattern) }
        default: false
        }
    }
}
