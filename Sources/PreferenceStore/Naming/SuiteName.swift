import PropertyLists

/// The name of a suite of preferences: one file name in the configuration folder, less its extension.
public struct SuiteName: Sendable {
    /// The name itself.
    public let rawValue: String

    /// The suite that every program's search list ends with, `NSGlobalDomain` in Foundation.
    public static let global = SuiteName(unchecked: ".GlobalPreferences")

    /// The longest name, in bytes of UTF-8: its temporary file's name must fit a file name of 255.
    public static let maximumLength = 255 - "..plist".utf8.count - TemporaryName.overhead

    /// A name that is known to be one.
    init(unchecked name: String) {
        rawValue = name
    }

    /// A suite's name: one path component without control characters.
    ///
    /// - Throws: `invalidSuiteName` where the name is empty, `.` or `..`, longer than `maximumLength`, or holds a `/`,
    ///   a NUL or another control character. A name must never lead out of the folder.
    public init(_ name: String) throws(PreferenceStoreError) {
        if let problem = SuiteNameProblem(of: name) {
            throw .invalidSuiteName(name, problem)
        }
        rawValue = name
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
