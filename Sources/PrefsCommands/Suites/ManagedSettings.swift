import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The settings that the administrator has made for a suite, which no other file of the suite changes.
struct ManagedSettings {
    private var entries: [ByteKey: PreferenceEntry] = [:]

    init() {}

    /// Reads the files of the administrator, of which the first that has a key decides it.
    fileprivate init(in files: [SuiteFile], _ printer: Printer) throws {
        var snapshot = PreferenceSnapshot(of: files)
        let entries = try snapshot.entries().map { (ByteKey($0.key), $0) }
        printer.warn(snapshot.warnings)
        self.entries = Dictionary(entries) { first, _ in first }
    }

    /// Returns the entry of a key, under its name or a former one; nil if the administrator has not set it.
    func entry(of key: String, by schema: SuiteSchema? = nil) -> PreferenceEntry? {
        guard !entries.isEmpty else { return nil }
        return ([key] + (schema?.formerNames(of: key) ?? [])).lazy.compactMap { entries[ByteKey($0)] }.first
    }

    var all: [PreferenceEntry] { Array(entries.values) }

    func contains(_ key: String) -> Bool { entry(of: key) != nil }

    /// Throws the errors of the keys that the administrator has set.
    func check(_ keys: [String], by schema: SuiteSchema?) throws {
        let errors = keys.compactMap { key in entry(of: key, by: schema).map { CommandError.managed(key, $0) } }
        if let error = CommandError(errors) { throw error }
    }
}

extension SuiteReader {
    /// Returns the settings that the administrator has made for the suite to which a file belongs, however it is
    /// selected.
    func managedSettings(of selection: Selection) throws -> ManagedSettings {
        let files = try managedFiles(of: selection)
        guard let path = files.first?.path else { return ManagedSettings() }
        if let known = managedSettings[path] { return known }
        let settings = try ManagedSettings(in: files, printer)
        managedSettings[path] = settings
        return settings
    }

    /// Returns the files of the administrator for the suite to which a file belongs, in order of precedence; none if
    /// there cannot be any.
    func managedFiles(of selection: Selection) throws -> [SuiteFile] {
        guard !selection.file.isManaged, !selection.isStandardInput,
            let directories = selection.directories ?? (try? directories())
        else { return [] }
        return try directories.managedFiles(of: selection.suite, at: selection.file)
    }

    /// Throws the error of a policy that cannot be read, for a verb that shows the user's own file of a suite.
    func checkPolicies(of selection: Selection) throws {
        guard selection.suite != nil, !options.selection.isOneFile else { return }
        _ = try managedSettings(of: selection)
    }

    /// Throws the errors of the managed keys in a file that is about to be removed or renamed.
    func checkRemoval(of selection: Selection) throws {
        let managed = try managedSettings(of: selection)
        guard !managed.all.isEmpty else { return }
        try managed.check((try? contents(of: selection))?.keys ?? [], by: nil)
    }
}

extension Printer {
    /// Throws the errors of the managed keys that contents would change in the suite whose file gets them.
    ///
    /// - Parameter path: The path of the file; nil for none.
    func checkManaged(in new: PropertyListDictionary, writtenTo path: String?) throws {
        guard let path, let directories = try? PreferenceDirectories(environment: environment.variable) else { return }
        let file = SuiteFile(path: path)
        let files = try directories.managedFiles(of: nil, at: file)
        guard !files.isEmpty else { return }
        let changes = ((try? file.read())?.root ?? [:]).keyChanges(to: new)
        try ManagedSettings(in: files, self).check(changes.map(\.key), by: nil)
    }
}

extension PreferenceDirectories {
    /// Returns the files of the administrator for a suite, or for the one to which a file belongs.
    fileprivate func managedFiles(of suite: SuiteName?, at file: SuiteFile) throws -> [SuiteFile] {
        guard hasManaged, let suite = try suite ?? self.suite(ofFileAt: file.recordedPath) else { return [] }
        return SearchList(of: suite, in: self).files.filter(\.isManaged)
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
