/// An inspector that finds the hazards in an XML document, with their lines and columns, and the offset of each value.
struct XMLInspector: XMLValueHandler, ~Copyable {
    private struct Container {
        let isDictionary: Bool
        let start: Int
        /// The offset of each key, and the number of values before its own.
        var keys: [(text: String, offset: Int, valueCount: Int)] = []
        var count = 0
        /// Whether the latest value is an integer.
        var endsWithInteger = false

        /// The token of the latest element.
        var token: String {
            isDictionary ? keys.last?.text ?? "" : String(count - 1)
        }
    }

    /// The content of the latest key or scalar.
    private var content: XMLContent
    private var builder = PropertyListBuilder()
    private var containers: [Container] = []
    private var found: [(hazard: PropertyListHazard, offset: Int, pointer: [String])] = []
    /// The offset of each value, a container before its elements.
    private var offsets: [Int] = []

    /// Reads and inspects a document in UTF-8; `encoding` is its original encoding, nil for UTF-8.
    static func inspect(
        _ text: ByteView,
        encodedIn encoding: WideEncoding?
    ) throws(PropertyListError) -> (value: PropertyList, findings: [PropertyListFinding], offsets: [Int]) {
        var scanner = try XMLScanner(text)
        scanner.asides = []
        guard let first = try scanner.next() else { throw scanner.error(.empty) }
        var inspector = XMLInspector(content: scanner.content)
        try scanner.readValue(beginning: first, into: &inspector)
        try scanner.skipToEnd()
        guard let value = inspector.builder.root else { preconditionFailure("no document ends within a value") }
        if let encoding, !text.hasBytes("\u{FEFF}", at: 0) {
            inspector.found.insert((.encodingWithoutMark(encoding.name), 0, []), at: 0)
        }
        inspector.found += scanner.hazardsInDocumentTypes.map { ($0.hazard, $0.offset, []) }
        for (problem, offset) in scanner.problemsWithAsides(aroundRootAt: inspector.offsets.first ?? 0) {
            inspector.found.append((.malformedXML(problem), offset, []))
        }
        var counter = SourcePositionCounter(text)
        let findings = inspector.found.sorted { $0.offset < $1.offset }.map { hazard, offset, pointer in
            PropertyListFinding(hazard: hazard, position: counter.position(at: offset), pointer: pointer)
        }
        return (value, findings, inspector.offsets)
    }

    mutating func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        self.content = content
        let key = try content.string(of: text)
        builder.append(key: key)
        containers[containers.count - 1].keys.append((key, content.elementOffset, offsets.count))
        inspectMarkup(of: text)
        try inspectCharacters(of: text)
    }

    mutating func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        self.content = content
        beginElement(at: content.elementOffset, isInteger: element == .integer)
        let value = try content.value(of: element, text)
        builder.append(value)
        try inspect(element, text, value)
    }

    mutating func begin(_ container: XMLNesting.Container, at start: Int) {
        beginElement(at: start, isInteger: false)
        builder.begin(container, at: start)
        containers.append(Container(isDictionary: container == .dictionary, start: start))
    }

    mutating func endContainer(depth: Int, repeatsKey: Bool) {
        let container = containers.removeLast()
        inspect(container)
        if repeatsKey {
            inspectDuplicates(in: container)
        }
        var value = builder.end(counting: repeatsKey ? .last : nil)
        if depth > 0, let identifier = value.uidInXML {
            value = .uid(identifier)
            // The integer is part of the UID.
            offsets.removeLast()
        }
        builder.append(value)
    }

    private mutating func beginElement(at start: Int, isInteger: Bool) {
        offsets.append(start)
        guard !containers.isEmpty else { return }
        containers[containers.count - 1].count += 1
        containers[containers.count - 1].endsWithInteger = isInteger
    }

    private mutating func inspect(_ container: Container) {
        let isReference =
            container.count == 1 && container.endsWithInteger
            && container.keys.map(\.text) == [PropertyListDictionary.keyOfUIDInXML]
        if isReference {
            // The integer is part of the reference, so its size is not a hazard.
            if let latest = found.last, latest.hazard == .unsignedInteger, latest.offset > container.start {
                found.removeLast()
            }
            add(.reference, at: container.start)
        }
        for (key, other) in container.keys.map(\.text).equivalents {
            let offset = container.keys.last { $0.text.hasSameBytes(as: key) }?.offset ?? 0
            found.append((.equivalentKey(other), offset, pointer + [key]))
        }
    }

    /// Reports the entries of duplicate keys, and forgets the offsets of the values that are ignored.
    private mutating func inspectDuplicates(in container: Container) {
        guard let duplicates = DuplicateKeys(in: container.keys.map(\.text), counting: .last) else { return }
        for (key, position, isRead) in duplicates.entries {
            add(.duplicateKey(key, isRead: isRead), at: container.keys[position].offset)
        }
        let places = container.keys.map(\.valueCount) + [offsets.count]
        offsets.replaceSubrange(
            places[0]...,
            with: duplicates.positions.flatMap { offsets[places[$0]..<places[$0 + 1]] }
        )
    }

    // MARK: Scalars

    private mutating func inspect(
        _ element: XMLElement,
        _ text: XMLText,
        _ value: PropertyList
    ) throws(PropertyListError) {
        let bytes = content.document.bytes[text.range]
        let hasReference = !inspectMarkup(of: text) && text.hasMarkup
        switch element {
        case .string:
            try inspectCharacters(of: text)
        case .integer:
            inspectNumber(.integer, bytes, allowsSpaceBefore: true, hasReference)
            if bytes.hasSpaceAfterSign {
                add(.spaceAfterSign)
            }
        case .real:
            inspectReal(try content.string(of: text))
        case .date:
            inspectNumber(.date, bytes, allowsSpaceBefore: false, hasReference)
            if !hasReference, case .date(let date) = value, !date.hasFields(of: bytes.trimmingWhitespace) {
                add(.dateOverflow)
            }
        case .data where !text.hasMarkup && !Base64.isValid(bytes):
            add(.unusualPadding)
        case .data where hasReference:
            add(bytes.firstOffset(of: "<![CDATA[", from: 0) == nil ? .referenceInData : .markup(.data))
        case .data where isEmptyTag(before: text):
            add(.emptyData)
        case .true where !bytes.isEmpty, .false where !bytes.isEmpty:
            add(.contentOfBoolean)
        default:
            break
        }
        if element == .integer || element == .real, let hazard = value.hazard {
            add(hazard)
        }
    }

    /// Returns whether an element is an empty-element tag, such as `<data/>`, which ends where its text would start.
    private func isEmptyTag(before text: XMLText) -> Bool {
        text.range.isEmpty && content.document.bytes.hasBytes("/>", at: text.range.lowerBound - 2)
    }

    private mutating func inspectNumber(
        _ kind: PropertyListKind,
        _ bytes: ByteView,
        allowsSpaceBefore: Bool,
        _ hasReference: Bool
    ) {
        if hasReference {
            add(.markup(kind))
        }
        let hasSpaceBefore = bytes.count > 0 && bytes[0].isWhitespace
        let hasSpaceAfter = bytes.count > 0 && bytes[bytes.count - 1].isWhitespace
        if hasSpaceAfter || hasSpaceBefore && !allowsSpaceBefore {
            add(.whitespace(kind))
        }
    }

    private mutating func inspectReal(_ text: String) {
        // CoreFoundation skips whitespace before a number, but not before `nan` or a spelling of infinity.
        let isWord = text.utf8.contains { $0 == UInt8(ascii: "n") || $0 == UInt8(ascii: "N") }
        let hasSpaceBefore = text.utf8.first?.isWhitespace ?? false
        if text.utf8.last?.isWhitespace ?? false || hasSpaceBefore && isWord {
            add(.whitespace(.real))
        }
        if text.first == "-" || text.first == "+", text.dropFirst().lowercased() == "nan" {
            add(.signedNotANumber)
        }
    }

    // MARK: Text

    /// Reports a comment or a processing instruction: any markup with `<` except a CDATA section; returns whether one
    /// exists.
    @discardableResult
    private mutating func inspectMarkup(of text: XMLText) -> Bool {
        guard text.hasMarkup else { return false }
        let bytes = content.document.bytes[..<text.range.upperBound]
        var offset = text.range.lowerBound
        while let start = bytes.firstOffset(of: UInt8(ascii: "<"), from: offset) {
            guard bytes.hasBytes("<![CDATA[", at: start) else {
                add(.comment, at: start)
                return true
            }
            offset = (bytes.firstOffset(of: "]]>", from: start) ?? bytes.count - 3) + 3
        }
        return false
    }

    /// Reports the first character that XML 1.0 does not allow (production 2), or reads as another one (section 2.11),
    /// the end of a section that has not begun (production 14), and a byte order mark, which CoreFoundation drops.
    private mutating func inspectCharacters(of text: XMLText) throws(PropertyListError) {
        let bytes = content.document.bytes[text.range]
        if let position = bytes.firstOffset(of: UInt8(ascii: "\r"), from: 0) {
            add(.carriageReturn, at: text.range.lowerBound + position)
        }
        if let position = bytes.offsetOfStraySectionEnd {
            add(.malformedXML("]]> in text"), at: text.range.lowerBound + position)
        }
        let isPlain = !text.hasMarkup && bytes.isASCII
        let scalars = isPlain ? "".unicodeScalars : try content.string(of: text).unicodeScalars
        if scalars.first == "\u{FEFF}" {
            add(.byteOrderMark)
        }
        if let position = (0..<bytes.count).first(where: { bytes[$0].isControlInXML }) {
            add(.controlCharacter(UInt32(bytes[position])), at: text.range.lowerBound + position)
        } else if let scalar = scalars.first(where: { !$0.isAllowedInXML }) {
            add(.controlCharacter(scalar.value))
        }
    }

    // MARK: Findings

    private var pointer: [String] {
        containers.map(\.token)
    }

    /// Adds a hazard at an offset, by default at the latest key or scalar.
    private mutating func add(_ hazard: PropertyListHazard, at offset: Int? = nil) {
        found.append((hazard, offset ?? content.elementOffset, pointer))
    }
}

extension ByteView {
    /// The offset in a text of the first `]]>` that ends no CDATA section; nil if there is none.
    fileprivate var offsetOfStraySectionEnd: Int? {
        var cursor = ByteCursor(self)
        while let end = firstOffset(of: "]]>", from: cursor.offset) {
            cursor.skip { $0 != UInt8(ascii: "<") }
            guard cursor.offset < end else { return end }
            let closing: StaticString =
                cursor.skip("<![CDATA[") ? "]]>" : cursor.skip("<!--") ? "-->" : "?>"
            let close = firstOffset(of: closing, from: cursor.offset) ?? end
            cursor.move(to: close + closing.utf8CodeUnitCount)
        }
        return nil
    }

    /// Whether whitespace follows the sign of a number.
    fileprivate var hasSpaceAfterSign: Bool {
        var cursor = ByteCursor(self)
        cursor.skip(while: \.isWhitespace)
        return (cursor.skip("-") || cursor.skip("+")) && cursor.peek?.isWhitespace ?? false
    }
}

extension PropertyListDate {
    /// Returns whether the text of a `<date>` element has the fields that this date has, after the year.
    fileprivate func hasFields(of text: ByteView) -> Bool {
        guard let time = civilTimeInXML else { return false }
        var fields: [UInt8] = []
        fields.append(addingCapacity: Self.longestXML) { output in output.append(afterYear: time) }
        let start = text.count - fields.count - 1
        return start >= 0 && text[start..<text.count - 1].hasSameBytes(as: fields)
    }
}

extension Unicode.Scalar {
    var isAllowedInXML: Bool {
        value < 0x20 ? !UInt8(value).isControlInXML : value != 0xFFFE && value != 0xFFFF
    }
}
