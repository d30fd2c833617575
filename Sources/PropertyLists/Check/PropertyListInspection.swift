/// The result of reading and inspecting a document: its value, its hazards, and the offset of each value.
package struct PropertyListInspection: Sendable {
    package let value: PropertyList
    package let format: PropertyListFormat
    /// The hazards in the document, in document order.
    package private(set) var findings: [PropertyListFinding] = []
    /// The offset of each value, a container before its elements; empty for OpenStep text.
    private var offsets: [Int] = []

    /// Reads and inspects a document.
    ///
    /// - Parameters:
    ///   - format: the format of the document, which is detected if it is nil.
    ///   - isSuite: whether `UserDefaults` would read the document as a suite; its format is then a possible hazard.
    package init(of bytes: Span<UInt8>, as format: PropertyListFormat? = nil, isSuite: Bool) throws(PropertyListError) {
        self = try bytes.withDocument(as: format) { text, encoding, format throws(PropertyListError) in
            try PropertyListInspection(of: text, encodedIn: encoding, as: format, isSuite: isSuite)
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
            (value, findings, offsets) = try XMLInspector.inspect(text, encodedIn: encoding)
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
                findings = [PropertyListFinding(hazard: .format(.json), position: start, pointer: [])]
            }
            findings += zip(found, positions(of: found.map(\.pointer), in: text)).map { finding, position in
                PropertyListFinding(hazard: finding.hazard, position: position, pointer: finding.pointer)
            }
        case .openStep:
            let document = try OpenStepReader.inspect(text)
            value = document.value
            var counter = SourcePositionCounter(text)
            findings = document.hazards.filter { isSuite || !$0.hazard.isOnlyInSuite }
                .sorted { $0.offset < $1.offset }
                .map { PropertyListFinding(hazard: $0.hazard, position: counter.position(at: $0.offset), pointer: []) }
            findings += ValueInspector.findings(in: value)
        }
    }

    /// Returns the position of the value at each pointer, as in ``PropertyList/subscript(pointer:)``, in one pass.
    ///
    /// A position is nil if no value exists at its pointer. All positions are nil in OpenStep text.
    package func positions(of pointers: [[String]], in bytes: Span<UInt8>) throws(PropertyListError)
        -> [SourcePosition?]
    {
        try bytes.withDocument(as: format) { text, _, _ in positions(of: pointers, in: text) }
    }

    private func positions(of pointers: [[String]], in text: ByteView) -> [SourcePosition?] {
        var search = PointerSearch(count: pointers.count, offsets: offsets)
        if !pointers.isEmpty, !offsets.isEmpty {
            search.find(pointers.enumerated().map { PointerSearch.Way(number: $0, rest: $1[...]) }, in: value)
        }
        var positions =
            format == .binary
            ? search.found.compactMap { $0.map(SourcePosition.init(offset:)) }[...]
            : SourcePosition.positions(at: search.found.compactMap(\.self), in: text)[...]
        return search.found.map { $0 == nil ? nil : positions.popFirst() }
    }
}

/// A search for the offsets of the values at several pointers, in one pass.
private struct PointerSearch {
    struct Way {
        let number: Int
        let rest: ArraySlice<String>
    }

    /// For each pointer, the offset of its value; nil if it was not found.
    private(set) var found: [Int?]
    /// The offsets of the remaining values, a container before its elements.
    private var offsets: ArraySlice<Int>

    init(count: Int, offsets: [Int]) {
        found = Array(repeating: nil, count: count)
        self.offsets = offsets[...]
    }

    /// Finds the values at pointers into a value, and consumes the offsets of all values inside it.
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

/// A hazard in a document, and its position.
package struct PropertyListFinding: Hashable, Sendable {
    package let hazard: PropertyListHazard
    /// The position in the document; nil for a value in OpenStep text, whose offsets are not recorded.
    package let position: SourcePosition?
    /// The pointer to the value, as in ``PropertyList/subscript(pointer:)``; empty for the document as a whole.
    package let pointer: [String]
}
