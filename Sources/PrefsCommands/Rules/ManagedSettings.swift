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
    func readManagedSettings() throws -> [ByteKey: PreferenceEntry] {
        let files = try managedFiles()
        guard !files.isEmpty else { return [:] }
        var snapshot = PreferenceSnapshot(of: files)
        let entries = try snapshot.entries().map { (ByteKey($0.key), $0) }
        sources.messages?.warn(snapshot.warnings)
        return Dictionary(entries) { first, _ in first }
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
