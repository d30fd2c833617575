import PreferenceKit
import TestSupport

/// A suite in a folder of a test's own.
struct SuiteInFolder {
    let folder: TemporaryFolder
    let format: PropertyListFormat

    /// The suite's file holds nothing, in a format.
    init(_ format: PropertyListFormat = .xml) throws {
        folder = try TemporaryFolder()
        self.format = format
        try write([:])
    }

    /// The preferences of the suite, with nothing in memory.
    func preferences() throws -> Preferences {
        let folders = PreferenceFolders(user: folder.path, system: folder.path(of: "system"))
        return Preferences(suite: try SuiteName("app"), folders: folders)
    }

    /// Makes the file hold a dictionary, as another program would.
    func write(_ contents: PropertyListDictionary) throws {
        try folder.write(PropertyList.dictionary(contents).serialized(as: format), to: "app.plist")
    }

    /// What the file holds.
    func contents() throws -> PropertyList {
        let bytes = try folder.bytes(of: "app.plist")
        return try PropertyList(parsing: bytes.span, as: format)
    }
}
