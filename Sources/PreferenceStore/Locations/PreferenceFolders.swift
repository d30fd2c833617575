import PropertyLists

/// The two folders that suite files live in.
public struct PreferenceFolders: Hashable, Sendable {
    /// The user's configuration folder, an absolute path.
    public let user: String
    /// The folder of the whole system's preferences, an absolute path.
    public let system: String

    /// Where `UserDefaults` looks for the preferences of the whole system.
    public static let standardSystemFolder = "/usr/local/etc"

    /// Folders that the caller knows.
    public init(user: String, system: String = standardSystemFolder) {
        self.user = user
        self.system = system
    }

    /// The folders of the user whom a process works for.
    ///
    /// The user's is `$XDG_CONFIG_HOME`; where that is not set, empty or relative, `.config` in `$HOME`; where that is
    /// no better, `.config` in the home folder of the user database, as the XDG Base Directory Specification and
    /// `UserDefaults` have it.
    ///
    /// - Parameter variable: the value of an environment variable.
    /// - Throws: `noConfigurationFolder` where no home folder is known, a variable that counts is no UTF-8, or the
    ///   process has more rights than the user who started it, so that the environment is not to be believed.
    public init(environment variable: (String) -> EnvironmentValue) throws(PreferenceStoreError) {
        guard !CallingProcess.hasRaisedPrivileges else {
            throw .noConfigurationFolder(.raisedPrivileges)
        }
        self.init(user: try Self.configurationFolder(variable, homeFolder: CallingProcess.homeFolder))
    }

    /// The folders of the user whom this process works for, by its environment.
    ///
    /// - Throws: `noConfigurationFolder`.
    public static func ofProcess() throws(PreferenceStoreError) -> PreferenceFolders {
        try PreferenceFolders(environment: CallingProcess.variable)
    }

    /// The configuration folder by the environment, else by the user database.
    static func configurationFolder(
        _ variable: (String) -> EnvironmentValue,
        homeFolder: () -> String?
    ) throws(PreferenceStoreError) -> String {
        if let folder = try absolutePath(in: "XDG_CONFIG_HOME", variable) {
            return folder
        }
        if let home = try absolutePath(in: "HOME", variable) {
            return home + "/.config"
        }
        guard let home = homeFolder(), home.isAbsolutePath else {
            throw .noConfigurationFolder(.noHome)
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
        case .notUTF8: throw .noConfigurationFolder(.notUTF8(variable: name))
        }
    }

    /// The suites that have a file in a domain's folder, sorted by the bytes of their names.
    ///
    /// A file whose name is no suite name is left out. A folder that is not there has no suites.
    ///
    /// - Throws: `system` where the folder cannot be read.
    public func suites(in domain: PreferenceLayer.Domain = .user) throws(PreferenceStoreError) -> [SuiteName] {
        try Folder.suites(in: self[domain], suffix: ".plist")
            .sorted { $0.rawValue.precedesInByteOrder($1.rawValue) }
    }
}

/// Why no configuration folder is known.
public enum ConfigurationFolderProblem: Hashable, Sendable {
    /// Neither the environment nor the user database has a home folder with an absolute path.
    case noHome
    /// `HOME` names a directory that does not exist, and that a write never makes.
    case missingHome(path: String)
    /// An environment variable that names a folder is set to bytes that are no UTF-8.
    case notUTF8(variable: String)
    /// The process runs with more rights than the user who set its environment: set-user-ID and the like.
    case raisedPrivileges
}
