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
    private let folders: PreferenceFolders

    /// The search list of a suite; that of the global suite has no other layers than its own.
    public init(of suite: SuiteName, in folders: PreferenceFolders) {
        self.suite = suite
        self.folders = folders
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
        return Element(layer: layer, file: layer.file(of: suite, in: folders))
    }
}
