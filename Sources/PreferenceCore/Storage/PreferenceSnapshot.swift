public import PreferenceStore
package import PropertyLists

/// The preferences in the files: several values from one reading.
///
/// Each file of the search list is read once, when it is first needed. The value of a key is from the first file that
/// contains the key.
@dynamicMemberLookup
public struct PreferenceSnapshot: Sendable {
    private let files: [SuiteFile]
    /// The keys to read from the files; nil for all keys.
    private let keys: KeySelection?
    /// The steps that one of the files may lack, which run whenever its contents are needed.
    var migrations: PreferenceMigrations?
    private var documents: [Document] = []

    /// What is known of a file.
    private struct Document {
        /// The contents when they were last read; nil if the file did not exist then, or was never read.
        var contents: SuiteDocument?
        /// The version of these contents; nil if a later write might produce the same version.
        var version: FileVersion?
        /// The error if the file cannot be read now.
        var problem: PreferenceError?

        /// Whether the file was ever read; if it did not exist then, it has a version.
        var hasBeenRead: Bool { contents != nil || version != nil }

        func hasVersion(of other: Document) -> Bool { version != nil && version == other.version }
    }

    /// Creates a snapshot of files, in the order of the search list; no file is read yet.
    public init(of files: [SuiteFile]) {
        self.init(of: files, keys: nil)
    }

    /// Creates a snapshot of files, in the order of the search list, for access to certain keys only; nil for all keys.
    package init(of files: [SuiteFile], keys: KeySelection?) {
        self.files = files
        self.keys = keys
    }

    /// Creates a snapshot of contents that the caller has read, as if a file contained them.
    package init(of contents: PropertyListDictionary, at file: SuiteFile) {
        self.init(of: [file])
        documents = [Document(contents: SuiteDocument(root: contents))]
    }

    /// Returns the value of a key, or its default if the key is unset.
    ///
    /// - Throws: `wrongType` if the stored value does not match the key's type; `store` if a file cannot be read.
    public mutating func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try storedValue(for: key) ?? key.defaultValue
    }

    /// Returns the value of a key in the files; nil if the key is unset.
    mutating func storedValue<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value? {
        guard let (form, path) = try form(of: key) else { return nil }
        return try key.value(of: form, at: path)
    }

    /// Returns the property list of a key, and the path of its file; nil if the key is unset.
    mutating func form(of key: PreferenceKeys) throws(PreferenceError) -> (PropertyList, path: String)? {
        for position in files.indices {
            if let form = try root(at: position)?.form(of: key) {
                return (form, files[position].path)
            }
        }
        return nil
    }

    /// Returns the managed entry with one of some names; nil if there is none.
    ///
    /// - Throws: `store` if a file with managed preferences cannot be read.
    package mutating func managedEntry(named names: [String]) throws(PreferenceError) -> PreferenceEntry? {
        for position in files.indices where files[position].isManaged {
            if let (name, form) = try root(at: position)?.entry(named: names) {
                return PreferenceEntry(key: name, value: form, file: files[position])
            }
        }
        return nil
    }

    /// Returns the entry of a key in the files, whatever its type; nil if the key is unset.
    ///
    /// - Throws: `store` if a file that might contain the key cannot be read.
    package mutating func entry(for key: PreferenceKeys) throws(PreferenceError) -> PreferenceEntry? {
        try entry(named: key.names)
    }

    /// Returns the entry under the first of a key's names that a file has; nil if the key is unset.
    ///
    /// The names may come from outside the program.
    ///
    /// - Throws: `invalidKey` if a name contains NUL; `store` if a file that might contain the key cannot be read.
    package mutating func entry(named names: [String]) throws(PreferenceError) -> PreferenceEntry? {
        for name in names {
            _ = try validatedKeyName(name)
        }
        assert(keys.map { names.allSatisfy($0.contains) } ?? true, "a key that is not read")
        for position in files.indices {
            if let root = try root(at: position), let (name, form) = root.entry(named: names) {
                return PreferenceEntry(key: name, value: form, file: files[position])
            }
        }
        return nil
    }

    /// Returns all entries in the files, in the byte order of keys.
    ///
    /// Each key occurs once, in the first file that contains it.
    ///
    /// - Throws: `store` if a file cannot be read.
    package mutating func entries() throws(PreferenceError) -> PreferenceEntries {
        var layers: [(file: SuiteFile, root: PropertyListDictionary)] = []
        for position in files.indices {
            guard let root = try root(at: position), !root.isEmpty else { continue }
            layers.append((files[position], root))
        }
        return PreferenceEntries(of: layers)
    }

    /// The warnings about the files that were read, for example that a file is empty.
    package var warnings: [SuiteWarning] {
        documents.flatMap { $0.contents?.warnings ?? [] }
    }

    /// Returns the contents of one of the files; empty if it does not exist.
    ///
    /// - Throws: `store` if it cannot be read, or one before it.
    package mutating func contents(ofFileAt path: String) throws(PreferenceError) -> PropertyListDictionary {
        for position in files.indices {
            let root = try root(at: position)
            if files[position].path == path { return root ?? [:] }
        }
        return [:]
    }

    /// Returns the contents of one of the files as it was read last; nil if another version may be there now.
    func knownContents(ofFileAt path: String) -> PropertyListDictionary? {
        guard let position = files.firstIndex(where: { $0.path == path }), documents.indices.contains(position),
            documents[position].version != nil
        else { return nil }
        return documents[position].contents?.root
    }

    /// Returns the contents of a file, which is read if it has not been; nil if it does not exist.
    private mutating func root(at position: Int) throws(PreferenceError) -> PropertyListDictionary? {
        // Every search begins with the first file.
        if position == documents.count {
            documents.append(read(files[position]))
        }
        if let problem = documents[position].problem { throw problem }
        return migratedRoot(at: position)
    }

    /// Returns the contents of a file that was read, after the steps that it lacks; nil if it did not exist.
    private func migratedRoot(at position: Int) -> PropertyListDictionary? {
        guard let root = documents[position].contents?.root else { return nil }
        guard let migrations, migrations.path == files[position].path else { return root }
        return (try? migrations.migrated(root)) ?? root
    }

    private func read(_ file: SuiteFile, waited: Duration? = nil) -> Document {
        do throws(PreferenceStoreError) {
            let (contents, version) = try file.readVersion(keys, waited: waited)
            return Document(contents: contents, version: version)
        } catch {
            return Document(problem: .store(error))
        }
    }
}

// MARK: Successive readings

extension PreferenceSnapshot {
    /// Reads every file that has changed since an older snapshot of the same files, or all files if it is nil.
    ///
    /// If a file cannot be read, only accesses that need the file fail, and ``lastRead`` has its older contents.
    ///
    /// - Parameters:
    ///   - older: the older snapshot.
    ///   - waited: as in ``SuiteFile/readVersion(_:waited:)``. A file that is unfinished keeps its older contents.
    /// - Returns: whether any file was read, and whether one of them is unfinished.
    mutating func readAll(
        since older: PreferenceSnapshot?,
        waited: Duration? = nil
    ) -> (hasRead: Bool, isUnfinished: Bool) {
        guard let older, documents.isEmpty else {
            documents += files[documents.count...].map { read($0) }
            return (true, false)
        }
        var result = (hasRead: false, isUnfinished: false)
        documents = zip(files, older.documents).map { file, document in
            if document.problem == nil, let version = document.version, file.version == version {
                return document
            }
            var read = read(file, waited: waited)
            if waited != nil, case .store(.changedTooOften)? = read.problem {
                result.isUnfinished = true
                return document
            }
            result.hasRead = true
            if read.problem != nil {
                (read.contents, read.version) = (document.contents, document.version)
            }
            return read
        }
        return result
    }

    /// Returns the snapshot after changes of a file by this process, and the changes of its values; nil if it does not
    /// have the file's version before them.
    func applying(
        _ changes: [PreferenceChange],
        of file: WrittenFile
    ) -> (snapshot: PreferenceSnapshot, changes: [PreferenceChange])? {
        guard let position = files.firstIndex(where: { $0.path == file.path }),
            documents[position].problem == nil, documents[position].version == file.old,
            file.path != migrations?.path || migrations?.areDone(in: documents[position].contents?.root) == true
        else { return nil }
        let before = documents[position].contents
        let old = before?.root ?? [:]
        var root = old
        root.apply(changes)
        if changes.contains(where: { $0.old == nil }) { root.sortNewKeys(of: old) }
        var snapshot = self
        let contents = SuiteDocument(root: root, format: before?.format ?? .xml)
        snapshot.documents[position] = Document(contents: contents, version: file.new)
        return (snapshot, visible(changes, ofFileAt: position))
    }

    /// Returns the changes of values, in the byte order of keys, that changes of a file lead to.
    private func visible(_ changes: [PreferenceChange], ofFileAt position: Int) -> [PreferenceChange] {
        let roots = migratedRoots
        return changes.sorted(byBytesOf: \.key).compactMap { change in
            guard roots[..<position].value(named: change.key) == nil else { return nil }
            let behind = roots[(position + 1)...].value(named: change.key)
            let (old, new) = (change.old ?? behind, change.new ?? behind)
            return old == new ? nil : PreferenceChange(key: change.key, old: old, new: new)
        }
    }

    /// The snapshot with the last successful reading of each file that cannot be read now: damage is not a change.
    var lastRead: PreferenceSnapshot {
        var snapshot = self
        for position in documents.indices where documents[position].hasBeenRead {
            snapshot.documents[position].problem = nil
        }
        return snapshot
    }

    /// Returns whether the files have the same contents as in another snapshot of them, and the same steps apply.
    ///
    /// No code of the program runs.
    func hasSameContents(as other: PreferenceSnapshot) -> Bool {
        hasSameSteps(as: other)
            && documents.elementsEqual(other.documents) { left, right in
                left.problem == right.problem
                    && (left.problem != nil || left.hasVersion(of: right)
                        || left.contents?.root == right.contents?.root)
            }
    }

    /// Returns the changes between an older snapshot of the same files and this one, in the byte order of keys.
    func changes(from older: PreferenceSnapshot) -> [PreferenceChange] {
        let hasSameSteps = hasSameSteps(as: older)
        let (oldRoots, roots) = (older.migratedRoots, migratedRoots)
        let changes = documents.indices.flatMap { position -> [PreferenceChange] in
            guard !hasSameSteps || !older.documents[position].hasVersion(of: documents[position]) else { return [] }
            return (roots[position] ?? [:]).changes(since: oldRoots[position] ?? [:])
        }
        return Set(changes.map { ByteKey($0.key) }).map(\.string)
            .map { key in
                let (old, new) = (oldRoots[...].value(named: key), roots[...].value(named: key))
                return PreferenceChange(key: key, old: old, new: new)
            }
            .filter { $0.old != $0.new }
            .sorted(byBytesOf: \.key)
    }

    /// The contents of each file after the steps that it lacks; nil for one that did not exist.
    private var migratedRoots: [PropertyListDictionary?] { documents.indices.map(migratedRoot) }

    private func hasSameSteps(as other: PreferenceSnapshot) -> Bool {
        migrations?.version == other.migrations?.version
    }
}

extension ArraySlice<PropertyListDictionary?> {
    /// Returns the value of a key in the first of some files' contents that have it.
    fileprivate func value(named name: String) -> PropertyList? { lazy.compactMap { $0?[name] }.first }
}
