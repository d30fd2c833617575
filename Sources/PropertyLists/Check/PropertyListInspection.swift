/// A document in one walk: its value, what other programs do not read as it is, and where each value is.
package struct PropertyListInspection: Sendable {
    /// The value of the document.
    package let value: PropertyList
    /// Its format.
    package let format: PropertyListFormat
    /// What other programs do not read as it is, in the order of the document.
    package private(set) var findings: [PropertyListFinding] = []
    /// Where each value starts, a container before its elements; none in OpenStep text.
    private var offsets: [Int] = []

    /// Reads and inspects a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document, of which nothing is trusted.
    ///   - format: the format; nil detects it from the bytes.
    ///   - isSuite: whether `UserDefaults` would read the file as a suite: then the format counts as well.
    /// - Throws: what is wrong with the document, and where.
    package init(
        of bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil,
        isSuite: Bool
    ) throws(PropertyListError) {
        self = try bytes.withByteView { bytes throws(PropertyListError) in
            try bytes.withDocument(as: format) { text, encoding, format throws(PropertyListError) in
                try PropertyListInspection(of: text, encodedIn: encoding, as: format, isSuite: isSuite)
            }
        }
    }

    private init(
        of text: ByteView,
        encodedIn encoding: WideEncoding?,
        as format: PropertyListFormat,
        isSuite: Bool
    ) throws(PropertyListError) {
        self.format = format
        switch format {
        case .xml:
            var inspector = try XMLInspector(text)
            value = try inspector.inspect()
            findings = inspector.findings(encodedIn: encoding)
            offsets = inspector.offsets
        case .binary:
            value = try BinaryReader.read(text)
            let inspector = try BinaryInspector(text)
            findings = inspector.findings
            offsets = inspector.offsets
        case .json:
            (value, offsets) = try JSONReader.readWithOffsets(text)
            let found = ValueInspector.findings(in: value)
            if isSuite {
                let start = SourcePosition(offset: 0, in: text)
                findings = [PropertyListFinding(hazard: .format(.json), position: start, path: [])]
            }
            findings += zip(found, positions(of: found.map(\.path), in: text)).map { finding, position in
                PropertyListFinding(hazard: finding.hazard, position: position, path: finding.path)
            }
        case .openStep:
            let document = try OpenStepReader.read(text)
            value = document.value
            if isSuite, let offset = document.firstExtension {
                let position = SourcePosition(offset: offset, in: text)
                findings = [PropertyListFinding(hazard: .gnustepValue, position: position, path: [])]
            }
            findings += ValueInspector.findings(in: value)
        }
    }

    /// Where values are, all found in one pass.
    ///
    /// - Parameters:
    ///   - paths: the ways to the values, as in ``PropertyList/subscript(path:)``.
    ///   - bytes: the document.
    /// - Returns: for each path the place where its value starts; nil if it leads nowhere, and in OpenStep text.
    /// - Throws: what is wrong with the encoding of the document.
    package func positions(
        of paths: [[String]],
        in bytes: Span<UInt8>
    ) throws(PropertyListError) -> [SourcePosition?] {
        try bytes.withByteView { bytes throws(PropertyListError) in
            try bytes.withDocument(as: format) { text, _, _ in positions(of: paths, in: text) }
        }
    }

    private func positions(of paths: [[String]], in text: ByteView) -> [SourcePosition?] {
        var tree = PathTree(paths)
        if !paths.isEmpty, !offsets.isEmpty {
            tree.find(in: value, at: offsets)
        }
        let found = tree.offsets
        var positions =
            format == .binary
            ? found.compactMap { $0.map(SourcePosition.init(offset:)) }[...]
            : SourcePosition.positions(at: found.compactMap(\.self), in: text)[...]
        return found.map { $0 == nil ? nil : positions.popFirst() }
    }
}

/// Ways into a value, those with the same beginning in one branch, and the offset of the value to which each leads.
private struct PathTree {
    private struct Node {
        var branches: [ByteKey: Int] = [:]
        var offset: Int?
    }

    private var nodes = [Node()]
    private var ends: [Int] = []

    /// - Parameter paths: the keys of dictionaries and the positions of elements in arrays, from the root on.
    init(_ paths: [[String]]) {
        for path in paths {
            var end = 0
            for token in path {
                end = branch(token, adding: end)
            }
            ends.append(end)
        }
    }

    private mutating func branch(_ token: String, adding node: Int) -> Int {
        if let branch = nodes[node].branches[ByteKey(token)] {
            return branch
        }
        nodes[node].branches[ByteKey(token)] = nodes.count
        nodes.append(Node())
        return nodes.count - 1
    }

    /// For each path, the offset of its value; nil if it was not found.
    var offsets: [Int?] {
        ends.map { nodes[$0].offset }
    }

    /// Finds where the ways lead.
    ///
    /// - Parameter offsets: those of the value and of all within it, a container before its elements.
    mutating func find(in value: PropertyList, at offsets: [Int]) {
        var rest = offsets[...]
        find(0, in: value, at: &rest)
    }

    /// - Parameter node: the branch that leads to the value; nil if none does.
    private mutating func find(_ node: Int?, in value: PropertyList, at rest: inout ArraySlice<Int>) {
        let offset = rest.popFirst()
        if let node {
            nodes[node].offset = offset
        }
        let branches = node.map { nodes[$0].branches } ?? [:]
        switch value {
        case .array(let elements):
            for (position, element) in elements.enumerated() {
                find(branches.isEmpty ? nil : branches[ByteKey(String(position))], in: element, at: &rest)
            }
        case .dictionary(let dictionary):
            for entry in dictionary {
                find(branches.isEmpty ? nil : branches[ByteKey(entry.key)], in: entry.value, at: &rest)
            }
        default: break
        }
    }
}
