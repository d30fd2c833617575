import PreferenceStore
import PropertyLists

/// What a user's state has for one file: an entry of a file of typed JSON, by the real path.
///
/// The file's name is a digest of the path, so that it may also have entries of other paths with the same digest.
struct PathRecords: Sendable {
    /// The real path of the file that the entry is about.
    let subject: String
    let file: StateFile

    private static let sizeLimit = 64 << 20

    /// - Parameters:
    ///   - directory: the directory of such files.
    ///   - access: the users that may read the entry.
    init(of path: String, in directory: StateDirectory, access: FileAccess = .owner) {
        subject = path
        file = StateFile(ChangeHistory.name(of: path), in: directory, access: access)
    }

    /// The entries of one file, of no path in particular.
    init(name: String, in directory: StateDirectory) {
        subject = ""
        file = StateFile(name, in: directory)
    }

    /// Returns the entry; nil if there is none.
    func read() throws(PreferenceStoreError) -> PropertyList? {
        try all()[subject]
    }

    /// Replaces the entry, on disk; nil removes it.
    ///
    /// The caller has the lock of the file that the entry is about.
    func write(_ entry: PropertyList?) throws(PreferenceStoreError) {
        // An existing file is checked: the write would follow a link.
        var all = try all()
        guard all[subject] != entry else { return }
        all[subject] = entry
        let text = try parsing(file.path, try PropertyList.dictionary(all).json(.typed))
        try file.replace(by: Array("\(text)\n".utf8), .disk)
    }

    func malformed(_ value: PropertyList, expected: String) -> PreferenceStoreError {
        .corrupt(path: file.path, PropertyListError(.unexpected(value.kind.rawValue, expected: expected)))
    }

    /// Returns the entries of all paths.
    func all() throws(PreferenceStoreError) -> PropertyListDictionary {
        guard let bytes = try file.contents(upTo: Self.sizeLimit) else { return [:] }
        let value = try parsing(file.path, try PropertyList(parsingJSON: bytes.span))
        guard case .dictionary(let all) = value else { throw malformed(value, expected: "an object") }
        return all
    }
}

extension JournalDirectory {
    /// Returns what one of its directories has for the file with a real path.
    func records(of path: String, in name: String) -> PathRecords {
        PathRecords(of: path, in: directory(name))
    }

    /// Returns what one of its directories has for all files, by their real paths.
    func allRecords(in name: String) throws(PreferenceStoreError) -> [PropertyListDictionary.Entry] {
        let directory = directory(name)
        var entries: [PropertyListDictionary.Entry] = []
        for file in try directory.names() where ChangeHistory.isName(file) {
            entries += try PathRecords(name: file, in: directory).all()
        }
        return entries
    }
}
