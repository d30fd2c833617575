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

extension PathTree {
    /// A container that is open.
    private struct Container {
        /// The way to it; nil where none of the ways leads there.
        let branch: Branch?
        let isDictionary: Bool
        /// The way to the value of the latest key.
        var branchOfKey: Branch?
        var count = 0
    }

    /// Finds where the ways lead in an XML document.
    mutating func find(inXML text: ByteView) throws(PropertyListError) {
        var scanner = try XMLScanner(text)
        var containers: [Container] = []
        while let event = try scanner.next() {
            switch event {
            case .key(let text):
                let innermost = containers.count - 1
                guard let branch = containers[innermost].branch, goesOn(from: branch) else { continue }
                containers[innermost].branchOfKey = self.branch(try scanner.string(of: text), from: branch)
            case .scalar:
                noteNext(in: &containers, at: scanner.eventOffset)
            case .beginArray, .beginDictionary:
                let branch = noteNext(in: &containers, at: scanner.eventOffset)
                let isDictionary = if case .beginDictionary = event { true } else { false }
                containers.append(Container(branch: branch, isDictionary: isDictionary))
            case .endContainer:
                containers.removeLast()
            }
        }
    }

    /// Notes the value that starts at an offset, if one of the ways leads there.
    @discardableResult
    private mutating func noteNext(in containers: inout [Container], at offset: Int) -> Branch? {
        let branch = branchOfNext(in: &containers)
        if let branch {
            note(branch, at: offset)
        }
        return branch
    }

    private func branchOfNext(in containers: inout [Container]) -> Branch? {
        guard let container = containers.last else { return Self.root }
        containers[containers.count - 1].count += 1
        guard let branch = container.branch, goesOn(from: branch) else { return nil }
        return container.isDictionary ? container.branchOfKey : self.branch(String(container.count), from: branch)
    }
}

extension PathTree {
    /// Finds where the ways lead in a binary document: to the offsets of its objects.
    mutating func find(inBinary document: ByteView) throws(PropertyListError) {
        let objects = try BinaryObjectTable(document)
        // The ways that are still to be followed, so that their length is no depth of the stack.
        var ends = [(branch: Self.root, reference: objects.trailer.root)]
        while let (branch, reference) = ends.popLast() {
            let object = try objects.object(reference)
            note(branch, at: object.offset)
            guard goesOn(from: branch) else { continue }
            switch object.kind {
            case .array:
                for position in 0..<object.count {
                    guard let next = self.branch(String(position), from: branch) else { continue }
                    ends.append((next, try objects.reference(position, of: object)))
                }
            case .dictionary:
                for position in 0..<object.count {
                    let key = try objects.string(objects.object(objects.reference(position, of: object)))
                    guard let next = self.branch(key, from: branch) else { continue }
                    ends.append((next, try objects.reference(object.count + position, of: object)))
                }
            default:
                break
            }
        }
    }
}

extension PathTree {
    /// Finds where the ways lead in JSON.
    mutating func find(inJSON document: ByteView) throws(PropertyListError) {
        var cursor = JSONCursor(document)
        do throws(PropertyListProblem) {
            try find(Self.root, with: &cursor)
        } catch {
            throw PropertyListError(error, at: cursor.position(of: cursor.offset))
        }
    }

    /// Notes the value that comes next, and finds where the ways lead in it.
    ///
    /// - Parameter isLiteral: whether it is the dictionary in a form, which is no form itself.
    private mutating func find(
        _ branch: Branch,
        with cursor: inout JSONCursor,
        isLiteral: Bool = false
    ) throws(PropertyListProblem) {
        let kind = try cursor.kind()
        if !isLiteral {
            note(branch, at: cursor.offset)
        }
        switch kind {
        case .object where goesOn(from: branch):
            try cursor.beginObject()
            var isFirst = true
            while let key = try cursor.nextKey() {
                if isFirst, !isLiteral, JSONForm(rawValue: key) == .dictionary {
                    try find(branch, with: &cursor, isLiteral: true)
                } else {
                    try find(self.branch(key, from: branch), with: &cursor)
                }
                isFirst = false
            }
        case .array where goesOn(from: branch):
            try cursor.beginArray()
            var position = 0
            while try cursor.nextElement() {
                try find(self.branch(String(position), from: branch), with: &cursor)
                position += 1
            }
        default:
            try cursor.skipValue()
        }
    }

    /// Finds where the ways lead in the value that comes next, or steps over it where none leads there.
    private mutating func find(_ branch: Branch?, with cursor: inout JSONCursor) throws(PropertyListProblem) {
        if let branch {
            try find(branch, with: &cursor, isLiteral: false)
        } else {
            try cursor.skipValue()
        }
    }
}
