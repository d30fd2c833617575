package import PreferenceStore
package import PropertyLists

/// The keys of one file that are secret whatever a schema says: an array of keys.
///
/// They are beside the histories, not among them: neither the limits of these nor their erasure concern them.
package struct SecretNames: Sendable {
    private let records: PathRecords

    fileprivate init(_ records: PathRecords) {
        self.records = records
    }

    /// Returns the keys; none if no file has them.
    ///
    /// - Throws: the reason why they cannot be read: any key may be secret then.
    package func read() throws(PreferenceStoreError) -> Set<ByteKey> {
        guard let value = try records.read() else { return [] }
        guard let keys = [String](propertyList: value) else {
            throw records.malformed(value, expected: "names of keys")
        }
        return Set(keys.map { ByteKey($0) })
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
        let old = try read()
        var new = old
        body(&new)
        guard new != old else { return false }
        try records.write(new.map(\.string).sorted(byBytesOf: \.self).propertyList)
        return true
    }
}

extension JournalDirectory {
    /// Returns the secret keys of the file with a real path; `prefs/secrets` in the user's state has them.
    package func secretNames(of path: String) -> SecretNames {
        SecretNames(records(of: path, in: "secrets"))
    }

    /// Returns the secret keys of all files that have a name, in any directory.
    ///
    /// - Throws: the reason why they cannot be read: any key may be secret then.
    package func secretNames(ofFilesNamed name: String) throws(PreferenceStoreError) -> [String] {
        try allRecords(in: "secrets").filter { $0.key.hasSuffix("/\(name)") }
            .flatMap { [String](propertyList: $0.value) ?? [] }
    }
}
