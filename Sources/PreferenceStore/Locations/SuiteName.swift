import PropertyLists

/// The name of a suite of preferences: one file name in the configuration directory, less its extension.
public struct SuiteName: Sendable {
    /// The name itself.
    public let rawValue: String

    /// The suite that every program's search list ends with, `NSGlobalDomain` in Foundation.
    public static let global = SuiteName(unchecked: ".GlobalPreferences")

    /// The longest name, in bytes of UTF-8: its temporary file's name must fit a file name of 255.
    public static let maximumLength = 255 - "..plist".utf8.count - TemporaryName.overhead

    init(unchecked name: String) {
        rawValue = name
    }

    /// A suite's name: one path component without control characters.
    ///
    /// - Throws: `invalidSuiteName` where the name is empty, `.` or `..`, longer than `maximumLength`, or holds a `/`,
    ///   a NUL or another control character. A name must never lead out of the directory.
    public init(_ name: String) throws(PreferenceStoreError) {
        if let problem = SuiteNameProblem(of: name) {
            throw .invalidSuiteName(name, problem)
        }
        rawValue = name
    }

    /// The standard suite: the file name of the program that the process runs, as `UserDefaults.standard` has it.
    ///
    /// - Throws: `invalidSuiteName` where that is no suite's name, or the system does not tell it.
    public static func ofProcess() throws(PreferenceStoreError) -> SuiteName {
        let path = CallingProcess.executablePath.flatMap { SplitPath($0) }
        return try SuiteName(path?.name ?? "")
    }

    /// The name that the name of a file says, before a suffix; nil where it says none.
    init?(_ file: String, suffix: String) {
        guard file.hasSuffix(suffix), let name = try? SuiteName(String(file.dropLast(suffix.count))) else { return nil }
        self = name
    }
}

extension SuiteName: Hashable {
    /// Names are the same when their bytes are, as file names are.
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
    /// The name itself.
    public var description: String { rawValue }
}

/// Why a text is no suite name.
public enum SuiteNameProblem: Hashable, Sendable {
    /// It has no characters.
    case empty
    /// It is `.` or `..`, a directory.
    case directory
    /// It holds a `/`: a path is no name.
    case separator
    /// It holds this control character, NUL included.
    case controlCharacter(Unicode.Scalar)
    /// It is no UTF-8, where a name comes as bytes.
    case notUTF8
    /// It has more bytes than this limit.
    case tooLong(limit: Int)

    init?(of name: String) {
        if name.isEmpty {
            self = .empty
        } else if name == "." || name == ".." {
            self = .directory
        } else if name.utf8.contains(UInt8(ascii: "/")) {
            self = .separator
        } else if let control = name.unicodeScalars.first(where: { $0.properties.generalCategory == .control }) {
            self = .controlCharacter(control)
        } else if name.utf8.count > SuiteName.maximumLength {
            self = .tooLong(limit: SuiteName.maximumLength)
        } else {
            return nil
        }
    }
}
