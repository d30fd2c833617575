import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceSchemas
import PreferenceStore
import PropertyLists

extension Completer {
    /// Creates the completer of `prefs`.
    init(in environment: any CommandEnvironment) {
        self.init(.prefs) { arguments in
            guard let options = try? Options(arguments) else { return nil }
            return { source, line in
                CompletionWords(environment: environment, line: line, options: options).completions(from: source)
            }
        }
    }
}

/// Words of the suites, the schemas and the history, which complete an argument.
///
/// A suite that cannot be read has none.
struct CompletionWords {
    let environment: any CommandEnvironment
    let line: CompletionLine
    let options: Options

    /// Returns the completions from the source of a placeholder.
    func completions(from source: String) -> CompletionList {
        switch source {
        case "suites": suites()
        case "keys": CompletionList(keys().filter { !line.arguments.operands.contains($0.word) })
        case "assignments": assignments()
        case "pointers": pointers()
        case "values": values()
        case "changes": changes()
        case "defaults": completionsOfDefaults()
        default: .none
        }
    }

    /// Returns the keys, each followed by `=`, or the values of the key after `=`.
    private func assignments() -> CompletionList {
        let (key, value) = line.current.splitAtEqualsSign
        guard value == nil else { return values(of: key).prefixed(by: key + "=") }
        // A key that contains '=' would be split there.
        let keys = keys().filter { !$0.word.utf8.contains(UInt8(ascii: "=")) }
        return CompletionList(keys.map { .init(word: $0.word + "=", summary: $0.summary) }, kind: .stems)
    }

    /// Returns the values, if they are few: those that the schema allows, or the booleans.
    ///
    /// Booleans follow `--bool`, or complete a value without a type if the key's value is a boolean.
    private func values() -> CompletionList {
        switch line.option?.name {
        case "--bool": .booleans
        case "--type": line.lastWord.flatMap(PropertyListKind.init(typeName:)) == .boolean ? .booleans : .none
        case nil, "--default", "--if-equals": values(of: line.arguments.operands.first)
        default: .none
        }
    }

    /// Returns the recorded changes, the newest first: those of the selected suite, or of all if none is selected.
    func changes() -> CompletionList {
        let reader = reader
        let isSelected = !options.selection.selectors.isEmpty
        let selection = isSelected ? selection : nil
        let journal = reader.sources.journalDirectory
        let records = (try? selection.map { try journal?.records(of: $0) } ?? journal?.records()) ?? []
        var known: Set<String> = []
        return CompletionList(
            records.reversed().filter { known.insert($0.id).inserted }.prefix(100).map { record in
                let words = [record.action, record.suite ?? record.path, record.keys.first.firstFew]
                let summary = "\(record.age(at: environment.wallTime)): \(words.joined(separator: " "))"
                return .init(word: record.id, summary: summary.escaped(forTerminal: true).elided(toColumns: 60))
            }
        )
    }

    /// Returns the existing suites, of the user or the system, and those that have a schema.
    func suites() -> CompletionList {
        let domain = options.selection.domain
        let directories = try? PreferenceDirectories(environment: environment.variable)
        let action = line.syntax.verb == .schema ? line.arguments.operands.first.flatMap(SchemaAction.init) : nil
        let present =
            action?.isAboutSchemasAlone ?? false ? nil : try? directories?.suites(in: domain)
        let described =
            domain == .user ? try? SchemaDirectories(environment: environment.variable).schemas().map(\.suite) : nil
        let suites = Set((present ?? []) + (described ?? [])).map(\.rawValue).sorted(byBytesOf: \.self)
        return CompletionList(suites.map { .init(word: $0) })
    }

    /// Returns the keys of the selected suite and the further keys of its schema.
    ///
    /// The former have their type and value as a summary, the latter their description.
    func keys() -> [CompletionList.Candidate] {
        // An unset key can be neither removed, renamed nor copied.
        let offersUnset = ![Verb.reset, .rename, .copy].contains(line.syntax.verb)
        let schema = offersUnset ? schema() : nil
        let present = presentKeys(hidesValues: line.showsSummaries && hidesValues)
        let others = offersUnset ? describedKeys(by: schema, but: Set(present.map { ByteKey($0.word) })) : []
        return others.isEmpty ? present : (present + others).sorted(byBytesOf: \.word)
    }

    /// Returns the keys of the selected suite, with type and value if `line.showsSummaries` is true.
    private func presentKeys(hidesValues: Bool) -> [CompletionList.Candidate] {
        guard line.showsSummaries else {
            let keys = try? StoredKeys(of: files())
            return (keys?.names ?? []).map { .init(word: $0) }
        }
        return entries().map { entry in
            .init(word: entry.key, summary: summary(of: entry.value, hidesValue: hidesValues))
        }
    }

    /// Returns the type of a value and its beginning, unless values are not shown.
    private func summary(of value: PropertyList, hidesValue: Bool) -> String {
        guard line.showsSummaries, !hidesValue else { return value.kind.rawValue }
        let text = ((try? value.text) ?? "").escaped(forTerminal: true).elided(toColumns: 40)
        return "\(value.kind.rawValue) \(text)"
    }

    /// Returns the values of a key, or of the part that `--at` selects, if they are few.
    ///
    /// These are the values that the schema allows, or the booleans.
    func values(of key: String?) -> CompletionList {
        guard let key else { return .none }
        let pointer = options.keys.pointer
        if let described = describedValues(of: key, at: pointer) { return described }
        let whole = entries(keys: .named([key])).first { ByteKey($0.key) == ByteKey(key) }?.value
        return ValuePointer(key, at: pointer).value(in: whole)?.kind == .boolean ? .booleans : .none
    }

    /// Returns the pointers to the parts of the container that the typed pointer leads to, in the first key's value.
    ///
    /// A pointer to a container can continue, so no space follows.
    func pointers() -> CompletionList {
        guard let key = line.arguments.operands.first, let pointer = JSONPointer(line.current.upToLastSlash) else {
            return .none
        }
        let whole = entries(keys: .named([key])).first { ByteKey($0.key) == ByteKey(key) }?.value
        let container = ValuePointer(key, at: pointer).value(in: whole)
        let parts = container?.parts ?? []
        let hidesValues = hidesValues
        let selectors = hidesValues ? [] : container?.namedParts ?? []
        return CompletionList(
            (parts + selectors).map { token, value in
                let summary = summary(of: value, hidesValue: hidesValues)
                return .init(word: pointer.appending(token).text, summary: summary.elided(toColumns: 40))
            },
            kind: parts.contains(where: \.value.kind.isContainer) ? .stems : .words
        )
    }

    /// Returns the entries of the files that the verb reads, in the byte order of the keys.
    private func entries(keys: KeySelection? = nil) -> [PreferenceEntry] {
        var snapshot = PreferenceSnapshot(of: files(), keys: keys)
        return (try? Array(snapshot.entries())) ?? []
    }

    /// Returns the files that the verb reads, in order of precedence.
    private func files() -> [SuiteFile] {
        guard let selection else { return [] }
        // Only a verb with the option `--only` reads the whole search list.
        return line.syntax.option(spelled: "--only") == nil ? [selection.file] : selection.searchList
    }
}

extension CompletionWords {
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
    func describedValues(of key: String, at pointer: JSONPointer) -> CompletionList? {
        // The operands of 'append' are elements of the array.
        let path = pointer.tokens + (line.syntax.verb == .append ? ["0"] : [])
        guard let schema = schema(keys: [key]), let rule = schema.rule(for: key, at: path) else { return nil }
        if let allowed = schema.allowedValues(of: rule) {
            return CompletionList(allowed.compactMap { value in (try? value.text).map { .init(word: $0) } })
        }
        let kinds = schema.kinds(of: rule)
        return kinds.isEmpty ? nil : kinds == [.boolean] ? .booleans : CompletionList.none
    }

    fileprivate var reader: SuiteReader {
        SuiteReader(line.arguments, options, Printer(options, in: environment), in: environment)
    }

    /// The selection of the line; nil if it names none.
    ///
    /// No schema is read before it is needed.
    fileprivate var selection: Selection? {
        try? Selection(options.selection, in: environment, by: reader.sources)
    }

    /// Whether a value of the selection is perhaps not shown.
    fileprivate var hidesValues: Bool {
        guard isSchemaReady else { return true }
        guard let rules = selection?.rules else { return false }
        rules.disclosure.coverSearchList()
        return !rules.disclosure.showsEverything
    }

    /// Returns the schema for the selection, if it can be read without waiting.
    fileprivate func schema(keys: [String]? = nil) -> PreferenceSchema? {
        isSchemaReady ? (try? selection?.rules.schema(of: keys))?.schema : nil
    }

    /// Whether no schema must be read from a pipe, which would block the user's shell.
    private var isSchemaReady: Bool { options.selection.schemaPath.map(PlainFile.isRegular) ?? true }
}

extension CompletionList {
    static let booleans = CompletionList(["true", "false"].map { .init(word: $0) })
}

extension String {
    /// The part before the last slash, which is a JSON Pointer if the text is the beginning of one.
    fileprivate var upToLastSlash: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[..<$0]) } ?? ""
    }
}
