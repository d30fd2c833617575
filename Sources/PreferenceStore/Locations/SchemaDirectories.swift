import PropertyLists

/// The directories that are searched for schemas of suites, by the XDG Base Directory Specification.
package struct SchemaDirectories: Sendable {
    /// The user's directory, in which schemas are installed, an absolute path; nil if no home directory is known.
    package let user: String?
    /// The system's directories, absolute paths, in order of precedence.
    package let system: [String]

    /// Finds the directories from an environment.
    ///
    /// They are `prefs/schemas` in `$XDG_DATA_HOME`, by default `~/.local/share`, and in each of `$XDG_DATA_DIRS`, by
    /// default `/usr/local/share` and `/usr/share`. A path that is not absolute is ignored.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    package init(environment variable: (String) -> EnvironmentValue) {
        user = baseDirectory("XDG_DATA_HOME", orInHome: "/.local/share", variable).map(directory)
        let paths: [Substring] =
            switch variable("XDG_DATA_DIRS") {
            case .text(let list) where !list.isEmpty: list.split(separator: ":")
            default: ["/usr/local/share", "/usr/share"]
            }
        system = paths.map(String.init).filter(\.isAbsolutePath).map(directory)
    }

    /// All directories, in order of precedence.
    package var all: [String] { (user.map { [$0] } ?? []) + system }

    package static let suffix = ".schema.json"

    /// The name of a suite's schema file.
    package static func fileName(of suite: SuiteName) -> String { "\(suite)\(suffix)" }

    package static func path(of suite: SuiteName, in directory: String) -> String {
        "\(directory)/\(fileName(of: suite))"
    }

    /// Returns the suite of a schema file with this name; nil for any other file.
    package static func suite(ofSchema name: String) -> SuiteName? {
        SuiteName(name, suffix: suffix)
    }

    /// Returns the effective schemas, one for each suite that has any, sorted by the bytes of the suites' names.
    ///
    /// A file without the name of a suite's schema is ignored. A directory that does not exist has no schemas.
    ///
    /// - Throws: `system` if a directory cannot be read.
    package func schemas() throws(PreferenceStoreError) -> [InstalledSchema] {
        var schemas: [SuiteName: InstalledSchema] = [:]
        for path in all {
            for suite in try Directory.suites(in: path, suffix: Self.suffix) where schemas[suite] == nil {
                schemas[suite] = InstalledSchema(suite: suite, path: Self.path(of: suite, in: path))
            }
        }
        return schemas.values.sorted(byBytesOf: \.suite.rawValue)
    }
}

package struct InstalledSchema: Hashable, Sendable {
    package let suite: SuiteName
    package let path: String
}

private func directory(_ data: String) -> String { data + "/prefs/schemas" }

/// Returns the directory in a variable of the XDG Base Directory Specification, by default one in the home directory;
/// nil if no home directory is known.
///
/// A path that is not absolute is ignored.
func baseDirectory(
    _ name: String,
    orInHome path: String,
    _ variable: (String) -> EnvironmentValue
) -> String? {
    variable(name).absolutePath ?? homeDirectory(variable).map { $0 + path }
}

/// Returns the path of the home directory: that of `HOME`, or if it is not absolute, that of the user database; nil if
/// neither is absolute.
func homeDirectory(_ variable: (String) -> EnvironmentValue) -> String? {
    variable("HOME").absolutePath
        ?? CallingProcess.homeDirectory().flatMap { EnvironmentValue.text($0).absolutePath }
}

extension EnvironmentValue {
    /// The text without slashes at its end, if it is an absolute path; empty for the root directory.
    var absolutePath: String? {
        guard case .text(let path) = self, path.isAbsolutePath else { return nil }
        let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(path[...$0]) } ?? ""
    }
}
