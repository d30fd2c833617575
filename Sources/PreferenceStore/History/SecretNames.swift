package import PropertyLists

/// The keys of one file that are secret whatever a schema says: typed JSON, an array of keys for each path.
///
/// The file is beside the histories, not among them: neither the limits of these nor their erasure concern it. Its name
/// is a digest of the path, so that it may also have the keys of another path with the same digest.
package struct SecretNames: Sendable {
    /// The real path of the file that has the keys.
    private let subject: String
    private let file: StateFile

    private static let sizeLimit = 16 << 20

    init(of path: String, in directory: String) {
        subject = path
        file = StateFile(directory: directory, name: ChangeHistory.name(of: path))
    }

    /// Returns the keys; none if no file has them.
    ///
    /// - Throws: the reason why they cannot be read: any key may be secret then.
    package func read() throws(PreferenceStoreError) -> Set<ByteKey> {
        try keys(in: all())
    }

    /// Adds keys, on disk.
    ///
    /// The caller has the lock of the file that has the keys.
    ///
    /// - Returns: whether a key is new.
    package func add(_ keys: [String]) throws(PreferenceStoreError) -> Bool {
        try change { $0.formUnion(keys.map { ByteKey($0) }) }
    }

    /// Removes keys, as ``add(_:)`` adds them.
    ///
    /// - Returns: whether one of them was secret.
    package func remove(_ keys: [String]) throws(PreferenceStoreError) -> Bool {
        try change { $0.subtract(keys.map { ByteKey($0) }) }
    }

    private func change(_ body: (inout Set<ByteKey>) -> Void) throws(PreferenceStoreError) -> Bool {
        // An existing file is checked: the write would follow a link.
        var all = try all()
        let old = try keys(in: all)
        var new = old
        body(&new)
        guard new != old else { return false }
        all[subject] = new.map(\.string).sorted { $0.precedesInByteOrder($1) }.propertyList
        try FileTarget.makeDirectory(for: file.path, .owner)
        let text = try parsing(file.path, try PropertyList.dictionary(all).json(.typed))
        try file.replace(by: Array("\(text)\n".utf8), .disk)
        return true
    }

    /// Returns the keys of all paths.
    private func all() throws(PreferenceStoreError) -> PropertyListDictionary {
        guard let bytes = try file.contents(upTo: Self.sizeLimit) else { return [:] }
        let value = try parsing(file.path, try PropertyList(parsingJSON: bytes.span))
        guard case .dictionary(let all) = value else { throw malformed(value) }
        return all
    }

    private func keys(in all: PropertyListDictionary) throws(PreferenceStoreError) -> Set<ByteKey> {
        guard let value = all[subject] else { return [] }
        guard let keys = [String](propertyList: value) else { throw malformed(value) }
        return Set(keys.map { ByteKey($0) })
    }

    private func malformed(_ value: PropertyList) -> PreferenceStoreError {
        .corrupt(path: file.path, PropertyListError(.unexpected(value.kind.rawValue, expected: "names of keys")))
    }
}

extension HistoryDirectory {
    /// Returns the secret keys of the file with a real path; `prefs/secrets` in the user's state has them.
    package func secretNames(of path: String) -> SecretNames {
        SecretNames(of: path, in: (SplitPath(self.path)?.directory ?? self.path) + "/secrets")
    }
}
