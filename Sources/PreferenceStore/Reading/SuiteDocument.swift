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

/// What is odd about a suite file that could be used all the same.
public enum SuiteWarning: Hashable, Sendable {
    /// The file has no bytes, as a program leaves it that died in its write; it was taken for an empty suite.
    case emptyFile(path: String)
    /// The file was corrupt and has been replaced; its bytes are kept at the second path.
    case corruptFileKept(path: String, at: String)
    /// Another program, which takes no lock, has written what it had read before the last changes of these keys: the file
    /// holds their old values. The next change of the suite puts them back.
    case changesTakenBack(path: String, keys: [String])
    /// The same had happened, and this change has put them back.
    case changesPutBack(path: String, keys: [String])
    /// Another program wrote the file while it was replaced, in a way that could not be merged, perhaps without an end;
    /// what it left is kept at the second path.
    case foreignWriteKept(path: String, at: String)
}
