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

    /// Reads and inspects a document in a format, which is detected if it is nil; of a suite, as `UserDefaults` would
    /// read it, the format counts as well.
    package init(of bytes: Span<UInt8>, as format: PropertyListFormat? = nil, isSuite: Bool) throws(PropertyListError) {
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

    /// For each path, as in ``PropertyList/subscript(path:)``, the place where its value starts; nil if it leads
    /// nowhere, and in OpenStep text; all are found in one pass.
    package func positions(of paths: [[String]], in bytes: Span<UInt8>) throws(PropertyListError) -> [SourcePosition?] {
        try bytes.withByteView { bytes throws(PropertyListError) in
            try bytes.withDocument(as: format) { text, _, _ in positions(of: paths, in: text) }
        }
    }

    private func positions(of paths: [[String]], in text: ByteView) -> [SourcePosition?] {
        var search = PathSearch(count: paths.count, offsets: offsets)
        if !paths.isEmpty, !offsets.isEmpty {
            search.find(paths.enumerated().map { PathSearch.Way(number: $0, rest: $1[...]) }, in: value)
        }
        var positions =
            format == .binary
            ? search.found.compactMap { $0.map(SourcePosition.init(offset:)) }[...]
            : SourcePosition.positions(at: search.found.compactMap(\.self), in: text)[...]
        return search.found.map { $0 == nil ? nil : positions.popFirst() }
    }
}

/// The offsets of the values to which ways lead, found in one walk.
private struct PathSearch {
    struct Way {
        let number: Int
        let rest: ArraySlice<String>
    }

    /// For each path, the offset of its value; nil if it was not found.
    private(set) var found: [Int?]
    /// Those of the values that are left, a container before its elements.
    private var offsets: ArraySlice<Int>

    init(count: Int, offsets: [Int]) {
        found = Array(repeating: nil, count: count)
        self.offsets = offsets[...]
    }

    /// Finds where ways from a value lead, and passes all values within it.
    mutating func find(_ ways: [Way], in value: PropertyList) {
        let offset = offsets.popFirst()
        var branches: [ByteKey: [Way]] = [:]
        for way in ways {
            if let token = way.rest.first {
                branches[ByteKey(token), default: []].append(Way(number: way.number, rest: way.rest.dropFirst()))
            } else {
                found[way.number] = offset
            }
        }
        switch value {
        case .array(let elements):
            for (position, element) in elements.enumerated() {
                find(branches.isEmpty ? [] : branches[ByteKey(String(position))] ?? [], in: element)
            }
        case .dictionary(let dictionary):
            for entry in dictionary {
                find(branches.isEmpty ? [] : branches[ByteKey(entry.key)] ?? [], in: entry.value)
            }
        default: break
        }
    }
}
