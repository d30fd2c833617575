import PropertyLists

/// A place in the search order of preferences: one file for each suite.
public struct PreferenceLayer: Hashable, Sendable {
    /// The users that a layer's preferences are for.
    public enum Domain: String, Hashable, Sendable {
        /// One user.
        case user
        /// Every user of the system.
        case system
        /// Every user of the system, by the administrator's decision, which comes before all other layers.
        case managed
    }

    /// The users that the preferences are for.
    public let domain: Domain
    /// Whether this is a layer of the global suite, which comes after a suite's own layers in the same domain.
    public let isGlobal: Bool
    /// Whether this is the layer of one host, for a home directory that many hosts share.
    public let isByHost: Bool

    /// Creates a layer, by default for a suite of the user, on any host.
    public init(_ domain: Domain = .user, isGlobal: Bool = false, isByHost: Bool = false) {
        self.domain = domain
        self.isGlobal = isGlobal
        self.isByHost = isByHost
    }

    /// The layers in order of precedence: the managed ones, then the others as `UserDefaults` on Linux searches them.
    public static let searchOrder = [
        PreferenceLayer(.managed),
        PreferenceLayer(.managed, isGlobal: true),
        PreferenceLayer(.user, isByHost: true),
        PreferenceLayer(.user),
        PreferenceLayer(.user, isGlobal: true, isByHost: true),
        PreferenceLayer(.user, isGlobal: true),
        PreferenceLayer(.system, isByHost: true),
        PreferenceLayer(.system),
        PreferenceLayer(.system, isGlobal: true, isByHost: true),
        PreferenceLayer(.system, isGlobal: true),
    ]

    static let globalSearchOrder = searchOrder.filter(\.isGlobal)

    /// Returns the path of a suite's file in this layer.
    func path(of suite: SuiteName, in directories: PreferenceDirectories) -> String {
        "\(directories[domain])/\(fileName(of: isGlobal ? .global : suite))"
    }

    private func fileName(of suite: SuiteName) -> String {
        (isByHost ? "ByHost/" : "") + suite.rawValue + suffix
    }

    private var suffix: String {
        // UserDefaults puts the host's identifier between the dots. On Linux the identifier is empty.
        isByHost && domain == .user ? "..plist" : ".plist"
    }

    /// Returns the suites that have a file in this layer, which is not a global one.
    func suites(in directories: PreferenceDirectories) throws(PreferenceStoreError) -> [SuiteName] {
        try Directory.suites(in: directory(in: directories), suffix: suffix)
    }

    private func directory(in directories: PreferenceDirectories) -> String {
        directories[domain] + (isByHost ? "/ByHost" : "")
    }

    /// Returns the paths of the files that would belong to this layer if their names were those of suites, sorted by
    /// their bytes.
    package func filesOfNoSuite(in directories: PreferenceDirectories) throws(PreferenceStoreError) -> [String] {
        let directory = directory(in: directories)
        return try Directory.files(in: directory, suffix: suffix).others.map { directory + "/" + $0 }
            .sorted(byBytesOf: \.self)
    }
}

extension PreferenceDirectories {
    /// The directory of a domain.
    public subscript(domain: PreferenceLayer.Domain) -> String {
        switch domain {
        case .user: user
        case .system: system
        case .managed: managed
        }
    }
}
