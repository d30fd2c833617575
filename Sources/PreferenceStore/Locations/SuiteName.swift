import PropertyLists

/// The name of a suite of preferences: a file name in the configuration directory, without its extension.
public struct SuiteName: Sendable {
    /// The name as a string.
    public let rawValue: String

    /// The suite at the end of every program's search list, `NSGlobalDomain` in Foundation.
    public static let global = SuiteName(unchecked: ".GlobalPreferences")

    /// The maximum length, in bytes of UTF-8: the name of the temporary file must fit into 255 bytes.
    public static var maximumLength: Int { 255 - "..plist".utf8.count - TemporaryName.overhead }

    init(unchecked name: String) {
        rawValue = name
    }

    /// Creates a suite's name: one path component without control characters.
    ///
    /// - Throws: `invalidSuiteName` if the name is empty, `.` or `..`, is longer than `maximumLength`, or contains a
    ///   `/`, a NUL or another control character. A name must never lead out of the directory.
    public init(_ name: String) throws(PreferenceStoreError) {
        if let problem = SuiteNameProblem(of: name) {
            throw .invalidSuiteName(name, problem)
        }
        rawValue = name
    }

    /// Returns the standard suite: the file name of the process's program, as for `UserDefaults.standard`.
    ///
    /// - Throws: `invalidSuiteName` if that is not a suite name, or the system does not report it.
    public static func ofProcess() throws(PreferenceStoreError) -> SuiteName {
        let path = CallingProcess.executablePath.flatMap { SplitPath($0) }
        return try SuiteName(path?.name ?? "")
    }

    /// Returns the suites that files in a directory are named after, by a suffix such as `.json`; sorted by their
    /// bytes.
    ///
    /// A file with another name is ignored. A directory that does not exist has no files.
    ///
    /// - Throws: `system` if the directory cannot be read.
    package static func ofFiles(in directory: String, suffix: String) throws(PreferenceStoreError) -> [SuiteName] {
        try Directory.suites(in: directory, suffix: suffix).sorted(byBytesOf: \.rawValue)
    }

    /// Parses a file name that consists of a suite name and a suffix; returns nil for any other.
    init?(_ file: String, suffix: String) {
        guard file.hasSuffix(suffix), let name = try? SuiteName(String(file.dropLast(suffix.count))) else { return nil }
        self = name
    }
}

extension SuiteName: Hashable {
    /// Compares the bytes of two names, as the system does with file names.
    public static func == (left: SuiteName, right: SuiteName) -> Bool {
        left.rawValue.hasSameBytes(as: right.rawValue)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 {
            hasher.combine(byte)
        }
    }
}

extension SuiteName: CustomStringConvertible {
    /// The name as a string.
    public var description: String { rawValue }
}

extension SuiteNameProblem {
    init?(of name: String) {
        if name.isEmpty {
            self = .empty
        } else if name == "." || name == ".." {
            self = .directory
        } else if name.utf8.contains(UInt8(ascii: "/")) {
            self = .separator
        } else if let control = name.unicodeScalars.first(where: \.isControl) {
            self = .controlCharacter(control)
        } else if name.utf8.count > SuiteName.maximumLength {
            self = .tooLong(limit: SuiteName.maximumLength)
        } else {
            return nil
        }
    }
}
