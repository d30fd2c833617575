import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The settings that the administrator has made for a suite, which no other file of the suite changes.
struct ManagedSettings {
    fileprivate var entries: [ByteKey: PreferenceEntry] = [:]

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
    /// Returns the settings that the administrator has made for a suite; none for a file that is selected by its path.
    func managedSettings(of selection: Selection) throws -> ManagedSettings {
        let files = managedFiles(of: selection)
        guard !files.isEmpty, let suite = selection.suite else { return ManagedSettings() }
        if let known = managedSettings[suite] { return known }
        var snapshot = PreferenceSnapshot(of: files)
        let entries = try snapshot.entries().map { (ByteKey($0.key), $0) }
        printer.warn(snapshot.warnings)
        let settings = ManagedSettings(entries: Dictionary(entries) { first, _ in first })
        managedSettings[suite] = settings
        return settings
    }

    /// Returns the files of the administrator for a suite, in order of precedence; none if there cannot be any, or for
    /// a file that is selected by its path.
    func managedFiles(of selection: Selection) -> [SuiteFile] {
        let directories = selection.directories ?? (try? directories())
        guard let suite = selection.suite, let directories, !selection.file.isManaged, directories.hasManaged else {
            return []
        }
        return SearchList(of: suite, in: directories).files.filter(\.isManaged)
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
