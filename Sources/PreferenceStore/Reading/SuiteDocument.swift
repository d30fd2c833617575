public import PropertyLists

/// The contents of a suite file.
public struct SuiteDocument: Hashable, Sendable {
    /// The suite's values by key, in the order of the file.
    public var root: PropertyListDictionary
    /// The format of the file, also after a change.
    public internal(set) var format: PropertyListFormat
    /// The size of the file, in bytes.
    public let size: Int
    /// Warnings about the file.
    public internal(set) var warnings: [SuiteWarning]

    /// Creates a suite from values that the caller has.
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

    /// Creates the suite of a file without contents, in the format that its name implies.
    init(emptyFileAt path: String) {
        self.init(format: PropertyListFormat(extensionOf: path) ?? .xml)
    }

    /// Parses the bytes of a file; an empty file is an empty suite, with a warning.
    init(parsing bytes: [UInt8], keys: KeySelection? = nil, path: String) throws(PreferenceStoreError) {
        guard !bytes.isEmpty else {
            self.init(emptyFileAt: path)
            warnings = [.emptyFile(path: path)]
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
