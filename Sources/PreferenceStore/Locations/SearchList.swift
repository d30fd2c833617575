import PropertyLists

/// The files that are searched for a suite's preferences, in order of precedence.
///
/// A read uses the first file that has the key, and opens no file after it.
public struct SearchList: Sendable {
    /// A layer and the suite's file in it.
    public struct Element: Sendable {
        /// The layer in the search order.
        public let layer: PreferenceLayer
        /// The file, which need not exist.
        public let file: SuiteFile
    }

    private let suite: SuiteName
    private let directories: PreferenceDirectories

    /// Creates the search list of a suite; for the global suite, it has only the global layers.
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

    /// The files without the managed ones if there cannot be any, which takes one call of the system.
    package var existingFiles: [SuiteFile] {
        directories.hasManaged ? files : files.filter { !$0.isManaged }
    }
}

extension SearchList: RandomAccessCollection {
    /// The position of the layer with the highest precedence.
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

    /// Returns the file of this layer for a suite; the file need not exist.
    public func file(of suite: SuiteName, in directories: PreferenceDirectories) -> SuiteFile {
        let path = "\(directories[domain])/\(fileName(of: isGlobal ? .global : suite))"
        return SuiteFile(path: path, isManaged: domain == .managed)
    }

    private func fileName(of suite: SuiteName) -> String {
        (isByHost ? "ByHost/" : "") + suite.rawValue + suffix
    }

    private var suffix: String {
        // UserDefaults puts the host's identifier between the dots. On Linux the identifier is empty.
        isByHost && domain == .user ? "..plist" : ".plist"
    }

    /// Returns the suites that have a file in this layer, which is not a global one.
    fileprivate func suites(in directories: PreferenceDirectories) throws(PreferenceStoreError) -> [SuiteName] {
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
    /// Returns every suite file, sorted by the bytes of the suites' names, then by precedence.
    ///
    /// - Throws: `system` if a directory cannot be read.
    package func suiteFiles() throws(PreferenceStoreError) -> [(suite: SuiteName, file: SuiteFile)] {
        var files: [(suite: SuiteName, file: SuiteFile, rank: Int)] = []
        for (rank, layer) in PreferenceLayer.searchOrder.enumerated() where !layer.isGlobal {
            for suite in try layer.suites(in: self) {
                files.append((suite, layer.file(of: suite, in: self), rank))
            }
        }
        return files.sorted { left, right in
            left.suite == right.suite
                ? left.rank < right.rank : left.suite.rawValue.precedesInByteOrder(right.suite.rawValue)
        }
        .map { ($0.suite, $0.file) }
    }
}

extension [(suite: SuiteName, file: SuiteFile)] {
    /// The names of the suites, each once: the files of a suite are together.
    package var suiteNames: [String] {
        indices.filter { $0 == 0 || self[$0].suite != self[$0 - 1].suite }.map { self[$0].suite.rawValue }
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
