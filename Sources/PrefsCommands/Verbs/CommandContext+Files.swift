import PreferenceCore
import PreferenceStore
import PropertyLists

/// How verbs come to the files: through the library, with its errors and warnings as the command's.
extension CommandContext {
    /// The suite or file that the verb works on.
    func selection() throws(CommandError) -> Selection {
        try Selection(arguments, in: environment)
    }

    /// The place that a KEY of the line and `--at` name.
    func place(_ key: String) throws(CommandError) -> ValuePlace {
        guard let text = arguments.argument(of: .pointer) else { return ValuePlace(key) }
        guard let pointer = JSONPointer(text) else { throw .usage(.invalidPointer(text)) }
        return ValuePlace(key, at: pointer)
    }

    /// The places that the KEYs of the line and `--at` name.
    func places() throws(CommandError) -> [ValuePlace] {
        var places: [ValuePlace] = []
        for key in arguments.operands {
            places.append(try place(key))
        }
        return places
    }

    /// Reads preferences.
    ///
    /// - Parameters:
    ///   - keys: the keys that the verb reads; nil reads all.
    ///   - isOneFile: whether the verb reads the one file, never the search list.
    ///   - body: reads what it needs from one snapshot.
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

    /// The keys that are set, in their byte order.
    func keys(of selection: Selection) throws(CommandError) -> [String] {
        if selection.file.path == "-" {
            return StoredKeys(try inputKeys()).names
        }
        let keys = try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in
            try StoredKeys(of: selection.searchList)
        }
        warn(keys.warnings)
        return keys.names
    }

    /// What one file holds, and nothing where it is not there.
    ///
    /// - Parameter keys: the keys that are read; nil reads all.
    func contents(of selection: Selection, keys: KeySelection? = nil) throws(CommandError) -> PropertyListDictionary {
        try read(selection, keys: keys, isOneFile: true) { snapshot throws(CommandError) in
            let entries = try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in
                try snapshot.entries()
            }
            return PropertyListDictionary(entries)
        }
    }

    /// Changes preferences in one transaction; an error that the body throws leaves the file as it is, and so do
    /// `--dry-run` and `--check`.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body looks at and changes, by their latest names; nil lets it do so with all.
    ///   - schema: what the change must not break.
    ///   - requiresKeys: whether every key has to be there in the end that the schema requires.
    func change<Value>(
        _ selection: Selection,
        keys: [String]? = nil,
        by schema: SuiteSchema?,
        requiresKeys: Bool = false,
        _ body: (inout PreferenceTransaction) throws(CommandError) -> Value
    ) throws(CommandError) -> SuiteChange<Value> {
        guard arguments.argument(of: .file) != "-" else { throw .usage(.standardInputNotWritable) }
        let options = try changeOptions(for: selection)
        let names = keys.map { keys in keys + keys.flatMap { schema?.formerNames(of: $0) ?? [] } }
        var deprecations: [String] = []
        let result = try rethrowing(as: CommandError.change) { () throws(PreferenceError) in
            try selection.preferences.change(options, keys: names) { transaction throws(CommandError) in
                guard let schema else { return try body(&transaction) }
                var changed = transaction
                let value = try body(&changed)
                let keys = schema.changedKeys(from: transaction.contents, to: changed.contents)
                try schema.check(
                    keys,
                    of: changed.contents,
                    since: transaction.contents,
                    requiresKeys: requiresKeys
                )
                deprecations = schema.deprecations(of: keys, in: changed.contents)
                transaction = changed
                return value
            }
        }
        let change = try result.get()
        warn(change.warnings)
        for deprecation in deprecations {
            note(deprecation)
        }
        return change
    }

    /// What became of the values that were to be put in some places.
    func outcome<Value>(of change: SuiteChange<Value>, at places: [ValuePlace]) -> String {
        guard change.outcome == .unchanged else { return "set \(places.listed)" }
        return places.count == 1
            ? "\(places.listed) has that value already" : "\(places.listed) have those values already"
    }

    private func changeOptions(for selection: Selection) throws(CommandError) -> ChangeOptions {
        var options = ChangeOptions(
            breaksHardLinks: arguments.has(.breakHardLinks),
            replacesCorrupt: arguments.has(.replaceCorrupt),
            isRehearsal: arguments.has(.dryRun) || arguments.has(.check),
            access: selection.access
        )
        if let text = arguments.argument(of: .lockTimeout) {
            guard let timeout = Duration(seconds: text) else { throw .usage(.invalidSeconds(text)) }
            options.lockTimeout = timeout
        }
        return options
    }

    /// Says what was odd about files.
    func warn(_ warnings: [SuiteWarning]) {
        for warning in warnings {
            note(warning.message)
        }
    }

    /// Each file of the selected ones by itself, none read yet; standard input for the path `-`.
    func snapshotsOfFiles(
        of selection: Selection,
        keys: [String]
    ) throws(CommandError) -> [(file: SuiteFile, snapshot: PreferenceSnapshot)] {
        guard arguments.argument(of: .file) != "-" else {
            return [(selection.file, try snapshot(of: selection, keys: .named(keys)))]
        }
        return selection.searchList.map { ($0, PreferenceSnapshot(of: [$0], keys: .named(keys))) }
    }

    /// What the selected files hold; standard input for the path `-`.
    ///
    /// - Parameters:
    ///   - keys: the keys that are read; nil reads all.
    ///   - isOneFile: whether it is the one file, never the search list.
    func snapshot(
        of selection: Selection,
        keys: KeySelection? = nil,
        isOneFile: Bool = false
    ) throws(CommandError) -> PreferenceSnapshot {
        // Standard input by its selector alone: the file of a suite has a path with folders.
        if selection.file.path == "-" {
            return PreferenceSnapshot(of: try inputDocument(keys: keys).dictionary, at: selection.file)
        }
        return PreferenceSnapshot(of: isOneFile ? [selection.file] : selection.searchList, keys: keys)
    }
}

extension Duration {
    /// The time that a number of seconds names, from 0 to a day; nil for any other text.
    fileprivate init?(seconds text: String) {
        guard let seconds = Double(decimal: text), 0...86_400 ~= seconds else { return nil }
        self = .seconds(seconds)
    }
}
