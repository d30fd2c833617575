import PropertyLists

/// The directories that contain suite files.
public struct PreferenceDirectories: Hashable, Sendable {
    /// The user's configuration directory, an absolute path.
    public let user: String
    /// The directory of the system-wide preferences, an absolute path.
    public let system: String

    /// The directory in which `UserDefaults` looks for system-wide preferences.
    public static let standardSystemDirectory = "/usr/local/etc"

    /// The directory of the managed preferences, which come before all others, an absolute path.
    ///
    /// In ``standardManagedDirectory``, a file counts only if it and its directories are root's, and nobody else can
    /// write them. Any other directory is trusted.
    public let managed: String

    /// The directory in which an administrator puts managed preferences.
    public static let standardManagedDirectory = "/etc/prefs/managed"

    /// Uses directories that the caller knows.
    public init(
        user: String,
        system: String = standardSystemDirectory,
        managed: String = standardManagedDirectory
    ) {
        self.user = user
        self.system = system
        self.managed = managed
    }

    /// Whether there can be managed preferences: their directory exists, or something in its place.
    package var hasManaged: Bool { ManagedFile.canExist(in: managed) }

    /// Finds the directories of the user that a process works for.
    ///
    /// The user's directory is `$XDG_CONFIG_HOME`. If that is unset, empty or relative, it is `.config` in `$HOME`. If
    /// `HOME` is unset, empty or relative too, it is `.config` in the home directory of the user database. The XDG Base
    /// Directory Specification and `UserDefaults` use the same order.
    ///
    /// - Parameter variable: returns the value of an environment variable.
    /// - Throws: `noConfigurationDirectory` if no home directory is known, or a variable that matters is not UTF-8.
    ///   Also if the process has more rights than the user who started it, because its environment cannot be trusted
    ///   then.
    public init(environment variable: (String) -> EnvironmentValue) throws(PreferenceStoreError) {
        guard !CallingProcess.hasRaisedPrivileges else {
            throw .noConfigurationDirectory(.raisedPrivileges)
        }
        self.init(user: try Self.configurationDirectory(variable, homeDirectory: CallingProcess.homeDirectory))
    }

    /// Finds the directories of the user that this process works for, from its environment.
    ///
    /// - Throws: `noConfigurationDirectory`.
    public static func ofProcess() throws(PreferenceStoreError) -> PreferenceDirectories {
        try PreferenceDirectories(environment: CallingProcess.variable)
    }

    /// Returns the configuration directory from the environment, or else from the user database.
    static func configurationDirectory(
        _ variable: (String) -> EnvironmentValue,
        homeDirectory: () -> String?
    ) throws(PreferenceStoreError) -> String {
        if let directory = try absolutePath(in: "XDG_CONFIG_HOME", variable) {
            return directory.isEmpty ? "/" : directory
        }
        if let home = try absolutePath(in: "HOME", variable) {
            return home + "/.config"
        }
        guard let home = homeDirectory(), home.isAbsolutePath else {
            throw .noConfigurationDirectory(.noHome)
        }
        return home + "/.config"
    }

    /// Returns the path in a variable, without slashes at its end; nil if the variable is unset or its value is not an
    /// absolute path.
    private static func absolutePath(
        in name: String,
        _ variable: (String) -> EnvironmentValue
    ) throws(PreferenceStoreError) -> String? {
        switch variable(name) {
        case .text, .unset: variable(name).absolutePath
        case .notUTF8: throw .noConfigurationDirectory(.notUTF8(variable: name))
        }
    }

    /// Returns the suites that have a file in a domain's directory, sorted by the bytes of their names.
    ///
    /// A file whose name is not a suite name is ignored. A directory that does not exist has no suites.
    ///
    /// - Throws: `system` if the directory cannot be read.
    public func suites(in domain: PreferenceLayer.Domain = .user) throws(PreferenceStoreError) -> [SuiteName] {
        try SuiteName.ofFiles(in: self[domain], suffix: ".plist")
    }
}
