import PreferenceCore
import PreferenceStore
import PropertyLists

/// How verbs read files: through the library, with its errors and warnings as the command's.
extension CommandContext {
    func selection() throws(CommandError) -> Selection {
        try Selection(arguments, in: environment)
    }

    /// The place that a KEY of the line and `--at` name.
    func place(_ key: String) throws(CommandError) -> ValuePath {
        guard let text = arguments.argument(of: .pointer) else { return ValuePath(key) }
        guard let pointer = JSONPointer(text) else { throw .usage(.invalidPointer(text)) }
        return ValuePath(key, at: pointer)
    }

    func places() throws(CommandError) -> [ValuePath] {
        try arguments.operands.map(place)
    }

    func warn(_ warnings: [SuiteWarning]) {
        for warning in warnings {
            note(.warning(warning))
        }
    }

    // MARK: Whole files

    /// Reads what the body needs from one snapshot.
    ///
    /// - Parameters:
    ///   - keys: the keys that are read; nil reads all.
    ///   - isOneFile: whether it is the one file, never the search list.
    func read<Value>(
        _ selection: Selection,
        keys: KeySelection? = nil,
        isOneFile: Bool = false,
        _ body: (inout PreferenceSnapshot) throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        var snapshot = try snapshot(of: selection, keys: keys, isOneFile: isOneFile)
        let value = try body(&snapshot)
        warn(snapshot.warnings)
        return value
    }

    /// What one file holds, and nothing where it is not there.
    func contents(of selection: Selection, keys: KeySelection? = nil) throws(CommandError) -> PropertyListDictionary {
        try read(selection, keys: keys, isOneFile: true) { snapshot throws(CommandError) in
            PropertyListDictionary(try rethrowing(snapshot.entries(), as: CommandError.preferences))
        }
    }

    /// What the selected files hold, none of them read yet; standard input for the path `-`.
    func snapshot(
        of selection: Selection,
        keys: KeySelection? = nil,
        isOneFile: Bool = false
    ) throws(CommandError) -> PreferenceSnapshot {
        if selection.isStandardInput {
            return PreferenceSnapshot(of: try inputDocument(keys: keys).dictionary, at: selection.file)
        }
        return PreferenceSnapshot(of: isOneFile ? [selection.file] : selection.searchList, keys: keys)
    }

    // MARK: Values

    /// The values in some places of what is selected.
    ///
    /// The schema is looked at for those keys alone that the file lacks which a write goes to: each of the files behind that
    /// may hold the key, where a file before it has it under a former name.
    ///
    /// - Parameter takesDefaults: whether the schema's default stands for a key that is unset.
    func values(
        at places: [ValuePath],
        of selection: Selection,
        takesDefaults: Bool = false
    ) throws(CommandError) -> [FoundValue] {
        let keys = places.map(\.key)
        var values = try read(selection, keys: .named(keys)) { snapshot throws(CommandError) in
            var values: [FoundValue] = []
            for place in places {
                let entry = try snapshot.entry(of: place.key)
                let isCertain = entry?.file.path == selection.file.path
                values.append(FoundValue(place: place, value: place.value(in: entry?.value), isCertain: isCertain))
            }
            return values
        }
        guard !values.allSatisfy(\.isCertain), let schema = try schemaBehindFiles(of: selection, keys: keys) else {
            return values
        }
        let uncertain = values.indices.filter { !values[$0].isCertain }
        var names: [String] = []
        for position in uncertain {
            names += try NamedKey(keys[position], in: schema).names
        }
        try read(selection, keys: .named(names)) { snapshot throws(CommandError) in
            for position in uncertain {
                let place = places[position]
                let entry = try snapshot.entry(of: place.key, schema)
                let standard = takesDefaults ? schema.schema.defaultValue(of: place.key) : nil
                values[position].value = place.value(in: entry?.value ?? standard)
            }
        }
        return values
    }
}

struct FoundValue {
    let place: ValuePath
    var value: PropertyList?
    /// Whether the schema can say nothing else: the file that a write goes to has the key.
    let isCertain: Bool
}

extension PreferenceSnapshot {
    /// What the files hold for a key, as an app reads it: each file is asked for all the names of the key, before the next
    /// file is.
    ///
    /// - Parameter schema: what says which names it had before.
    mutating func entry(of name: String, _ schema: SuiteSchema? = nil) throws(CommandError) -> PreferenceEntry? {
        try rethrowing(entry(named: name, formerly: schema?.formerNames(of: name) ?? []), as: CommandError.preferences)
    }

    /// What the files hold for the keys that are read, in the byte order of the keys.
    mutating func entriesInByteOrder() throws(CommandError) -> [PreferenceEntry] {
        try rethrowing(entries(), as: CommandError.preferences).sorted { $0.key.precedesInByteOrder($1.key) }
    }
}
