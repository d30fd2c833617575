package import PreferenceStore
import PropertyLists

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
            let keys = try rethrowing(as: PreferenceError.store) { () throws(PreferenceStoreError) in
                try file.readKeys()
            }
            names += keys?.names ?? []
            warnings += keys?.warnings ?? []
        }
        self.init(names, warnings: warnings)
    }
}
