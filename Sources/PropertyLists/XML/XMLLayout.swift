/// The places of a container and its entries in the bytes of an XML property list: the elements, including their tags.
///
/// An entry is scanned again when its ranges are needed: a change needs those of few.
struct XMLLayout: EntryLayout {
    let container: XMLNesting.Container
    let element: Range<Int>
    let body: Range<Int>
    let starts: [Int]

    var isDictionary: Bool { container == .dictionary }

    init(_ container: XMLNesting.Container, startTag: Range<Int>, starts: [Int], endTag: Range<Int>) {
        self.container = container
        element = startTag.lowerBound..<endTag.upperBound
        body = startTag.upperBound..<max(endTag.lowerBound, startTag.upperBound)
        self.starts = starts
    }

    init?(of element: Range<Int>, in bytes: ByteView) throws(PropertyListError) {
        var scanner = try XMLScanner(bytes[element])
        guard case .begin(let container)? = try scanner.next() else { return nil }
        let start = element.lowerBound
        let startTagEnd = start + scanner.offset
        var starts: [Int] = []
        var check = XMLCheck()
        while try scanner.next() != nil, scanner.depth > 0 {
            starts.append(start + scanner.eventOffset)
            try scanner.readValue(downTo: 1, into: &check)
        }
        let endTag = start + scanner.eventOffset..<element.upperBound
        self.init(container, startTag: start..<startTagEnd, starts: starts, endTag: endTag)
    }

    func entry(at position: Int, in bytes: ByteView) throws(PropertyListError) -> EntryPlace {
        let start = starts[position]
        var scanner = XMLScanner(try UTF8Text(validating: part(at: position, of: bytes)), within: container)
        var keyEnd = start
        var event = try scanner.next()
        if case .key? = event {
            keyEnd += scanner.offset
            event = try scanner.next()
        }
        guard let event else { preconditionFailure("no entry at the position") }
        let valueStart = start + scanner.eventOffset
        var check = XMLCheck()
        try scanner.readValue(beginning: event, into: &check)
        return EntryPlace(key: start..<keyEnd, value: valueStart..<start + scanner.offset, separator: nil)
    }

    /// Returns the bytes from an entry up to the next entry, or to the end of the body.
    private func part(at position: Int, of bytes: ByteView) -> ByteView {
        let end = position + 1 < starts.count ? starts[position + 1] : body.upperBound
        return bytes[starts[position]..<end]
    }

    func keys(in bytes: ByteView) throws(PropertyListError) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(starts.count)
        for position in starts.indices {
            keys.append(try key(at: position, in: bytes))
        }
        return keys
    }

    private func key(at position: Int, in bytes: ByteView) throws(PropertyListError) -> String {
        // Most keys have no markup, and are read in a fraction of the time.
        if let text = plainKey(at: position, in: bytes), let key = String(validating: bytes[text]) {
            return key
        }
        return try XMLScanner.key(at: 0, in: UTF8Text(validating: part(at: position, of: bytes)))
    }

    /// Returns the range of the text of a key; nil if it may have markup, or its element may be spelled unusually.
    private func plainKey(at position: Int, in bytes: ByteView) -> Range<Int>? {
        let start = starts[position] + XMLElement.key.startTagLength
        guard bytes.hasBytes("<key>", at: starts[position]), let end = bytes.offsetOfMarkup(from: start),
            bytes.hasEndTag(of: .key, at: end)
        else { return nil }
        return start..<end
    }

    /// Returns whether all keys are known to be ASCII, so that `UserDefaults` sorts them by their bytes.
    func keysAreASCII(in bytes: ByteView) -> Bool {
        starts.indices.allSatisfy { position in
            plainKey(at: position, in: bytes).map { bytes[$0].isASCII } ?? false
        }
    }

    /// Returns the number of keys that precede another one, in a document with keys sorted as `UserDefaults` sorts
    /// them.
    func sortedPosition(of key: String, in bytes: ByteView) throws(PropertyListError) -> Int {
        try starts.indices.partitioningIndex { position throws(PropertyListError) in
            try !self.key(at: position, in: bytes).precedesInUserDefaultsOrder(key)
        }
    }

    func style(in bytes: ByteView, within outer: XMLWriter, depth: Int) -> XMLWriter {
        XMLWriter(indentation: indentation(in: bytes, within: outer.indentation, depth: depth))
    }
}

extension XMLWriter: EntryStyle {
    static func comment(at offset: Int, in bytes: ByteView) -> (end: Int, endsLine: Bool)? {
        guard bytes.hasBytes("<!--", at: offset) else { return nil }
        return bytes.firstOffset(of: "-->", from: offset + 4).map { ($0 + 3, false) }
    }

    mutating func text(of value: PropertyList, depth: Int, like old: ByteView?) throws(PropertyListError) -> [UInt8] {
        var output: [UInt8] = []
        try append(value, depth: depth, to: &output)
        return output
    }

    func text(ofKey key: String, like old: ByteView?) -> [UInt8] {
        var output: [UInt8] = []
        append(key: key, to: &output)
        return output
    }

    mutating func assignment(depth: Int) -> [UInt8] { indentation.lineBreak(depth: depth) }

    func separator(inDictionary: Bool) -> UInt8? { nil }

    func isForm(_ value: PropertyList) -> Bool { value.uidInXML != nil }
}

extension EntryEditor<XMLLayout> {
    /// Returns a parsed document with another root dictionary in place of its own.
    ///
    /// Returns nil if keys of both are in different orders: the document must be rewritten.
    ///
    /// - Throws: a problem with the document; `tooDeep`, `dateOutOfRange` and `dictionaryReadsAsUID` for a value.
    static func splice(
        _ bytes: ByteView,
        changing old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(PropertyListError) -> Splice? {
        var scanner = try XMLScanner(bytes)
        guard case .begin(.dictionary)? = try scanner.next() else { return nil }
        let layout = try LocatedEntries(of: .named([]), inRootDictionaryOf: &scanner).layout
        var removed: [String] = []
        guard let changes = new.changes(from: old),
            let located = try layout.located(changes, in: bytes, removing: &removed)
        else { return nil }
        var splice = try splice(bytes, layout, located)
        splice.duplicates += removed
        return splice
    }

    /// Returns a document with changes of its entries, in their order; an entry without a change stays.
    static func splice(
        _ bytes: ByteView,
        _ layout: XMLLayout,
        _ changes: [EntryChange]
    ) throws(PropertyListError) -> Splice {
        let root = Indentation(beforeRoot: layout.element.lowerBound, of: bytes)
        return try splice(bytes, layout, changes, within: XMLWriter(indentation: root))
    }
}
