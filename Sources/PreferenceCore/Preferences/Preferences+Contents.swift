import PreferenceStore
public import PropertyLists

extension Preferences {
    /// The keys that the files of the search list hold, whatever declares them, in the byte order of their names.
    ///
    /// The values are not read: what is wrong with one goes unnoticed in a binary file. An XML file is checked as a whole.
    ///
    /// - Throws: `store` where a file cannot be read.
    public func allKeys() throws(PreferenceError) -> [String] {
        try domain.storage.keys().names
    }

    /// What the files of the search list hold: for each key the value that is read, in the byte order of the names.
    ///
    /// Defaults are not in it: they are the keys' own.
    ///
    /// - Throws: `store` where a file cannot be read.
    public func dictionaryRepresentation() throws(PreferenceError) -> PropertyListDictionary {
        var snapshot = try snapshot()
        return PropertyListDictionary(try snapshot.entries().sorted { $0.key.precedesInByteOrder($1.key) })
    }

    /// Writes a value unless the suite's file holds one for the key, of whatever type; nil writes nothing.
    ///
    /// - Returns: whether it has been written. Of several processes that ask at once, one is told so.
    /// - Throws: `unwritable` where no property list holds the value; `store` where the file cannot be changed.
    @discardableResult
    public func setIfMissing<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) -> Bool {
        try change { transaction throws(PreferenceError) in
            guard !transaction.isSet(key) else { return false }
            try transaction.set(value, for: key)
            return transaction.isSet(key)
        }.get().value
    }
}
