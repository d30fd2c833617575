import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The settings that the administrator has made for a suite, which no other file of the suite changes.
struct ManagedSettings {
    private let entries: [ByteKey: PreferenceEntry]

    /// Reads the files of the administrator, of which the first that has a key decides it.
    static func read(from files: [SuiteFile]) throws -> (settings: ManagedSettings, warnings: [SuiteWarning]) {
        var snapshot = PreferenceSnapshot(of: files)
        let entries = try snapshot.entries().map { (ByteKey($0.key), $0) }
        return (ManagedSettings(entries: Dictionary(entries) { first, _ in first }), snapshot.warnings)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The entries, in the byte order of keys.
    var all: [PreferenceEntry] { entries.values.sorted(byBytesOf: \.key) }

    var contents: PropertyListDictionary {
        PropertyListDictionary(uniqueEntries: all.map { PropertyListDictionary.Entry(key: $0.key, value: $0.value) })
    }

    /// Returns the entry of a key under the first of its names that the administrator has set; nil if none is.
    func entry(under names: [String]) -> PreferenceEntry? {
        names.lazy.compactMap { entries[ByteKey($0)] }.first
    }
}

extension SuiteRules {
    /// Returns the files of the administrator for every suite that has the file, in order of precedence; none if there
    /// cannot be any.
    func managedFiles() throws -> [SuiteFile] {
        guard !file.isManaged, file.path != "-",
            let directories = directories ?? (try? sources.directories()), directories.hasManaged
        else { return [] }
        let suites = try (suite.map { [$0] } ?? []) + directories.suites(ofFileAt: file.recordedPath)
        var paths: Set<String> = []
        return suites.flatMap { SearchList(of: $0, in: directories).files.filter(\.isManaged) }
            .filter { paths.insert($0.path).inserted }
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
