public import PropertyLists

/// What a suite file holds.
public struct SuiteDocument: Hashable, Sendable {
    /// The suite's values by key, in the order of the file.
    public var root: PropertyListDictionary
    /// How the file is written, and will be when it changes.
    public internal(set) var format: PropertyListFormat
    /// The number of bytes in the file.
    public let size: Int
    /// What is odd about the file.
    public let warnings: [SuiteWarning]

    /// A suite that the caller has.
    public init(
        root: PropertyListDictionary = [:],
        format: PropertyListFormat = .xml,
        size: Int = 0,
        warnings: [SuiteWarning] = []
    ) {
        self.root = root
        self.format = format
        self.size = size
        self.warnings = warnings
    }

    /// The same with one more thing that is odd about the file.
    func warning(of warning: SuiteWarning) -> SuiteDocument {
        SuiteDocument(root: root, format: format, size: size, warnings: warnings + [warning])
    }

    /// The suite in a file that was read.
    ///
    /// - Precondition: its values were read.
    /// - Throws: `corrupt` and `rootNotDictionary`.
    init(
        _ reading: borrowing FileReading,
        path: String
    ) throws(PreferenceStoreError) {
        switch reading.contents {
        case .value(let parsed):
            guard let root = parsed.root else { throw .rootNotDictionary(path: path, parsed.value.kind) }
            self.init(root: root, format: parsed.format, size: reading.status.size)
        case .keys:
            // It is for the caller to know what it has asked for.
            preconditionFailure("a suite without its values")
        case .empty:
            self.init(warnings: [.emptyFile(path: path)])
        case .malformed(let error):
            throw .corrupt(path: path, error)
        }
    }
}
