import PreferenceKit
import TestSupport

/// A suite in a directory of a test's own.
struct SuiteInDirectory {
    let directory: TemporaryDirectory
    let format: PropertyListFormat

    /// The suite's file holds nothing, in a format.
    init(_ format: PropertyListFormat = .xml) throws {
        directory = try TemporaryDirectory()
        self.format = format
        try write([:])
    }

    /// The preferences of the suite, with nothing in memory.
    func preferences() throws -> Preferences {
        let directories = PreferenceDirectories(user: directory.path, system: directory.path(of: "system"))
        return Preferences(suite: try SuiteName("app"), directories: directories)
    }

    /// Makes the file hold a dictionary, as another program would.
    func write(_ contents: PropertyListDictionary) throws {
        try directory.write(PropertyList.dictionary(contents).serialized(as: format), to: "app.plist")
    }

    /// What the file holds.
    func contents() throws -> PropertyList {
        let bytes = try directory.bytes(of: "app.plist")
        return try PropertyList(parsing: bytes.span, as: format)
    }
}
