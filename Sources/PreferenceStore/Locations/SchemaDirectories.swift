import PropertyLists

/// The directories that schemas of suites are looked for in, by the XDG Base Directory Specification.
package struct SchemaDirectories: Sendable {
    /// The user's own, where schemas are installed: an absolute path; nil where the environment has none.
    package let user: String?
    /// Those of the system, the one that wins first, absolute paths.
    package let system: [String]

    /// The directories that an environment names.
    ///
    /// They are `prefs/schemas` in `$XDG_DATA_HOME`, by default `~/.local/share`, and in each
    /// of `$XDG_DATA_DIRS`, by default `/usr/local/share` and `/usr/share`. A path that is not absolute does not count.
    ///
    /// - Parameter variable: the value of an environment variable.
    package init(environment variable: (String) -> EnvironmentValue) {
        let home = (variable("HOME").absolutePath ?? CallingProcess.homeDirectory()).map { $0 + "/.local/share" }
        user = (variable("XDG_DATA_HOME").absolutePath ?? home).map(directory)
        let paths: [Substring] =
            switch variable("XDG_DATA_DIRS") {
            case .text(let list) where !list.isEmpty: list.split(separator: ":")
            default: ["/usr/local/share", "/usr/share"]
            }
        system = paths.map(String.init).filter(\.isAbsolutePath).map(directory)
    }

    /// The directories in which a schema is looked for, the one that wins first.
    package var all: [String] { (user.map { [$0] } ?? []) + system }

    package static let suffix = ".schema.json"

    package static func path(of suite: SuiteName, in directory: String) -> String {
        "\(directory)/\(suite)\(suffix)"
    }

    /// The suite that the name of a schema's file says; nil where it says none.
    package static func suite(ofSchema name: String) -> SuiteName? {
        SuiteName(name, suffix: suffix)
    }

    /// The schemas that count, one for each suite that has any, sorted by the bytes of the suites' names.
    ///
    /// A file whose name is none of a suite's schema is left out. A directory that is not there has no schemas.
    ///
    /// - Throws: `system` where a directory cannot be read.
    package func schemas() throws(PreferenceStoreError) -> [InstalledSchema] {
        var schemas: [SuiteName: InstalledSchema] = [:]
        for path in all {
            for suite in try Directory.suites(in: path, suffix: Self.suffix) where schemas[suite] == nil {
                schemas[suite] = InstalledSchema(suite: suite, path: Self.path(of: suite, in: path))
            }
        }
        return schemas.values.sorted { $0.suite.rawValue.precedesInByteOrder($1.suite.rawValue) }
    }
}

package struct InstalledSchema: Hashable, Sendable {
    package let suite: SuiteName
    package let path: String
}

private func directory(_ data: String) -> String { data + "/prefs/schemas" }

extension EnvironmentValue {
    fileprivate var absolutePath: String? {
        if case .text(let path) = self, path.isAbsolutePath { path } else { nil }
    }
}
