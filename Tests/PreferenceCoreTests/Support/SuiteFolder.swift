import PreferenceStore
import PropertyLists
import TestSupport

@testable import PreferenceCore

/// Folders of a test's own for the suites of a user and of the system.
struct SuiteFolder {
    let folder: TemporaryFolder
    let folders: PreferenceFolders

    init() throws {
        folder = try TemporaryFolder()
        folders = PreferenceFolders(user: folder.path(of: "user"), system: folder.path(of: "system"))
    }

    func preferences(_ suite: String = "app") throws -> Preferences {
        Preferences(suite: try SuiteName(suite), folders: folders)
    }

    /// The file of a suite, by its name in the folder.
    func name(of suite: String = "app") -> String {
        "user/\(suite).plist"
    }

    func path(of suite: String = "app") -> String {
        folder.path(of: name(of: suite))
    }

    func exists(_ suite: String = "app") -> Bool {
        folder.exists(name(of: suite))
    }

    /// Writes a suite that is an hour old: beside a program that has just written it, a change would take its time.
    func write(
        _ contents: PropertyListDictionary,
        to suite: String = "app",
        as format: PropertyListFormat = .xml
    ) throws {
        try folder.write(PropertyList.dictionary(contents).serialized(as: format), to: name(of: suite))
        try folder.age(name(of: suite))
        hearOfWrites()
    }

    /// Has every domain read its files now, where the news of a write by another program would have it do so in a moment.
    func hearOfWrites() {
        let files = PreferenceLocation(of: .global, in: folders).paths
        for domain in PreferenceDomains.domains(reading: [files[0]]) {
            domain.refresh()
        }
    }

    /// Writes bytes that are an hour old: nobody seems to be at work on them.
    func writeOld(_ text: String, to suite: String = "app") throws {
        try folder.write(text, to: name(of: suite))
        try folder.age(name(of: suite))
        hearOfWrites()
    }

    func bytes(_ suite: String = "app") throws -> [UInt8] {
        try folder.bytes(of: name(of: suite))
    }

    /// What the file of a suite holds, read without preferences.
    func contents(_ suite: String = "app") throws -> PropertyList {
        let bytes = try bytes(suite)
        return try PropertyList(parsing: bytes.span)
    }
}
