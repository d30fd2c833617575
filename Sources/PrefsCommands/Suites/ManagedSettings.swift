import PreferenceCore
import PreferenceStore
import PropertyLists

/// The settings that the administrator has made for a suite, which no other file of the suite changes.
struct ManagedSettings {
    private var entries: [ByteKey: PreferenceEntry] = [:]

    /// Reads the files with managed settings, in order of precedence.
    fileprivate init(in files: [SuiteFile], warn: ([SuiteWarning]) -> Void) throws {
        guard !files.isEmpty else { return }
        var snapshot = PreferenceSnapshot(of: files)
        for entry in try snapshot.entries() {
            entries[ByteKey(entry.key)] = entry
        }
        warn(snapshot.warnings)
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
    /// Returns the settings that the administrator has made for a suite; none for a file that is selected by its path.
    func managedSettings(of selection: Selection) throws -> ManagedSettings {
        let directories = selection.directories ?? (try? directories())
        guard let suite = selection.suite, let directories, !selection.file.isManaged, directories.hasManaged else {
            return try ManagedSettings(in: [], warn: printer.warn)
        }
        return try ManagedSettings(
            in: SearchList(of: suite, in: directories).files.filter(\.isManaged),
            warn: printer.warn
        )
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
