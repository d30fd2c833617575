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
    public internal(set) var warnings: [SuiteWarning]

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

    /// The suite that the bytes of a file stand for; one without bytes is an empty suite, with a warning.
    init(parsing bytes: [UInt8], keys: KeySelection? = nil, path: String) throws(PreferenceStoreError) {
        guard !bytes.isEmpty else {
            self.init(warnings: [.emptyFile(path: path)])
            return
        }
        let (root, format) = try parsing(path, try PropertyList.parse(bytes.span, keys: keys))
        try self.init(root: root, format, size: bytes.count, path: path)
    }

    init(root: PropertyList, _ format: PropertyListFormat, size: Int, path: String) throws(PreferenceStoreError) {
        guard case .dictionary(let dictionary) = root else { throw .rootNotDictionary(path: path, root.kind) }
        self.init(root: dictionary, format: format, size: size)
    }
}

/// The keys that a suite file holds, without their values.
package struct SuiteKeys {
    package let names: [String]
    package let format: PropertyListFormat
    package let size: Int
    package let warnings: [SuiteWarning]

    /// The keys in the bytes of a file, with no tree of the values where it is XML or binary.
    init(parsing bytes: [UInt8], path: String) throws(PreferenceStoreError) {
        if !bytes.isEmpty, let (names, format) = try parsing(path, try PropertyList.parseKeys(bytes.span)) {
            self.names = names
            self.format = format
            size = bytes.count
            warnings = []
        } else {
            let document = try SuiteDocument(parsing: bytes, path: path)
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
