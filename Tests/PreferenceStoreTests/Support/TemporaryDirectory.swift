import Foundation
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore

/// A test's own directory, which is removed with its contents when the test ends.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = "\(NSTemporaryDirectory())/prefs-\(UUID())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a name in the directory.
    func callAsFunction(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// The names in the directory, sorted.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        }
    }

    /// Writes a file in place, as a careless program does.
    ///
    /// - Parameter isOld: Whether to date the file an hour ago, too old for another program to be still writing it.
    func write(_ bytes: [UInt8], to name: String, isOld: Bool = false) throws {
        try withoutStartingPrograms { try Data(bytes).write(to: URL(fileURLWithPath: self(name))) }
        if isOld {
            try date(name, SystemClock.wallTime() - .minutes(60))
        }
    }

    /// Sets the date of a file, in time since the epoch.
    func date(_ name: String, _ time: Duration) throws {
        try FileDescriptor.open(self(name), O_RDONLY).setModified(time)
    }

    func write(_ text: String, to name: String, isOld: Bool = false) throws {
        try write(Array(text.utf8), to: name, isOld: isOld)
    }

    func write(_ suite: PropertyListDictionary, to name: String, isOld: Bool = false) throws {
        try write(PropertyList.dictionary(suite).serialized(as: .xml), to: name, isOld: isOld)
    }

    func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: destination)
    }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: false)
    }

    func bytes(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: self(name))))
    }

    /// Reads the suite in a file without the store.
    func suite(_ name: String) throws -> PropertyList {
        let bytes = try bytes(of: name)
        return try PropertyList(parsing: bytes.span)
    }

    /// Returns the status of a name, without following a symbolic link.
    func status(_ name: String = ".") throws -> FileStatus {
        let directory = try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY)
        return try directory.status(of: name)
    }

    func setPermissions(_ permissions: mode_t, of name: String) throws {
        let file = try FileDescriptor.open(self(name), O_RDONLY)
        try file.setPermissions(permissions)
    }
}

extension TemporaryDirectory {
    /// Runs an sh(1) script in the directory, in another process, and waits for it to end.
    func run(_ script: String) throws {
        let shell = Subprocess(
            "/bin/sh",
            ["-ec", script],
            environment: ["PATH": "/usr/bin:/bin"],
            workingDirectory: path
        )
        let outcome = try shell.run()
        #expect(outcome.ending == .exited(0), "\(script): \(outcome.errorText)")
    }
}

extension PropertyListDictionary {
    /// Returns the entries of some keys.
    func filtered(to keys: [String]) -> PropertyListDictionary {
        var filtered = self
        filtered.removeAll { !keys.contains($0.key) }
        return filtered
    }
}

extension Duration {
    static func minutes(_ minutes: Int) -> Duration {
        .seconds(60 * minutes)
    }
}
