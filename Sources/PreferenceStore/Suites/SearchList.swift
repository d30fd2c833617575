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

extension PreferenceLayer {
    /// Returns the file of this layer for a suite; the file need not exist.
    public func file(of suite: SuiteName, in directories: PreferenceDirectories) -> SuiteFile {
        SuiteFile(path: path(of: suite, in: directories), isManaged: domain == .managed)
    }
}

extension PreferenceDirectories {
    /// Returns the suites of which a file is one that a read searches, under its own name or any other: those with a
    /// policy, or else the first.
    ///
    /// A file in a directory `.config` is some user's, whatever the environment says of this one.
    ///
    /// - Parameter path: the real path of the file.
    /// - Throws: `system` if a directory cannot be read.
    package func suites(ofFileAt path: String) throws(PreferenceStoreError) -> [SuiteName] {
        let identity = try? FileDescriptor.status(ofPath: path).identity
        let own = SuiteFile(path: path).suite
        let ownDirectory = path.split(separator: "/").dropLast().suffix(2)
        let isOfSomeUser = ownDirectory.last == ".config" || ownDirectory.elementsEqual([".config", "ByHost"])
        func isOf(_ suite: SuiteName) -> Bool {
            if isOfSomeUser, suite == own { return true }
            return SearchList(of: suite, in: self).contains { element in
                (suite == .global || !element.layer.isGlobal) && !element.file.isManaged
                    && (element.file.recordedPath.hasSameBytes(as: path)
                        || identity != nil
                            && identity == (try? FileDescriptor.status(ofPath: element.file.path).identity))
            }
        }
        let candidates = try [.global] + (own.map { [$0] } ?? []) + suites(in: .managed)
        let suites = candidates.filter(isOf)
        if suites.isEmpty, let suite = try suiteFiles().map(\.suite).first(where: isOf) { return [suite] }
        return suites
    }

    /// Returns every suite file, sorted by the bytes of the suites' names, then by precedence.
    ///
    /// - Throws: `system` if a directory cannot be read.
    package func suiteFiles() throws(PreferenceStoreError) -> [(suite: SuiteName, file: SuiteFile)] {
        if hasManaged { _ = try throwing(.list, managed, try ManagedFile.status(of: managed)) }
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
    /// Whether a suite has a file, of the user or the system, for all hosts or this one.
    ///
    /// A file that the system cannot examine counts.
    package func hasFile(of suite: SuiteName) -> Bool {
        SearchList(of: suite, in: self).contains { element in
            (suite == .global || !element.layer.isGlobal) && (try? element.file.exists) ?? true
        }
    }

    /// Whether a word is the name of a suite that has a file.
    package func hasSuite(named word: String) -> Bool {
        (try? SuiteName(word)).map(hasFile) ?? false
    }
}
