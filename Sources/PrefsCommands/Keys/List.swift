import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists

extension Verb {
    static let list = Verb(
        "list",
        summary: "List keys and values",
        discussion: """
            Prints one line per key, in the byte order of keys: the key, a tab and the value. Backslash, tab, line
            break, carriage return and NUL are escaped as \\\\, \\t, \\n, \\r and \\0, unless --null is given.

            The list includes the preferences that all suites share, and the system's files; --only omits them.

            With --all, the list includes the unset keys of the schema, with their defaults. Each line ends with a
            state. It is 'changed' if the key is set and differs from its default, or has none. It is 'same' if the key
            is set to its default. It is 'default' if the key is unset and its default applies. It is 'unset' if there
            is no default either; the value is then empty.

            With --all, a value under a former name of a key is listed under the current name. If no file contains the
            value, --long prints 'default' or '-' as its file. The object of --json includes the defaults.

            With --long, --json prints an array of objects with the names 'key', 'value', 'type', 'origin' and 'state'.
            The line of a key that 'prefs apply --owner' has set ends with the owner.

            --owners prints one line per setting of an owner, in the order of owners: the owner, the key and the JSON
            Pointer if it is a part of the key's value, the value that the owner has set, and the one before, or
            'unset'.
            """,
        operands: [.glob("List only the keys that match a GLOB, such as 'window.*'")],
        groups: [
            .searchedFiles,
            OptionGroup(
                "Keys",
                .glob("List the keys that match GLOB, as a bare word does"),
                Option(
                    ["--all"],
                    "Include the unset keys of the schema, and show what has changed"
                ) { $0.keys.areAll = true }
            ),
            .output(
                .long(summary: "Add the type, and the file that contains the value"),
                .owners,
                .json,
                .namesOnly(excludes: []),
                .null
            ),
            .messages,
        ],
        examples: [
            "list": "List all keys of the suite",
            "list --all": "List all keys that can be set, and show what has changed",
            "list -l 'general.*'": "List the keys of one scope, with types and files",
        ],
        exits: .reading([
            .done: "success, even if no key matches",
            .invalidValue: "a value cannot be printed in the requested form",
        ]),
        action: VerbAction(VerbRun.list, firstOperand: .readKey)
    )
}

extension VerbRun {
    /// `prefs list`: prints each key with its value, and with `--long` also its type and the file that contains it.
    ///
    /// With `--all`, the output includes the unset keys of the schema, and each line ends with the state of the value.
    fileprivate func list() throws -> ExitCode {
        let selection = try reader.selection()
        guard !options.output.isOfOwners else { return try listOwners(of: selection) }
        guard !options.output.hasNamesOnly || options.keys.areAll else { return try listNames(selection) }
        let schema = try selection.rules.schema()
        if options.keys.areAll {
            try write(allKeys(in: selection, schema), of: selection) {
                ListedPreference($0.key, $0.entry, schema?.schema, shownBy: $1)
            }
        } else {
            try write(entries(in: selection), of: selection) { ListedPreference($0, shownBy: $1) }
        }
        return .done
    }

    /// Prints what was read.
    ///
    /// - Parameter listed: Makes the preference of an element, when it is printed: there can be many. It gets what
    ///   tells how a value is shown; nil if every value is shown.
    private func write<Elements: Collection>(
        _ elements: Elements,
        of selection: Selection,
        listed: @escaping (Elements.Element, SuiteRules?) -> ListedPreference
    ) throws {
        suggestions.noteIfMissing(selection, hasMatches: !elements.isEmpty)
        let rules = selection.rules.disclosure.showsEverything ? nil : selection.rules
        let preferences = elements.lazy.map { listed($0, rules) }
        if options.output.hasNamesOnly {
            try write(names: preferences.map(\.key))
        } else if try !printer.writeIfJSON(json(of: preferences)) {
            let owned = options.output.isLong ? selection.knownOwnedValues() : []
            let owners = Dictionary(grouping: owned) { ByteKey($0.pointer.key) }
            let places = places(of: selection)
            try printer.writeRecords(of: preferences) { preference in
                let fields = try fields(of: preference, from: places[ByteKey(preference.origin)])
                guard let owned = owners[ByteKey(preference.key)] else { return fields }
                let names = owned.map(\.owner)
                let unique = names.indices.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
                return fields + [Field(unique.firstFew, .detail)]
            }
        }
    }

    /// `prefs list --owners`: prints the settings of the owners of a suite's file.
    private func listOwners(of selection: Selection) throws -> ExitCode {
        let globs = options.keys.patterns(and: operands).map(Glob.init)
        let values = try selection.ownedValues().filter { globs.allow($0.pointer.key) }
        if try !printer.writeIfJSON(.array(values.map(\.object))) {
            try printer.writeRecords(of: values, fields)
        }
        return .done
    }

    /// Lists the set keys without reading their values.
    private func listNames(_ selection: Selection) throws -> ExitCode {
        let names = try reader.names(in: selection).filter(options.keys.patterns(and: operands).map(Glob.init).allow)
        suggestions.noteIfMissing(selection, hasMatches: !names.isEmpty)
        try write(names: names)
        return .done
    }

    private func write(names: [String]) throws {
        if try !printer.writeIfJSON(names.propertyList) {
            try printer.writeRecords(of: names) { [Field($0, .name)] }
        }
    }

    private func json(of preferences: some Collection<ListedPreference>) -> PropertyList {
        options.output.isLong
            ? .array(preferences.map(\.object))
            : .dictionary(PropertyListDictionary(uniqueEntries: preferences.compactMap(\.entry)))
    }

    /// Returns what a short list on a terminal says of the files that programs read besides the one that a write
    /// changes.
    private func places(of selection: Selection) -> [ByteKey: String] {
        guard printer.isTerminal, !options.output.isLong, !options.output.endsWithNUL else { return [:] }
        var places: [ByteKey: String] = [:]
        for file in selection.searchList where file.path != selection.file.path {
            places[ByteKey(file.path)] = selection.layer(ofFileAt: file.path).map { "(\($0.name))" }
        }
        return places
    }

    private func fields(of preference: ListedPreference, from place: String?) throws -> [Field] {
        let value: Field
        if let stored = preference.value {
            let text = try printer.text(of: stored, at: ValuePointer(preference.key))
            let isDim = preference.state == .standard || place != nil
            value = Field(text, isDim ? .detail : .value(of: stored.kind))
        } else {
            value = Field("", .detail)
        }
        var fields = [Field(preference.key, place == nil ? .name : .detail), value]
        if options.output.isLong {
            fields += [Field(preference.type, .detail), Field(preference.origin, .origin)]
        }
        if let state = preference.state {
            fields.append(Field(state.rawValue, state == .changed ? .name : .detail))
        }
        if let place { fields.append(Field(place, .detail)) }
        return fields
    }

    // MARK: Listed keys

    private func entries(in selection: Selection) throws -> PreferenceEntries {
        try reader.read(selection, keys: Glob.selection(by: options.keys.patterns(and: operands))) { snapshot in
            try snapshot.entries()
        }
    }

    /// Returns the set keys and the further keys of the schema, in byte order.
    private func allKeys(
        in selection: Selection,
        _ schema: SuiteSchema?
    ) throws -> [(key: String, entry: PreferenceEntry?)] {
        let names = schema?.schema.keys ?? []
        // A value under a former name belongs to a key that can match.
        let allNames = names.flatMap { schema?.names(of: $0) ?? [] }
        let keys = Glob.selection(by: options.keys.patterns(and: operands), and: allNames)
        let entries = try reader.read(selection, keys: keys) { snapshot in
            try entriesByPresentName(in: &snapshot, schema)
        }
        let globs = options.keys.patterns(and: operands).map(Glob.init)
        return Set(names.map(ByteKey.init) + entries.keys).map(\.string)
            .filter(globs.allow)
            .sorted(byBytesOf: \.self)
            .map { ($0, entries[ByteKey($0)]) }
    }

    /// Returns the set keys; a value under a former name of a key is returned for that key.
    private func entriesByPresentName(
        in snapshot: inout PreferenceSnapshot,
        _ schema: SuiteSchema?
    ) throws -> [ByteKey: PreferenceEntry] {
        var entries: [ByteKey: PreferenceEntry] = [:]
        for entry in try snapshot.entries() {
            entries[ByteKey(entry.key)] = entry
        }
        let names = Set((schema?.schema.keys ?? []).map(ByteKey.init))
        for name in names {
            let allNames = schema?.names(of: name.string) ?? []
            guard allNames.count > 1, let entry = try snapshot.entry(named: allNames) else { continue }
            if !names.contains(ByteKey(entry.key)) { entries[ByteKey(entry.key)] = nil }
            entries[name] = entry
        }
        return entries
    }
}

private struct ListedPreference {
    let key: String
    /// The value that a program reads, as it is shown; nil if the key is unset and has no default.
    let value: PropertyList?
    let type: String
    let origin: String
    /// The state of the value relative to the default; nil if it is not requested.
    let state: PreferenceState?

    var entry: PropertyListDictionary.Entry? { value.map { .init(key: key, value: $0) } }

    /// The entry as a JSON object, without inapplicable names.
    var object: PropertyList {
        var object: PropertyListDictionary = ["key": .string(key)]
        object["value"] = value
        object["type"] = .string(type)
        object["origin"] = .string(origin)
        object["state"] = (state?.rawValue).map(PropertyList.string)
        return .dictionary(object)
    }

    init(_ entry: PreferenceEntry, shownBy rules: SuiteRules?) {
        key = entry.key
        value = rules?.disclosure.shown(entry.value, at: ValuePointer(key)) ?? entry.value
        type = entry.value.kind.rawValue
        origin = entry.file.path
        state = nil
    }

    /// Creates an entry for a key that is set or declared by a schema, with its state relative to the default.
    init(
        _ key: String,
        _ entry: PreferenceEntry?,
        _ schema: PreferenceSchema?,
        shownBy rules: SuiteRules?
    ) {
        let standard = schema?.defaultValue(of: key)
        let stored = entry?.value ?? standard
        self.key = key
        value = stored.map { rules?.disclosure.shown($0, at: ValuePointer(key)) ?? $0 }
        type =
            stored?.kind.rawValue ?? schema.flatMap { schema in schema.rule(for: key).map(schema.kinds)?.typeNames }
            ?? "-"
        origin = entry?.file.path ?? (standard == nil ? "-" : SuiteSchema.originOfDefaults)
        state = PreferenceState(of: entry?.value, default: standard)
    }
}

extension VerbRun {
    /// Returns the fields of a value that an owner has set: the owner, the place, the value and the one before.
    func fields(of owned: OwnedValue) throws -> [Field] {
        let inKey = owned.pointer.inValue
        let place = owned.pointer.key + (inKey == .whole ? "" : " " + inKey.text)
        let value = try printer.text(of: owned.value, at: owned.pointer)
        let former = try owned.former.map { try printer.text(of: $0, at: owned.pointer) } ?? "unset"
        return [
            Field(owned.owner, .name), Field(place, .name), Field(value, .value(of: owned.value.kind)),
            Field(former, .detail),
        ]
    }
}
