import PreferenceStore
import PropertyLists
import TestSupport

@testable import PreferenceCore

/// Directories of a test's own for the suites of a user and of the system.
struct SuiteDirectory {
    let directory: TemporaryDirectory
    let directories: PreferenceDirectories

    init() throws {
        directory = try TemporaryDirectory()
        directories = PreferenceDirectories(user: directory.path(of: "user"), system: directory.path(of: "system"))
    }

    func preferences(_ suite: String = "app") throws -> Preferences {
        Preferences(suite: try SuiteName(suite), directories: directories)
    }

    /// The file of a suite, by its name in the directory.
    func name(of suite: String = "app") -> String {
        "user/\(suite).plist"
    }

    func path(of suite: String = "app") -> String {
        directory.path(of: name(of: suite))
    }

    func exists(_ suite: String = "app") -> Bool {
        directory.exists(name(of: suite))
    }

    /// Writes a suite that is an hour old: beside a program that has just written it, a change would take its time.
    func write(
        _ contents: PropertyListDictionary,
        to suite: String = "app",
        as format: PropertyListFormat = .xml
    ) throws {
        try directory.write(PropertyList.dictionary(contents).serialized(as: format), to: name(of: suite))
        try directory.age(name(of: suite))
        hearOfWrites()
    }

    /// Has every domain read its files now, where the news of a write by another program would have it do so in a
    /// moment.
    func hearOfWrites() {
        let files = PreferenceLocation(of: .global, in: directories).paths
        for domain in PreferenceDomains.domains(reading: [files[0]]) {
            domain.refresh()
        }
    }

    /// Writes bytes that are an hour old: nobody seems to be at work on them.
    func writeOld(_ text: String, to suite: String = "app") throws {
        try directory.write(text, to: name(of: suite))
        try directory.age(name(of: suite))
        hearOfWrites()
    }

    func bytes(_ suite: String = "app") throws -> [UInt8] {
        try directory.bytes(of: name(of: suite))
    }

    /// What the file of a suite holds, read without preferences.
    func contents(_ suite: String = "app") throws -> PropertyList {
        let bytes = try bytes(suite)
        return try PropertyList(parsing: bytes.span)
    }
}
