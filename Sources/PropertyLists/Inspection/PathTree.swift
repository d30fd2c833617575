/// Ways into a document, those with the same beginning in one branch, and where in the bytes each is found to lead.
struct PathTree {
    /// A way, by the number that stands for it here.
    typealias Branch = Int

    private struct Node {
        var branches: [ByteKey: Branch] = [:]
        var offset: Int?
    }

    private var nodes = [Node()]
    private var ends: [Branch] = []

    /// The way to the document's root.
    static let root: Branch = 0

    /// - Parameter paths: the keys of dictionaries and the positions of elements in arrays, from the root on.
    init(_ paths: [[String]]) {
        for path in paths {
            var end = Self.root
            for token in path {
                end = branch(token, adding: end)
            }
            ends.append(end)
        }
    }

    private mutating func branch(_ token: String, adding node: Branch) -> Branch {
        if let branch = nodes[node].branches[ByteKey(token)] {
            return branch
        }
        nodes[node].branches[ByteKey(token)] = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }

    /// For each path, the bytes before its value; nil where it was not found.
    var offsets: [Int?] {
        ends.map { nodes[$0].offset }
    }

    /// Whether one of the ways goes on from here.
    func goesOn(from branch: Branch) -> Bool {
        !nodes[branch].branches.isEmpty
    }

    /// The way on by a key, or by a position in decimal digits; nil where none goes there.
    func branch(_ token: String, from branch: Branch) -> Branch? {
        nodes[branch].branches[ByteKey(token)]
    }

    /// Notes where a way leads.
    mutating func note(_ branch: Branch, at offset: Int) {
        nodes[branch].offset = offset
    }
}

extension PropertyList {
    /// Where values stand in a document, all found in one pass.
    ///
    /// - Parameters:
    ///   - paths: the ways to the values, as in ``PropertyList/subscript(path:)``.
    ///   - bytes: a document that has been read.
    ///   - format: its format.
    /// - Returns: for each path the place where its value starts; nil where it leads nowhere, and in OpenStep text.
    /// - Throws: what is wrong with the document, and where.
    package static func positions(
        of paths: [[String]],
        in bytes: Span<UInt8>,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [SourcePosition?] {
        try bytes.withByteView { bytes throws(PropertyListError) in
            var tree = PathTree(paths)
            switch format {
            case _ where paths.isEmpty:
                return []
            case .binary:
                try tree.find(inBinary: bytes)
                return tree.offsets.map { $0.map(SourcePosition.init(offset:)) }
            case .xml:
                return try bytes.withUTF8Text { text, _ throws(PropertyListError) in
                    try tree.find(inXML: text)
                    return tree.positions(in: text)
                }
            case .json:
                return try positions(of: paths, inJSON: bytes)
            case .openStep:
                return paths.map { _ in nil }
            }
        }
    }

    /// Where values stand in JSON that has been read.
    static func positions(
        of paths: [[String]],
        inJSON bytes: ByteView
    ) throws(PropertyListError) -> [SourcePosition?] {
        var tree = PathTree(paths)
        try tree.find(inJSON: bytes)
        return tree.positions(in: bytes)
    }
}

extension PathTree {
    /// For each path, the line and column of its value in a text.
    fileprivate func positions(in text: ByteView) -> [SourcePosition?] {
        let offsets = offsets
        var positions = SourcePosition.positions(at: offsets.compactMap(\.self), in: text)[...]
        return offsets.map { $0 == nil ? nil : positions.popFirst() }
    }
}
