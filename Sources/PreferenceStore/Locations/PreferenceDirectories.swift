import PropertyLists

/// The two directories that suite files live in.
public struct PreferenceDirectories: Hashable, Sendable {
    /// The user's configuration directory, an absolute path.
    public let user: String
    /// The directory of the whole system's preferences, an absolute path.
    public let system: String

    /// Where `UserDefaults` looks for the preferences of the whole system.
    public static let standardSystemDirectory = "/usr/local/etc"

    /// Directories that the caller knows.
    public init(user: String, system: String = standardSystemDirectory) {
        self.user = user
        self.system = system
    }

    /// The directories of the user whom a process works for.
    ///
    /// The user's is `$XDG_CONFIG_HOME`; where that is not set, empty or relative, `.config` in `$HOME`; where that is
    /// no better, `.config` in the home directory of the user database, as the XDG Base Directory Specification and
    /// `UserDefaults` have it.
    ///
    /// - Parameter variable: the value of an environment variable.
    /// - Throws: `noConfigurationDirectory` where no home directory is known, a variable that counts is no UTF-8, or
    ///   the process has more rights than the user who started it, so that the environment is not to be believed.
    public init(environment variable: (String) -> EnvironmentValue) throws(PreferenceStoreError) {
        guard !CallingProcess.hasRaisedPrivileges else {
            throw .noConfigurationDirectory(.raisedPrivileges)
        }
        self.init(user: try Self.configurationDirectory(variable, homeDirectory: CallingProcess.homeDirectory))
    }

    /// The directories of the user whom this process works for, by its environment.
    ///
    /// - Throws: `noConfigurationDirectory`.
    public static func ofProcess() throws(PreferenceStoreError) -> PreferenceDirectories {
        try PreferenceDirectories(environment: CallingProcess.variable)
    }

    /// The configuration directory by the environment, else by the user database.
    static func configurationDirectory(
        _ variable: (String) -> EnvironmentValue,
        homeDirectory: () -> String?
    ) throws(PreferenceStoreError) -> String {
        if let directory = try absolutePath(in: "XDG_CONFIG_HOME", variable) {
            return directory
        }
        if let home = try absolutePath(in: "HOME", variable) {
            return home + "/.config"
        }
        guard let home = homeDirectory(), home.isAbsolutePath else {
            throw .noConfigurationDirectory(.noHome)
        }
        return home + "/.config"
    }

    /// The path that a variable holds; nil where it is not set, or not to an absolute path.
    private static func absolutePath(
        in name: String,
        _ variable: (String) -> EnvironmentValue
    ) throws(PreferenceStoreError) -> String? {
        switch variable(name) {
        case .text(let path): path.isAbsolutePath ? path : nil
        case .unset: nil
        case .notUTF8: throw .noConfigurationDirectory(.notUTF8(variable: name))
        }
    }

    /// The suites that have a file in a domain's directory, sorted by the bytes of their names.
    ///
    /// A file whose name is no suite name is left out. A directory that is not there has no suites.
    ///
    /// - Throws: `system` where the directory cannot be read.
    public func suites(in domain: PreferenceLayer.Domain = .user) throws(PreferenceStoreError) -> [SuiteName] {
        try Directory.suites(in: self[domain], suffix: ".plist")
            .sorted { $0.rawValue.precedesInByteOrder($1.rawValue) }
    }
}

/// Why no configuration directory is known.
public enum ConfigurationDirectoryProblem: Hashable, Sendable {
    /// Neither the environment nor the user database has a home directory with an absolute path.
    case noHome
    /// `HOME` names a directory that does not exist, and that a write never makes.
    case missingHome(path: String)
    /// An environment variable that names a directory is set to bytes that are no UTF-8.
    case notUTF8(variable: String)
    /// The process runs with more rights than the user who set its environment: set-user-ID and the like.
    case raisedPrivileges
}
