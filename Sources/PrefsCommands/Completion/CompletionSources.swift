import PreferenceCore
import PreferenceStore
import PropertyLists

extension Completer {
    /// The suites there are, the user's or the system's, and those that have a schema.
    func suites(_ line: CompletionLine) -> CompletionList {
        let isSystem = line.arguments.has(.system)
        let directories = try? PreferenceDirectories(environment: environment.variable)
        let present =
            line.action?.isAboutSchemasAlone ?? false ? nil : try? directories?.suites(in: isSystem ? .system : .user)
        let described =
            isSystem ? nil : try? SchemaDirectories(environment: environment.variable).schemas().map(\.suite)
        let suites = Set((present ?? []) + (described ?? [])).map(\.rawValue).sorted { $0.precedesInByteOrder($1) }
        return CompletionList(suites.map { .init(word: $0) })
    }

    /// The keys in the selected suite, each with its type and value, and those that its schema has besides, each with
    /// what it is for.
    func keys(_ line: CompletionLine) -> [CompletionList.Candidate] {
        let present = presentKeys(line)
        let others = describedKeys(line, but: Set(present.map { ByteKey($0.word) }))
        return others.isEmpty ? present : (present + others).sorted { $0.word.precedesInByteOrder($1.word) }
    }

    /// The keys in the selected suite, with type and value where these are shown.
    private func presentKeys(_ line: CompletionLine) -> [CompletionList.Candidate] {
        guard showsValues else {
            let keys = try? StoredKeys(of: files(line))
            return (keys?.names ?? []).map { .init(word: $0) }
        }
        return entries(line).map { entry in
            let text = (try? entry.value.text) ?? ""
            return CompletionList.Candidate(
                word: entry.key,
                summary: "\(entry.value.kind.rawValue) " + text.escaped(forTerminal: true).elided(toColumns: 40)
            )
        }
    }

    /// The values of a key, or of what `--at` leads to in it, where they are few: those that the schema allows, or the
    /// bools.
    func values(of key: String?, _ line: CompletionLine) -> CompletionList {
        guard let key, let pointer = JSONPointer(line.arguments.argument(of: .pointer) ?? "") else { return .none }
        if let described = describedValues(of: key, at: pointer, line) { return described }
        let whole = entries(line, keys: .named([key])).first { ByteKey($0.key) == ByteKey(key) }?.value
        return ValuePath(key, at: pointer).value(in: whole)?.kind == .boolean ? .booleans : .none
    }

    /// What the files hold that the verb looks into, in the byte order of the keys.
    private func entries(_ line: CompletionLine, keys: KeySelection? = nil) -> [PreferenceEntry] {
        var snapshot = PreferenceSnapshot(of: files(line), keys: keys)
        return (try? snapshot.entriesInByteOrder()) ?? []
    }

    /// The files that the verb looks into, the one that wins first.
    private func files(_ line: CompletionLine) -> [SuiteFile] {
        guard let selection = try? Selection(line.arguments, in: environment) else { return [] }
        // A verb that looks through the search list is one that can be kept from it.
        return line.syntax.option(named: .only) == nil ? [selection.file] : selection.searchList
    }
}

extension Completer {
    /// The keys that the schema has beside those which are set, each with what it is for.
    func describedKeys(_ line: CompletionLine, but present: Set<ByteKey>) -> [CompletionList.Candidate] {
        // What is unset can be neither removed nor renamed.
        guard ![Verb.reset, .rename, .copy].contains(line.syntax.verb), let schema = schema(line) else { return [] }
        return schema.keys.filter { !present.contains(ByteKey($0)) }.map { key in
            let summary = schema.rule(for: key)?.summary ?? ""
            return .init(word: key, summary: summary.escaped(forTerminal: true).elided(toColumns: 60))
        }
    }

    /// The values that the schema allows in a place, none where they are many; nil where it says nothing of it.
    func describedValues(of key: String, at pointer: JSONPointer, _ line: CompletionLine) -> CompletionList? {
        // 'append' is given elements of the array.
        let path = pointer.tokens + (line.syntax.verb == .append ? ["0"] : [])
        guard let rule = schema(line, keys: [key])?.rule(for: key, at: path) else { return nil }
        if let allowed = rule.allowedValues {
            return CompletionList(allowed.compactMap { value in (try? value.text).map { .init(word: $0) } })
        }
        return rule.kinds.isEmpty ? nil : rule.kinds == [.boolean] ? .booleans : CompletionList.none
    }

    /// The schema of what the line selects, where it can be had at once.
    private func schema(_ line: CompletionLine, keys: [String]? = nil) -> PreferenceSchema? {
        // A pipe would have the person wait who types its name.
        if let path = line.arguments.argument(of: .schema), !PlainFile.isRegular(path) { return nil }
        guard let selection = try? Selection(line.arguments, in: environment) else { return nil }
        let context = CommandContext(line.arguments, in: environment)
        return (try? context.schema(of: selection, keys: keys))?.schema
    }
}
