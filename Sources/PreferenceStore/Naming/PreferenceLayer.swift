/// A place in the order in which preferences are looked up: one file for each suite.
public struct PreferenceLayer: Hashable, Sendable {
    /// Whom a layer's preferences are for.
    public enum Domain: String, Hashable, Sendable {
        /// One user.
        case user
        /// Every user of the system.
        case system
    }

    /// Whom the preferences are for.
    public let domain: Domain
    /// Whether this is the layer of the global suite, which stands behind every other.
    public let isGlobal: Bool
    /// Whether this is the layer of one host, where a home folder is shared among many.
    public let isByHost: Bool

    /// A layer; by default that of a suite for the user, on any host.
    public init(_ domain: Domain = .user, isGlobal: Bool = false, isByHost: Bool = false) {
        self.domain = domain
        self.isGlobal = isGlobal
        self.isByHost = isByHost
    }

    /// The layers, first the one that wins, as `UserDefaults` on Linux searches them.
    public static let searchOrder = [
        PreferenceLayer(.user, isByHost: true),
        PreferenceLayer(.user),
        PreferenceLayer(.user, isGlobal: true, isByHost: true),
        PreferenceLayer(.user, isGlobal: true),
        PreferenceLayer(.system, isByHost: true),
        PreferenceLayer(.system),
        PreferenceLayer(.system, isGlobal: true, isByHost: true),
        PreferenceLayer(.system, isGlobal: true),
    ]

    /// The layers of the global suite, in the same order.
    static let globalSearchOrder = searchOrder.filter(\.isGlobal)

    /// The file of this layer for a suite, whether it is there or not.
    public func file(of suite: SuiteName, in folders: PreferenceFolders) -> SuiteFile {
        SuiteFile(path: "\(folders[domain])/\(fileName(of: isGlobal ? .global : suite))")
    }

    private func fileName(of suite: SuiteName) -> String {
        switch (domain, isByHost) {
        case (_, false): "\(suite).plist"
        // UserDefaults puts the host's identifier between the dots, which is empty on Linux.
        case (.user, true): "ByHost/\(suite)..plist"
        case (.system, true): "ByHost/\(suite).plist"
        }
    }
}

extension PreferenceFolders {
    /// The folder of a domain.
    public subscript(domain: PreferenceLayer.Domain) -> String {
        switch domain {
        case .user: user
        case .system: system
        }
    }
}
