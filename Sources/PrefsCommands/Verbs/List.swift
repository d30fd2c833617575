import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs list`: a line a key, with its value, and under `--long` its type and the file that holds it.
    ///
    /// Under `--all` the keys of the schema are among them that are unset, and each line ends with what the value is.
    mutating func list() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let preferences = try arguments.has(.all) ? allPreferences(in: selection) : preferences(in: selection)
        if let style = jsonStyle {
            let values = preferences.compactMap { preference in
                preference.value.map { PropertyListDictionary.Entry(key: preference.key, value: $0) }
            }
            try writeJSON(.dictionary(PropertyListDictionary(uniqueEntries: values)), style)
        } else {
            var records: [[Field]] = []
            for preference in preferences {
                records.append(try fields(of: preference))
            }
            try writeRecords(records)
        }
        return .done
    }

    private func fields(of preference: ListedPreference) throws(CommandError) -> [Field] {
        var fields = [Field(preference.key, .name)]
        if let value = preference.value {
            let text = try text(of: value, at: ValuePlace(preference.key))
            fields.append(Field(text, preference.state == .standard ? .detail : .value(of: value.kind)))
        } else {
            fields.append(Field("", .detail))
        }
        if arguments.has(.long) {
            fields += [Field(preference.type, .detail), Field(preference.origin, .detail)]
        }
        if let state = preference.state {
            fields.append(Field(state.rawValue, state == .changed ? .name : .detail))
        }
        return fields
    }

    // MARK: What is listed

    /// What is set, in the byte order of keys.
    private func preferences(in selection: Selection) throws(CommandError) -> [ListedPreference] {
        let keys = Glob.selection(by: arguments.operands)
        let entries = try read(selection, keys: keys) { snapshot throws(CommandError) in
            try snapshot.entriesInByteOrder()
        }
        return entries.map(ListedPreference.init)
    }

    /// What is set, and what the schema knows besides, in the byte order of keys.
    private func allPreferences(in selection: Selection) throws(CommandError) -> [ListedPreference] {
        let schema = try schema(of: selection)
        let names = schema?.schema.keys ?? []
        // A value that is found under a former name is that of a key which may match.
        let allNames = names + names.flatMap { schema?.formerNames(of: $0) ?? [] }
        let keys = Glob.selection(by: arguments.operands, and: allNames)
        let entries = try read(selection, keys: keys) { snapshot throws(CommandError) in
            try entriesByPresentName(in: &snapshot, schema)
        }
        let globs = arguments.operands.map(Glob.init)
        return Set(names.map(ByteKey.init) + entries.keys).map(\.string)
            .filter { name in globs.isEmpty || globs.contains { $0.matches(name) } }
            .sorted { $0.precedesInByteOrder($1) }
            .map { name in
                ListedPreference(
                    name,
                    entries[ByteKey(name)],
                    standard: schema?.schema.defaultValue(of: name),
                    declaredType: schema?.schema.rule(for: name)?.kinds.typeNames
                )
            }
    }

    /// What is set: a value that is found under a former name of a key belongs to the key.
    private func entriesByPresentName(
        in snapshot: inout PreferenceSnapshot,
        _ schema: SuiteSchema?
    ) throws(CommandError) -> [ByteKey: PreferenceEntry] {
        var entries: [ByteKey: PreferenceEntry] = [:]
        for entry in try snapshot.entriesInByteOrder() {
            entries[ByteKey(entry.key)] = entry
        }
        let names = Set((schema?.schema.keys ?? []).map(ByteKey.init))
        for name in names where entries[name] == nil {
            guard let former = try snapshot.entry(of: name.string, schema) else { continue }
            if !names.contains(ByteKey(former.key)) {
                entries[ByteKey(former.key)] = nil
            }
            entries[name] = former
        }
        return entries
    }
}

/// A key as `list` shows it.
private struct ListedPreference {
    let key: String
    /// What a program reads; nil where the key is unset and has no default.
    let value: PropertyList?
    let type: String
    /// The file that holds the value.
    let origin: String
    /// What the value is beside the default; nil where that is not asked for.
    let state: State?

    /// What a value is beside the default of its key.
    enum State: String {
        /// The key is set to another value than its default, or has none.
        case changed
        /// The key is set to its default.
        case same
        /// The key is unset, and its default holds.
        case standard = "default"
        /// The key is unset, and has no default.
        case unset
    }

    /// A key that is set.
    init(_ entry: PreferenceEntry) {
        key = entry.key
        value = entry.value
        type = entry.value.kind.rawValue
        origin = entry.file.path
        state = nil
    }

    /// A key that is set or that a schema knows, with what its value is beside the default.
    init(_ key: String, _ entry: PreferenceEntry?, standard: PropertyList?, declaredType: String?) {
        self.key = key
        value = entry?.value ?? standard
        type = value?.kind.rawValue ?? declaredType ?? "-"
        origin = entry?.file.path ?? (standard == nil ? "-" : CommandContext.originOfDefaults)
        state =
            if let entry {
                standard?.isEqualInJSON(to: entry.value) ?? false ? .same : .changed
            } else {
                standard == nil ? .unset : .standard
            }
    }
}
