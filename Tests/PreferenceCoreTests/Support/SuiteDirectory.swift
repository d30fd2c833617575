import PreferenceStore
import PropertyLists
import TestSupport

@testable import PreferenceCore

/// Temporary directories for the suites of a user and of the system.
struct SuiteDirectory {
    let directory: TemporaryDirectory
    let directories: PreferenceDirectories

    init() throws {
        directory = try TemporaryDirectory()
        directories = PreferenceDirectories(
            user: directory.path(of: "user"),
            system: directory.path(of: "system"),
            managed: directory.path(of: "managed")
        )
    }

    func preferences(_ suite: String = "app") throws -> Preferences {
        Preferences(suite: try SuiteName(suite), directories: directories)
    }

    /// Returns the path of a suite's file, relative to the temporary directory.
    func name(of suite: String = "app") -> String {
        "user/\(suite).plist"
    }

    func path(of suite: String = "app") -> String {
        directory.path(of: name(of: suite))
    }

    func exists(_ suite: String = "app") -> Bool {
        directory.exists(name(of: suite))
    }

    /// Writes a suite whose file is an hour old.
    ///
    /// If another program seems to have written the file just now, a change takes longer.
    func write(
        _ contents: PropertyListDictionary,
        to suite: String = "app",
        as format: PropertyListFormat = .xml
    ) throws {
        try replace(suite, with: PropertyList.dictionary(contents).serialized(as: format))
    }

    /// Makes every domain read its files now.
    ///
    /// Otherwise, a domain reads them a moment later, when it is notified of the write by another program.
    func refreshDomains() {
        let files = PreferenceLocation(of: .global, in: directories).paths
        for domain in PreferenceDomains.domains(reading: [files[0]]) {
            domain.refresh()
        }
    }

    /// Writes a file that is an hour old, as if no program were working on it.
    func writeOld(_ text: String, to suite: String = "app") throws {
        try replace(suite, with: Array(text.utf8))
    }

    /// Renames a file that is an hour old to that of a suite, so that an observer reads all of it or nothing.
    private func replace(_ suite: String, with bytes: [UInt8]) throws {
        let new = "\(name(of: suite)).new"
        try directory.write(bytes, to: new)
        try directory.age(new)
        try directory.rename(new, to: name(of: suite))
        refreshDomains()
    }

    func bytes(_ suite: String = "app") throws -> [UInt8] {
        try directory.bytes(of: name(of: suite))
    }

    /// Returns the contents of a suite's file, read without preferences.
    func contents(_ suite: String = "app") throws -> PropertyList {
        let bytes = try bytes(suite)
        return try PropertyList(parsing: bytes.span)
    }
}
