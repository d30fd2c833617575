import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// A suite, and the seeds to apply to it, in order.
struct SeededSuite {
    let selection: Selection
    var seeds: [Seed] = []
    /// The schema that checks the change.
    let schema: SuiteSchema?
    var secrets: PreferenceSecrets
    /// The keys that are secret from now on, with their former names.
    var secretKeys: [String] = []
    /// The entries of the seeds that are left out because the schema calls them volatile.
    private(set) var volatile = PropertyListDictionary()
    private let ignored: IgnoredKeys
    let managed: ManagedSettings
    /// The differences of the seeds from what the administrator has set.
    private(set) var drift: [PreferenceChange] = []

    init(_ selection: Selection, _ seeds: [Seed], _ reader: SuiteReader) throws {
        self.selection = selection
        schema = try reader.schema(of: selection)
        let ignored = IgnoredKeys(reader.options.keys, by: schema)
        self.ignored = ignored
        managed = try reader.managedSettings(of: selection)
        secrets = try reader.secrets(of: selection, by: schema)
        for seed in seeds {
            try add(seed, reader.options)
        }
    }

    /// Adds a seed, without what is left alone.
    private mutating func add(_ seed: Seed, _ options: Options) throws {
        for entry in seed.contents where ignored.isVolatile(entry.key) { volatile[entry.key] = entry.value }
        var seed = seed.leavingOut(ignored)
        try takeManaged(from: &seed, options)
        seeds.append(seed)
    }

    func isVolatile(_ key: String) -> Bool { ignored.isVolatile(key) }

    /// Whether a key stays as it is, although a seed had it, or its owner no longer sets it.
    func leavesAlone(_ key: String) -> Bool {
        ignored.contains(key) || managed.contains(key)
            || key == NamedDocument.schemaName && seeds.contains(where: \.document.namesSchema)
    }

    /// Removes from a seed what the administrator has set.
    ///
    /// - Throws: The errors of the values that differ, unless they are only to be reported.
    private mutating func takeManaged(from seed: inout Seed, _ options: Options) throws {
        let document = seed.document
        let differences = try seed.takeManaged(managed, by: schema, merging: options.apply.merges)
        if !options.apply.skipsSetKeys { drift += differences.map(\.change) }
        guard !options.writing.isCheck, !options.apply.skipsSetKeys else { return }
        let errors = differences.map { change, entry in
            CommandError.managed(change.key, entry).located(at: [change.key], in: document)
        }
        if let error = CommandError(errors) { throw error }
    }

    /// Returns the suite with a further seed, whose values are secret.
    ///
    /// - Throws: The first value of the other seeds that the schema calls secret.
    func adding(secrets seed: Seed, _ options: Options) throws -> SeededSuite {
        let declared = secrets.ofSchemas
        for seed in seeds {
            if let entry = seed.contents.first(where: { declared.hasSecret(in: $0.value, of: $0.key) }) {
                throw CommandError.secretInSeed(entry.key).located(at: [entry.key], in: seed.document)
            }
        }
        var suite = self
        suite.secretKeys = seed.contents.keys.flatMap { [$0] + (schema?.formerNames(of: $0) ?? []) }
        suite.secrets = secrets.adding(keys: suite.secretKeys)
        try suite.add(seed, options)
        return suite
    }
}

extension VerbRun {
    /// Reads the seeds: of the selected suite, or with `--all-suites` of each suite in a whole configuration.
    func seededSuites() throws -> [SeededSuite] {
        guard options.selection.isOfAllSuites else {
            let selection = try reader.selection()
            let seeds =
                try operands.map { path in try Seed(reader.document(path)) }
                + options.apply.elements.map { path, effect in try Seed(reader.document(path), effect: effect) }
            let suite = try SeededSuite(selection, seeds, reader)
            guard let path = options.apply.secretsPath else { return [suite] }
            return [try suite.adding(secrets: reader.secretSeed(at: path), options)]
        }
        let directories = try reader.directories()
        let configuration = try options.apply.withdraws ? [] : reader.configuration(operands[0])
        guard options.apply.owner == nil || options.apply.withdraws || !configuration.isEmpty else {
            throw CommandError.noSeeds(path: operands[0], isForOwner: true)
        }
        var suites = try reader.forEach(configuration) { suite, document in
            let selection = Selection(of: suite, in: directories)
            return try SeededSuite(selection, [Seed(document)], reader)
        }
        if let owner = options.apply.owner {
            // A suite that has no seed any longer has an empty one.
            var files = Set(suites.map { ByteKey($0.selection.recordedPath) })
            for suite in try reader.suites(ownedBy: owner, in: directories) {
                let selection = Selection(of: suite, in: directories)
                // Two suites can be one file.
                guard files.insert(ByteKey(selection.recordedPath)).inserted else { continue }
                suites.append(try SeededSuite(selection, [], reader))
            }
        }
        return suites
    }
}

extension CommandError {
    /// Returns the error of a configuration without a seed: it would take back everything, or find no drift.
    static func noSeeds(path: String, isForOwner: Bool) -> CommandError {
        let hint = isForOwner ? "with --owner, --withdraw takes back all of an owner" : nil
        return CommandError(.usage, Message("\(path.documentName) has no seed", hint: hint))
    }
}
