public import PreferenceStore
public import PropertyLists

/// The preferences as the files hold them: several values from one reading.
///
/// Each file of the search list is read when it is first needed, once; a key is where the first file has it.
public struct PreferenceSnapshot: Sendable {
    private let files: [SuiteFile]
    /// The keys that are read from the files; nil reads all.
    private let keys: KeySelection?
    private var documents: [Document] = []

    /// What a file holds.
    ///
    /// It is a `Result`, but for a type that the runtime need not make: that would be a fifth of what a `get` costs.
    private enum Document {
        case read(VersionedDocument)
        case unreadable(PreferenceError)

        var contents: SuiteDocument? {
            if case .read(let document) = self { document.document } else { nil }
        }

        var version: FileVersion? {
            if case .read(let document) = self { document.version } else { nil }
        }
    }

    /// The preferences in files, the one that wins first; none is read yet.
    public init(of files: [SuiteFile]) {
        self.init(of: files, keys: nil)
    }

    /// The preferences in files, the one that wins first; no other keys than these may be asked for; nil is all.
    package init(of files: [SuiteFile], keys: KeySelection?) {
        self.files = files
        self.keys = keys
    }

    /// Preferences that the caller has read, as if a file held them.
    public init(of contents: PropertyListDictionary, at file: SuiteFile) {
        self.init(of: [file])
        documents = [.read(VersionedDocument(document: SuiteDocument(root: contents), version: nil))]
    }

    /// The value of a key, or its default while it is unset.
    ///
    /// - Throws: `wrongType` where the file holds a value that the key's type does not take; `store` where a file
    ///   cannot be read.
    public mutating func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try storedValue(for: key) ?? key.defaultValue
    }

    /// The value that the files hold for a key; nil while it is unset.
    mutating func storedValue<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value? {
        guard let entry = try entry(for: key) else { return nil }
        return try key.value(of: entry.value, at: entry.file.path)
    }

    /// What the files hold for a key, whatever its type; nil while it is unset.
    ///
    /// - Throws: `store` where a file cannot be read that might hold it.
    public mutating func entry(for key: PreferenceKeys) throws(PreferenceError) -> PreferenceEntry? {
        try entry(underFirstOf: key.names)
    }

    /// What the files hold for a key whose name comes from outside the program; nil while it is unset.
    ///
    /// - Throws: `invalidKey` where a name holds NUL; `store` where a file cannot be read that might hold the key.
    package mutating func entry(
        named name: String,
        formerly formerNames: [String] = []
    ) throws(PreferenceError) -> PreferenceEntry? {
        var names: [String] = []
        for name in [name] + formerNames {
            names.append(try validatedKeyName(name))
        }
        return try entry(underFirstOf: names)
    }

    private mutating func entry(underFirstOf names: [String]) throws(PreferenceError) -> PreferenceEntry? {
        assert(keys.map { names.allSatisfy($0.contains) } ?? true, "a key that is not read")
        for position in files.indices {
            if let root = try document(at: position)?.root, let (name, form) = root.entry(named: names) {
                return PreferenceEntry(key: name, value: form, file: files[position])
            }
        }
        return nil
    }

    /// What the files hold, in the order of the files and of the keys in each: each key once, where it is read.
    ///
    /// - Throws: `store` where a file cannot be read.
    public mutating func entries() throws(PreferenceError) -> [PreferenceEntry] {
        var found: [PreferenceEntry] = []
        var rootsBefore: [PropertyListDictionary] = []
        for position in files.indices {
            guard let root = try document(at: position)?.root else { continue }
            for entry in root where !rootsBefore.contains(where: { $0.position(of: entry.key) != nil }) {
                found.append(PreferenceEntry(key: entry.key, value: entry.value, file: files[position]))
            }
            rootsBefore.append(root)
        }
        return found
    }

    /// The warnings of the files that have been read, such as that one is empty.
    public var warnings: [SuiteWarning] {
        documents.flatMap { $0.contents?.warnings ?? [] }
    }

    private mutating func document(at position: Int) throws(PreferenceError) -> SuiteDocument? {
        read(upTo: position + 1)
        switch documents[position] {
        case .read(let document): return document.document
        case .unreadable(let error): throw error
        }
    }

    private mutating func read(upTo count: Int) {
        for file in files[documents.count..<max(documents.count, count)] {
            documents.append(read(file))
        }
    }

    private func read(_ file: SuiteFile) -> Document {
        do throws(PreferenceStoreError) {
            return .read(try file.readVersion(keys))
        } catch {
            return .unreadable(.store(error))
        }
    }
}

// MARK: Readings one after the other

extension PreferenceSnapshot {
    /// Reads every file that has changed since an older snapshot of the same files; nil reads them all.
    ///
    /// A file that cannot be read makes those accesses fail that come to it.
    ///
    /// - Returns: whether any file was read.
    @discardableResult
    mutating func readAll(since older: PreferenceSnapshot?) -> Bool {
        guard let older, documents.isEmpty else {
            read(upTo: files.count)
            return true
        }
        var hasRead = false
        documents = zip(files, older.documents).map { file, document in
            if let version = document.version, file.version == version { return document }
            hasRead = true
            return read(file)
        }
        return hasRead
    }

    /// The snapshot after a commit by this process, if it has the file as it was before.
    func applying(_ commit: SuiteCommit) -> PreferenceSnapshot? {
        guard let position = files.firstIndex(where: { $0.path == commit.path }),
            case .read(let before) = documents[position], let after = commit.applied(to: before)
        else { return nil }
        var snapshot = self
        snapshot.documents[position] = .read(after)
        return snapshot
    }

    /// The snapshot, but for files that could not be read: they are as in an older one.
    func filled(from older: PreferenceSnapshot) -> PreferenceSnapshot {
        var filled = self
        filled.documents = zip(documents, older.documents).map { document, older in
            if case .unreadable = document { older } else { document }
        }
        return filled
    }

    /// Whether the files hold the same as in another snapshot of them.
    func holdsSame(as other: PreferenceSnapshot) -> Bool {
        documents.elementsEqual(other.documents) { left, right in
            switch (left, right) {
            case (.read(let left), .read(let right)):
                left.version != nil && left.version == right.version || left.document?.root == right.document?.root
            case (.unreadable(let left), .unreadable(let right)): left == right
            default: false
            }
        }
    }

    /// The changes that lead from an older snapshot of the same files to this one, in the byte order of keys.
    ///
    /// - Parameter keys: the only keys that may have changed; nil if that is not known.
    func changes(from older: PreferenceSnapshot, of keys: [String]?) -> [PreferenceChange] {
        Set((keys ?? changedKeys(from: older)).map(ByteKey.init)).map(\.string)
            .sorted { $0.precedesInByteOrder($1) }
            .map { PreferenceChange(key: $0, old: older.value(named: $0), new: value(named: $0)) }
            .filter { $0.old != $0.new }
    }

    /// The keys that a file has another value for than in an older snapshot.
    private func changedKeys(from older: PreferenceSnapshot) -> [String] {
        zip(older.documents, documents).flatMap { old, new -> [String] in
            guard old.version == nil || old.version != new.version else { return [] }
            let (old, new) = (old.contents?.root ?? [:], new.contents?.root ?? [:])
            return old.keys.filter { new[$0] == nil } + new.filter { old[$0.key] != $0.value }.map(\.key)
        }
    }

    /// The value of a key in those files that could be read.
    private func value(named name: String) -> PropertyList? {
        documents.lazy.compactMap { $0.contents?.root[name] }.first
    }
}

/// What a file holds for one key.
public struct PreferenceEntry: Sendable {
    /// The key.
    public let key: String
    /// The value, as it stands in the file.
    public let value: PropertyList
    /// The file.
    public let file: SuiteFile
}

extension PropertyListDictionary {
    /// The values of a snapshot's entries, whose keys differ.
    package init(_ entries: [PreferenceEntry]) {
        self.init(uniqueEntries: entries.map { Entry(key: $0.key, value: $0.value) })
    }
}

/// The names of all keys that are stored, read without the values: each once, in the byte order of their names.
package struct StoredKeys {
    package let names: [String]
    /// What is odd about the files, such as that one is empty.
    package let warnings: [SuiteWarning]

    /// These keys, of which some may be the same.
    ///
    /// - Parameter names: the keys in any order.
    package init(_ names: [String], warnings: [SuiteWarning] = []) {
        var unique: [String] = []
        unique.reserveCapacity(names.count)
        for name in names.sorted(by: { $0.precedesInByteOrder($1) }) {
            if let latest = unique.last, latest.hasSameBytes(as: name) { continue }
            unique.append(name)
        }
        self.names = unique
        self.warnings = warnings
    }

    /// The keys in files, whichever of them holds a key.
    ///
    /// - Throws: `store` where one of the files cannot be read.
    package init(of files: [SuiteFile]) throws(PreferenceError) {
        var names: [String] = []
        var warnings: [SuiteWarning] = []
        for file in files {
            let keys = try rethrowing(try file.readKeys(), as: PreferenceError.store)
            names += keys?.names ?? []
            warnings += keys?.warnings ?? []
        }
        self.init(names, warnings: warnings)
    }
}
