import PreferenceStore
import PropertyLists
import PreferenceKit
import TestSupport

/// A suite in a temporary directory.
struct SuiteInDirectory {
    let directory: TemporaryDirectory
    let format: PropertyListFormat

    /// Creates a suite with an empty file of a format.
    init(_ format: PropertyListFormat = .xml) throws {
        directory = try TemporaryDirectory()
        self.format = format
        try write([:])
    }

    /// Returns new preferences for the suite.
    func preferences() throws -> Preferences {
        let directories = PreferenceDirectories(user: directory.path, system: directory.path(of: "system"))
        return Preferences(suite: try SuiteName("app"), directories: directories)
    }

    /// Replaces the contents of the file with a dictionary, as another program would.
    func write(_ contents: PropertyListDictionary) throws {
        try directory.write(PropertyList.dictionary(contents).serialized(as: format), to: "app.plist")
    }

    func contents() throws -> PropertyList {
        let bytes = try directory.bytes(of: "app.plist")
        return try PropertyList(parsing: bytes.span, as: format)
    }
}
