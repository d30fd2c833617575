import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

/// A suite, and the seeds to apply to it, in order.
struct SeededSuite {
    let selection: Selection
    private(set) var seeds: [Seed] = []
    /// The entries of the seeds that are left out because the schema calls them volatile.
    private(set) var volatile = PropertyListDictionary()
    private let ignored: IgnoredKeys
    /// The differences of the seeds from what the administrator has set.
    private(set) var drift: [PreferenceChange] = []

    init(_ selection: Selection, _ seeds: [Seed], _ reader: SuiteReader) throws {
        self.selection = selection
        ignored = try IgnoredKeys(reader.options.keys, by: selection.rules)
        selection.rules.requiresKeys = true
        for seed in seeds {
            hideSecrets(of: reader.selection(of: SuiteFile(path: seed.document.path)).rules, in: seed)
            try add(seed, reader.options)
        }
    }

    /// Keeps secret what is secret in the file of a seed, which can be that of another suite.
    private func hideSecrets(of file: SuiteRules, in seed: Seed) {
        guard seed.document.path != "-", !file.disclosure.showsEverything else { return }
        selection.rules.disclosure.hide(as: file)
        for entry in seed.contents where file.disclosure.hides(partOf: entry.value, at: ValuePointer(entry.key)) {
            selection.rules.disclosure.receive(entry.key)
        }
    }

    /// Adds a seed, without what is left alone and what the administrator has set.
    ///
    /// - Throws: The errors of the managed values that differ, unless they are only to be reported.
    private mutating func add(_ seed: Seed, _ options: Options) throws {
        try seed.checkNames(by: selection.rules.disclosure)
        for entry in seed.contents where ignored.isVolatile(entry.key) { volatile[entry.key] = entry.value }
        var errors: [CommandError] = []
        var (kept, drift) = (seed.leavingOut(ignored), drift)
        try kept.takeManaged(by: selection.rules, merging: options.apply.merges) { change, entry in
            guard !options.apply.skipsSetKeys else { return }
            drift.append(change)
            errors.append(CommandError.managed(change.key, entry).located(at: [change.key], in: seed.document))
        }
        if !options.writing.isCheck, let error = CommandError(errors) { throw error }
        self.drift = drift
        seeds.append(kept)
    }

    func isVolatile(_ key: String) -> Bool { ignored.isVolatile(key) }

    /// Whether a key stays as it is, although a seed had it, or its owner no longer sets it.
    func leavesAlone(_ key: String) throws -> Bool {
        try ignored.contains(key) || selection.rules.isManaged(key)
            || key == DocumentForm.schemaName && seeds.contains(where: \.document.namesSchema)
    }

    /// Adds a further seed, whose values are secret.
    ///
    /// - Throws: The first value of the other seeds that the schema calls secret.
    mutating func add(secrets seed: Seed, _ options: Options) throws {
        let rules = selection.rules
        for seed in seeds {
            guard let key = rules.disclosure.firstDeclared(of: seed.contents) else { continue }
            throw CommandError.secretInSeed(key).located(at: [key], in: seed.document)
        }
        rules.disclosure.apply(try seed.contents.keys.flatMap(rules.names))
        try add(seed, options)
    }
}

extension VerbRun {
    /// Reads the seeds: of the selected suite, or with `--all-suites` of each suite in a whole configuration.
    func seededSuites() throws -> [SeededSuite] {
        guard options.selection.isOfAllSuites else {
            let selection = try reader.selection()
            let seeds =
                try operands.map { path in try Seed(reader.documents.read(path)) }
                + options.apply.elements.map { path, effect in try Seed(reader.documents.read(path), effect: effect) }
            var suite = try SeededSuite(selection, seeds, reader)
            if let path = options.apply.secretsPath {
                try suite.add(secrets: withoutQuoting { try Seed(reader.documents.read(path)) }, options)
            }
            return [suite]
        }
        let configuration = try options.apply.withdraws ? [] : reader.configuration(operands[0])
        guard options.apply.owner == nil || options.apply.withdraws || !configuration.isEmpty else {
            throw CommandError.noSeeds(path: operands[0], isForOwner: true)
        }
        var suites = try reader.forEach(configuration) { suite, document in
            try SeededSuite(reader.selection(of: suite), [Seed(document)], reader)
        }
        if let owner = options.apply.owner {
            // A suite that has no seed any longer has an empty one.
            var files = Set(suites.map { ByteKey($0.selection.recordedPath) })
            for selection in try selections(ownedBy: owner) {
                // Two suites can be one file.
                guard files.insert(ByteKey(selection.recordedPath)).inserted else { continue }
                suites.append(try SeededSuite(selection, [], reader))
            }
        }
        return suites
    }
}

extension CommandError {
    /// Returns the error of a value in a seed that belongs into the seed of secrets.
    fileprivate static func secretInSeed(_ key: String) -> CommandError {
        let text = "\(key.quoted) is marked secret by the schema"
        return CommandError(.invalidValue, Message(text, hint: "move it to the file of --secrets"))
    }

    /// Returns the error of a configuration without a seed: it would take back everything, or find no drift.
    static func noSeeds(path: String, isForOwner: Bool) -> CommandError {
        let hint = isForOwner ? "with --owner, --withdraw takes back all of an owner" : nil
        return CommandError(.usage, Message("\(path.documentName) has no seed", hint: hint))
    }
}
