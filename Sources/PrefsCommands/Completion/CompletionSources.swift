import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists

extension Completer {
    /// Returns the recorded changes, the newest first: those of the selected suite, or of all if none is selected.
    func changes(_ line: CompletionLine) -> CompletionList {
        let reader = reader(line)
        let isSelected = !line.options.selection.selectors.isEmpty
        let selection = isSelected ? try? Selection(line.options.selection, in: environment) : nil
        let records = (try? selection.map(reader.records) ?? reader.allRecords()) ?? []
        var known: Set<String> = []
        return CompletionList(
            records.reversed().filter { known.insert($0.id).inserted }.prefix(100).map { record in
                let words = [record.action, record.suite ?? record.path, record.keys.first.firstFew]
                let summary = "\(reader.age(of: record)): \(words.joined(separator: " "))"
                return .init(word: record.id, summary: summary.escaped(forTerminal: true).elided(toColumns: 60))
            }
        )
    }

    /// Returns the existing suites, of the user or the system, and those that have a schema.
    func suites(_ line: CompletionLine) -> CompletionList {
        let domain = line.options.selection.domain
        let directories = try? PreferenceDirectories(environment: environment.variable)
        let present =
            line.action?.isAboutSchemasAlone ?? false ? nil : try? directories?.suites(in: domain)
        let described =
            domain == .user ? try? SchemaDirectories(environment: environment.variable).schemas().map(\.suite) : nil
        let suites = Set((present ?? []) + (described ?? [])).map(\.rawValue).sorted(byBytesOf: \.self)
        return CompletionList(suites.map { .init(word: $0) })
    }

    /// Returns the keys of the selected suite and the further keys of its schema.
    ///
    /// The former have their type and value as a summary, the latter their description.
    func keys(_ line: CompletionLine) -> [CompletionList.Candidate] {
        // An unset key can be neither removed, renamed nor copied.
        let offersUnset = ![Verb.reset, .rename, .copy].contains(line.syntax.verb)
        let schema = offersUnset ? schema(line) : nil
        let present = presentKeys(line, hidesValues: showsValues && hasSecrets(line))
        let others = offersUnset ? describedKeys(by: schema, but: Set(present.map { ByteKey($0.word) })) : []
        return others.isEmpty ? present : (present + others).sorted(byBytesOf: \.word)
    }

    /// Returns the keys of the selected suite, with type and value if `showsValues` is true.
    private func presentKeys(_ line: CompletionLine, hidesValues: Bool) -> [CompletionList.Candidate] {
        guard showsValues else {
            let keys = try? StoredKeys(of: files(line))
            return (keys?.names ?? []).map { .init(word: $0) }
        }
        return entries(line).map { entry in
            .init(word: entry.key, summary: summary(of: entry.value, hidesValue: hidesValues))
        }
    }

    /// Returns the type of a value and its beginning, unless values are not shown.
    private func summary(of value: PropertyList, hidesValue: Bool) -> String {
        guard showsValues, !hidesValue else { return value.kind.rawValue }
        let text = ((try? value.text) ?? "").escaped(forTerminal: true).elided(toColumns: 40)
        return "\(value.kind.rawValue) \(text)"
    }

    /// Returns the values of a key, or of the part that `--at` selects, if they are few.
    ///
    /// These are the values that the schema allows, or the booleans.
    func values(of key: String?, _ line: CompletionLine) -> CompletionList {
        guard let key else { return .none }
        let pointer = line.options.keys.pointer
        if let described = describedValues(of: key, at: pointer, line) { return described }
        let whole = entries(line, keys: .named([key])).first { ByteKey($0.key) == ByteKey(key) }?.value
        return ValuePointer(key, at: pointer).value(in: whole)?.kind == .boolean ? .booleans : .none
    }

    /// Returns the pointers to the parts of the container that the typed pointer leads to, in the first key's value.
    ///
    /// A pointer to a container can continue, so no space follows.
    func pointers(typed current: String, _ line: CompletionLine) -> CompletionList {
        guard let key = line.arguments.operands.first, let pointer = JSONPointer(current.upToLastSlash) else {
            return .none
        }
        let whole = entries(line, keys: .named([key])).first { ByteKey($0.key) == ByteKey(key) }?.value
        let parts = ValuePointer(key, at: pointer).value(in: whole)?.parts ?? []
        let hidesValues = hasSecrets(line)
        return CompletionList(
            parts.map { token, value in
                let summary = summary(of: value, hidesValue: hidesValues)
                return .init(word: pointer.appending(token).text, summary: summary.elided(toColumns: 40))
            },
            kind: parts.contains(where: \.value.kind.isContainer) ? .stems : .words
        )
    }

    /// Returns the entries of the files that the verb reads, in the byte order of the keys.
    private func entries(_ line: CompletionLine, keys: KeySelection? = nil) -> [PreferenceEntry] {
        var snapshot = PreferenceSnapshot(of: files(line), keys: keys)
        return (try? Array(snapshot.entries())) ?? []
    }

    /// Returns the files that the verb reads, in order of precedence.
    private func files(_ line: CompletionLine) -> [SuiteFile] {
        guard let selection = try? Selection(line.options.selection, in: environment) else { return [] }
        // Only a verb with the option `--only` reads the whole search list.
        return line.syntax.option(named: .only) == nil ? [selection.file] : selection.searchList
    }
}

extension Completer {
    /// Returns the keys that the schema declares and that are not set, each with its description.
    fileprivate func describedKeys(
        by schema: PreferenceSchema?,
        but present: Set<ByteKey>
    ) -> [CompletionList.Candidate] {
        guard let schema else { return [] }
        return schema.keys.filter { !present.contains(ByteKey($0)) }.map { key in
            let summary = schema.rule(for: key)?.summary ?? ""
            return .init(word: key, summary: summary.escaped(forTerminal: true).elided(toColumns: 60))
        }
    }

    /// Returns the values that the schema allows at a pointer.
    ///
    /// - Returns: An empty list if the values cannot be listed; nil if the schema does not restrict the value.
    func describedValues(of key: String, at pointer: JSONPointer, _ line: CompletionLine) -> CompletionList? {
        // The operands of 'append' are elements of the array.
        let path = pointer.tokens + (line.syntax.verb == .append ? ["0"] : [])
        guard let schema = schema(line, keys: [key]), let rule = schema.rule(for: key, at: path) else { return nil }
        if let allowed = schema.allowedValues(of: rule) {
            return CompletionList(allowed.compactMap { value in (try? value.text).map { .init(word: $0) } })
        }
        let kinds = schema.kinds(of: rule)
        return kinds.isEmpty ? nil : kinds == [.boolean] ? .booleans : CompletionList.none
    }

    fileprivate func reader(_ line: CompletionLine) -> SuiteReader {
        SuiteReader(line.arguments, line.options, Printer(line.options, in: environment), in: environment)
    }

    /// Returns whether a value of the selection can be secret.
    fileprivate func hasSecrets(_ line: CompletionLine) -> Bool {
        if let path = line.options.selection.schemaPath, !PlainFile.isRegular(path) { return true }
        guard let selection = try? Selection(line.options.selection, in: environment) else { return false }
        return !((try? reader(line).secrets(of: selection, isOneFile: false))?.isEmpty ?? false)
    }

    /// Returns the schema for the selection, if it can be read without waiting.
    fileprivate func schema(_ line: CompletionLine, keys: [String]? = nil) -> PreferenceSchema? {
        // Reading a pipe would block the user's shell.
        if let path = line.options.selection.schemaPath, !PlainFile.isRegular(path) { return nil }
        guard let selection = try? Selection(line.options.selection, in: environment) else { return nil }
        return (try? reader(line).schema(of: selection, keys: keys))?.schema
    }
}

extension String {
    /// The part before the last slash, which is a JSON Pointer if the text is the beginning of one.
    fileprivate var upToLastSlash: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? ""
    }
}
