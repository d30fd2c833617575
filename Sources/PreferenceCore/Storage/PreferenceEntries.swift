package import PreferenceStore
package import PropertyLists

/// The value of one key in a file.
package struct PreferenceEntry: Sendable {
    /// The key.
    package let key: String
    /// The value, as stored in the file.
    package let value: PropertyList
    /// The file.
    package let file: SuiteFile
}

/// The entries of a snapshot in the byte order of keys, each key once, in the first file that contains it.
///
/// An entry is made when it is accessed: a file can have many.
package struct PreferenceEntries: RandomAccessCollection, Sendable {
    private let values: PropertyListDictionary
    private let files: [SuiteFile]
    /// The position of each value's file; empty if there is only one file.
    private let sources: [Int]

    /// Creates the entries of files in the order of their precedence.
    ///
    /// Those of one file are not copied.
    init(of layers: [(file: SuiteFile, root: PropertyListDictionary)]) {
        files = layers.map(\.file)
        guard layers.count > 1 else {
            values = layers.first?.root.sortedByKey ?? [:]
            sources = []
            return
        }
        var found: [(source: Int, entry: PropertyListDictionary.Entry)] = []
        found.reserveCapacity(layers.reduce(0) { $0 + $1.root.count })
        for (source, layer) in layers.enumerated() {
            found += layer.root.lazy.map { (source, $0) }
        }
        let entries = found.sortedUniquely(byBytesOf: \.entry.key)
        values = PropertyListDictionary(uniqueEntries: entries.map(\.entry))
        sources = entries.map(\.source)
    }

    package var startIndex: Int { values.startIndex }
    package var endIndex: Int { values.endIndex }

    package subscript(position: Int) -> PreferenceEntry {
        let entry = values[position]
        return PreferenceEntry(key: entry.key, value: entry.value, file: files[sources.isEmpty ? 0 : sources[position]])
    }
}

/// The names of all stored keys, read without the values; each is unique, and they are in byte order.
package struct StoredKeys {
    package let names: [String]
    /// The warnings about the files, for example that a file is empty.
    package let warnings: [SuiteWarning]

    /// Creates stored keys from names, which may have duplicates.
    ///
    /// - Parameter names: the keys in any order.
    package init(_ names: [String], warnings: [SuiteWarning] = []) {
        self.names = names.sortedUniquely(byBytesOf: \.self)
        self.warnings = warnings
    }

    /// Reads the keys of files.
    ///
    /// - Throws: `store` if a file cannot be read.
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
