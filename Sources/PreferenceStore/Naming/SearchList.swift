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

    private let elements: [Element]

    /// The search list of a suite; that of the global suite has no other layers than its own.
    public init(of suite: SuiteName, in folders: PreferenceFolders) {
        elements = PreferenceLayer.searchOrder
            .filter { $0.isGlobal || suite != .global }
            .map { Element(layer: $0, file: $0.file(of: suite, in: folders)) }
    }
}

extension SearchList: RandomAccessCollection {
    /// The position of the layer that wins.
    public var startIndex: Int { elements.startIndex }
    /// The position past the last layer.
    public var endIndex: Int { elements.endIndex }

    /// The layer at a position, and its file.
    public subscript(position: Int) -> Element {
        elements[position]
    }
}
