import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension SuiteRules {
    /// The directories of the suite, or else those of the user; nil if there are none.
    private var knownDirectories: PreferenceDirectories? { directories ?? (try? sources.directories()) }

    /// Returns the suites that have the file, if there can be policies.
    func suitesWithPolicies() throws -> [SuiteName] {
        guard !file.isManaged, file.path != "-", let directories = knownDirectories, directories.hasManaged else {
            return []
        }
        return try (suite.map { [$0] } ?? []) + directories.suites(ofFileAt: file.recordedPath)
    }

    /// Returns the files of the administrator for every suite that has the file, in order of precedence; none if there
    /// cannot be any.
    func managedFiles() throws -> [SuiteFile] {
        let suites = try suitesWithPolicies()
        guard !suites.isEmpty, let directories = knownDirectories else { return [] }
        var paths: Set<String> = []
        return suites.flatMap { SearchList(of: $0, in: directories).files.filter(\.isManaged) }
            .filter { paths.insert($0.path).inserted }
    }

    /// Reads what the administrator has set; the first file that has a key decides it.
    private func readManagedSettings() throws -> [ByteKey: PreferenceEntry] {
        let files = try managedFiles()
        guard !files.isEmpty else { return [:] }
        var snapshot = PreferenceSnapshot(of: files)
        let entries = try snapshot.entries().map { (ByteKey($0.key), $0) }
        sources.messages?.warn(snapshot.warnings)
        return Dictionary(entries) { first, _ in first }
    }

    /// What the administrator has set for the suite to which the file belongs, however it is selected.
    var managed: [ByteKey: PreferenceEntry] {
        get throws {
            let managed = try readManaged ?? readManagedSettings()
            readManaged = managed
            return managed
        }
    }

    /// Returns the entry of a key that the administrator has set, under any of its names; nil if it has none.
    func managedEntry(of key: String) throws -> PreferenceEntry? {
        let managed = try managed
        guard !managed.isEmpty else { return nil }
        var names = try names(of: key)
        let selection = sources.options.selection
        // The policy may have the key under a name that only the installed schema knows. The line can select the file by
        // its path, or name another schema.
        if suite == nil || selection.ignoresSchema || selection.schemaPath != nil {
            for installed in try suitesWithPolicies().compactMap(sources.installedSchema) {
                names += try SuiteSchema(installed, keys: [key]).names(of: key)
            }
        }
        return names.lazy.compactMap { managed[ByteKey($0)] }.first
    }

    func isManaged(_ key: String) throws -> Bool { try managedEntry(of: key) != nil }

    /// Throws the errors of the keys that the administrator has set.
    func checkAreFree(_ keys: [String]) throws {
        guard try !managed.isEmpty else { return }
        let errors = try keys.compactMap { key in
            try managedEntry(of: key).map { CommandError.managed(key, $0) }
        }
        if let error = CommandError(errors) { throw error }
    }

    /// Returns the contents of the user's file with what the administrator has set.
    ///
    /// - Parameter other: What the file is compared with: what the administrator has set stays if that lacks it.
    func effective(_ contents: PropertyListDictionary, besides other: PropertyListDictionary? = nil) throws
        -> PropertyListDictionary
    {
        var contents = contents
        for entry in try managed.values.sorted(byBytesOf: \.key) {
            contents[entry.key] = other.map { $0[entry.key] == nil } ?? false ? nil : entry.value
        }
        return contents
    }

    /// Throws the error of a policy that cannot be read, for a verb that shows the user's own file of a suite.
    func checkPolicies() throws {
        guard suite != nil, !sources.options.selection.isOneFile else { return }
        _ = try managed
    }

    /// Throws the errors of the managed keys that contents would change in the file that gets them.
    func checkReplacement(by new: PropertyListDictionary) throws {
        guard try !managed.isEmpty else { return }
        let old = (try? file.read())?.root ?? [:]
        try checkAreFree(old.keyChanges(to: new).map(\.key))
    }
}

extension CommandError {
    /// Returns the error of a change of a key that the administrator has set.
    static func managed(_ key: String, _ entry: PreferenceEntry) -> CommandError {
        CommandError(PreferenceError.managed(key: key, path: entry.file.path))
    }
}

extension Message {
    /// Returns a note about keys that are not removed, since the administrator has set them.
    static func managedStay(_ keys: [String]) -> Message {
        "left alone, managed by the administrator: \(keys.map(\.quoted).firstFew)"
    }
}
