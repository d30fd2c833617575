package import PropertyLists

/// The keys that a suite file holds, without their values.
package struct SuiteKeys {
    /// The keys, in the order of the file.
    package let names: [String]
    /// How the file is written.
    package let format: PropertyListFormat
    /// The number of bytes in the file.
    package let size: Int
    /// What is odd about the file.
    package let warnings: [SuiteWarning]

    /// The keys in a file that was read, for them alone or for more.
    ///
    /// - Throws: `corrupt` and `rootNotDictionary`.
    init(_ reading: borrowing FileReading, path: String) throws(PreferenceStoreError) {
        if case .keys(let names, let format) = reading.contents {
            self.names = names
            self.format = format
            size = reading.status.size
            warnings = []
        } else {
            let document = try SuiteDocument(reading, path: path)
            names = document.root.keys
            format = document.format
            size = document.size
            warnings = document.warnings
        }
    }
}
