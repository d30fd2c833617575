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

/// A warning about a suite file that could still be used.
public enum SuiteWarning: Hashable, Sendable {
    /// The file is empty, as after a program that died during its write; it was read as an empty suite.
    case emptyFile(path: String)
    /// Managed preferences do not count, since somebody other than root owns, or can write, a file or directory.
    case untrusted(path: String, at: String)
    /// The file was corrupt and has been replaced; its bytes are kept at the second path.
    case corruptFileKept(path: String, at: String)
    /// Another program, which takes no lock, reverted the last changes of these keys.
    ///
    /// It wrote what it had read before the changes, so the file has the old values. The next change of the suite
    /// restores the changes.
    case changesReverted(path: String, keys: [String])
    /// Another program had reverted the last changes of these keys, and this change restored them.
    case changesRestored(path: String, keys: [String])
    /// These keys, which the file repeated, have changed, and now occur once.
    case duplicatesRemoved(path: String, keys: [String])
    /// Another program wrote the file during its replacement, and the write could not be merged.
    ///
    /// The write may be unfinished. Its bytes are kept at the second path.
    case foreignWriteKept(path: String, at: String)
    /// The new file lacks these extended attributes of the old one, which only root may set.
    ///
    /// They are of the namespaces `trusted` and `security`. All others are kept, or the change fails.
    case attributesLost(path: String, names: [String])
    /// The change of the file was made, but is not in its history, for this reason.
    ///
    /// After `tooLarge`, the history has the change, but not its values: it cannot be undone.
    case notRecorded(path: String, PreferenceStoreError)
    /// The file was removed, and its history does not have its bytes, for this reason; nil if nothing is recorded.
    case removedForGood(path: String, PreferenceStoreError?)
}
