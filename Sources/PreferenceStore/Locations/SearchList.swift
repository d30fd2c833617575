/// The files in which a suite's preferences are looked up, the one that wins first.
///
/// A read takes the first that has the key; it opens no file behind that one.
public struct SearchList: Sendable {
    /// A layer and the suite's file in it.
    public struct Element: Sendable {
        /// Where in the order.
        public let layer: PreferenceLayer
        /// The file, whether it is there or not.
        public let file: SuiteFile
    }

    private let suite: SuiteName
    private let directories: PreferenceDirectories

    /// The search list of a suite; that of the global suite has no other layers than its own.
    public init(of suite: SuiteName, in directories: PreferenceDirectories) {
        self.suite = suite
        self.directories = directories
    }

    /// The files alone, in the same order.
    public var files: [SuiteFile] {
        var files: [SuiteFile] = []
        for element in self {
            files.append(element.file)
        }
        return files
    }
}

extension SearchList: RandomAccessCollection {
    /// The position of the layer that wins.
    public var startIndex: Int { 0 }
    /// The position past the last layer.
    public var endIndex: Int {
        suite == .global ? PreferenceLayer.globalSearchOrder.count : PreferenceLayer.searchOrder.count
    }

    /// The layer at a position, and its file.
    public subscript(position: Int) -> Element {
        let order = suite == .global ? PreferenceLayer.globalSearchOrder : PreferenceLayer.searchOrder
        let layer = order[position]
        return Element(layer: layer, file: layer.file(of: suite, in: directories))
    }
}

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
    /// Whether this is the layer of one host, where a home directory is shared among many.
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

    static let globalSearchOrder = searchOrder.filter(\.isGlobal)

    /// The file of this layer for a suite, whether it is there or not.
    public func file(of suite: SuiteName, in directories: PreferenceDirectories) -> SuiteFile {
        SuiteFile(path: "\(directories[domain])/\(fileName(of: isGlobal ? .global : suite))")
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

extension PreferenceDirectories {
    /// The directory of a domain.
    public subscript(domain: PreferenceLayer.Domain) -> String {
        switch domain {
        case .user: user
        case .system: system
        }
    }
}
