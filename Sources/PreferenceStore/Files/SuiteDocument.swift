public import PropertyLists

/// What a suite file holds.
public struct SuiteDocument: Hashable, Sendable {
    /// The suite's values by key, in the order of the file.
    public var root: PropertyListDictionary
    /// How the file is written, and will be when it changes.
    public let format: PropertyListFormat
    /// What somebody should know about the file.
    public let warnings: [SuiteWarning]

    init(root: PropertyListDictionary = [:], format: PropertyListFormat = .xml, warnings: [SuiteWarning] = []) {
        self.root = root
        self.format = format
        self.warnings = warnings
    }

    /// The suite in a file that was read.
    ///
    /// - Throws: `corrupt` and `rootNotDictionary`.
    init(_ contents: FileContents<(PropertyList, PropertyListFormat)>, path: String) throws(PreferenceStoreError) {
        switch contents {
        case .value((.dictionary(let root), let format)):
            self.init(root: root, format: format)
        case .value((let root, _)):
            throw .rootNotDictionary(path: path, root.kind)
        case .empty:
            self.init(warnings: [.emptyFile(path: path)])
        case .malformed(let error):
            throw .corrupt(path: path, error)
        }
    }

    /// The value that bytes hold, and their format.
    static func parse(_ bytes: Span<UInt8>) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        guard let format = PropertyListFormat(detecting: bytes) else {
            throw PropertyListError(.unknownFormat)
        }
        return (try PropertyList(parsing: bytes, as: format), format)
    }
}
