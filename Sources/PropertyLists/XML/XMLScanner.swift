/// An event in a scan of an XML property list.
enum XMLEvent {
    case begin(XMLNesting.Container)
    /// The end of the innermost dictionary or array, and whether it contains a key twice.
    case endContainer(repeatsKey: Bool)
    /// The key of the next value.
    case key(XMLText)
    /// A value that does not contain further values: the text of an element.
    case scalar(XMLElement, XMLText)
}

/// The text of an element, as the document spells it: most has no markup, and references are resolved on demand.
struct XMLText {
    enum Markup {
        case none
        /// Only usual references, each of them checked.
        case references
        /// Perhaps other references, a CDATA section, a comment or a processing instruction.
        case any
    }

    let range: Range<Int>
    let markup: Markup

    @inline(always)
    var hasMarkup: Bool { markup != .none }
}

/// A scanner that goes through an XML property list event by event, and checks that it is well-formed.
///
/// It accepts a root without `<plist>`, as CoreFoundation does. It checks a scalar's text, and the references in a
/// text, only on request.
struct XMLScanner: ~Copyable {
    let text: UTF8Text
    var cursor: ByteCursor
    var markup: XMLMarkup
    var nesting: XMLNesting
    private(set) var isPlistOpen = false
    /// Whether the latest event is the empty-element tag of a container, so that its end comes next.
    private(set) var endsContainerNext = false
    /// The start of the latest event's element or tag.
    private(set) var eventOffset = 0
    /// The ranges of markup that does not affect the value, and of tags with attributes; nil if they are not wanted.
    var asides: [Range<Int>]?

    init(_ bytes: ByteView) throws(PropertyListError) {
        text = try UTF8Text(validating: bytes)
        cursor = ByteCursor(bytes)
        markup = XMLMarkup(of: bytes)
        nesting = XMLNesting(inDocumentOf: bytes.count)
        _ = cursor.skip("\u{FEFF}")
    }

    /// Creates a scanner of a part of a document, inside a root container.
    init(_ document: UTF8Text, at offset: Int = 0, within root: XMLNesting.Container) {
        text = document
        cursor = ByteCursor(document.bytes, offset: offset)
        markup = XMLMarkup(of: document.bytes)
        nesting = XMLNesting(within: root)
    }

    /// Returns the key that the element at an offset spells.
    static func key(at offset: Int, in document: UTF8Text) throws(PropertyListError) -> String {
        var scanner = XMLScanner(document, at: offset, within: .dictionary)
        guard case .key(let text)? = try scanner.next() else { throw scanner.error(.unexpectedEnd(within: "<key>")) }
        return try scanner.content.string(of: text)
    }

    var bytes: ByteView { cursor.bytes }

    @inline(__always)
    var content: XMLContent { XMLContent(document: text, elementOffset: eventOffset) }

    /// The end of the latest event: just past its element or tag.
    var offset: Int { cursor.offset }

    var depth: Int { nesting.depth }

    /// Returns the error for a problem at an offset, by default at the latest event.
    func error(_ problem: PropertyListProblem, at offset: Int? = nil) -> PropertyListError {
        PropertyListError(problem, at: SourcePosition(offset: offset ?? eventOffset, in: bytes))
    }

    /// Returns the next event, or nil at the end of a well-formed document.
    @inline(__always)
    mutating func next() throws(PropertyListError) -> XMLEvent? {
        if endsContainerNext {
            endsContainerNext = false
            return try endContainer()
        }
        if let event = nextPlainElement() {
            return event
        }
        while let (tag, start) = try nextTag() {
            eventOffset = start
            switch tag.element {
            case .plist: try plist(tag)
            case _ where tag.form == .end: return try end(tag)
            case .key: return .key(try key(tag))
            default: return try value(tag)
            }
        }
        return nil
    }

    /// Checks the rest of the document.
    mutating func skipToEnd() throws(PropertyListError) {
        while try next() != nil {}
    }

    /// Skips the next tag and returns it, or nil at the end of a well-formed document.
    private mutating func nextTag() throws(PropertyListError) -> (tag: XMLTag, start: Int)? {
        if nesting.expected == .end, !isPlistOpen {
            try skipMiscellany()
            guard cursor.isAtEnd else { throw error(.trailingContent, at: offset) }
            return nil
        }
        cursor.move(to: bytes.endOfWhitespace(from: offset))
        var start = offset
        if let tag = skipPlainTag() {
            return (tag, start)
        }
        try skipMiscellany()
        start = offset
        guard !cursor.isAtEnd else { throw unexpectedEnd() }
        return (try tag(), start)
    }

    // MARK: The document

    private mutating func plist(_ tag: XMLTag) throws(PropertyListError) {
        switch (tag.form, nesting.expected) {
        case (.start, .root) where !isPlistOpen: isPlistOpen = true
        case (.end, .end): isPlistOpen = false
        case (.end, .root) where isPlistOpen, (.empty, .root) where !isPlistOpen: throw error(.empty)
        default: throw unexpected(tag)
        }
    }

    // MARK: Elements

    /// Returns the next key or scalar if it is expected and in the usual spelling.
    ///
    /// The general way finds the same in several times the steps.
    @inline(__always)
    mutating func nextPlainElement() -> XMLEvent? {
        guard !endsContainerNext else { return nil }
        switch nesting.expected {
        case .key:
            guard let (_, start, text) = skipPlainElement(isKey: true) else { return nil }
            eventOffset = start
            nesting.append(text, at: start, isPlain: !text.hasMarkup, in: bytes)
            return .key(text)
        case .valueOfKey, .element:
            guard let (element, start, text) = skipPlainElement(isKey: false) else { return nil }
            eventOffset = start
            nesting.appendScalar()
            return .scalar(element, text)
        case .root, .end:
            return nil
        }
    }

    private mutating func key(_ tag: XMLTag) throws(PropertyListError) -> XMLText {
        guard nesting.expected == .key else { throw unexpected(tag) }
        let key = try text(of: tag)
        let isPlain =
            !key.hasMarkup && key.range.lowerBound == eventOffset + XMLElement.key.startTagLength
            && key.range.upperBound == offset - XMLElement.key.endTagLength
        nesting.append(key, at: eventOffset, isPlain: isPlain, in: bytes)
        return key
    }

    private mutating func value(_ tag: XMLTag) throws(PropertyListError) -> XMLEvent {
        guard nesting.expected != .key, nesting.expected != .end else { throw unexpected(tag) }
        switch tag.element {
        case .dictionary: return try begin(.dictionary, tag)
        case .array: return try begin(.array, tag)
        default:
            let text = try text(of: tag)
            nesting.appendScalar()
            return .scalar(tag.element, text)
        }
    }

    private mutating func text(of tag: XMLTag) throws(PropertyListError) -> XMLText {
        if tag.form == .empty {
            return XMLText(range: offset..<offset, markup: .none)
        }
        return try text(of: tag.element)
    }

    // MARK: Containers

    private mutating func begin(
        _ container: XMLNesting.Container,
        _ tag: XMLTag
    ) throws(PropertyListError) -> XMLEvent {
        try PropertyList.checkDepth(depth, at: SourcePosition(offset: eventOffset, in: bytes))
        nesting.begin(container)
        endsContainerNext = tag.form == .empty
        return .begin(container)
    }

    private mutating func end(_ tag: XMLTag) throws(PropertyListError) -> XMLEvent {
        switch (nesting.expected, tag.element) {
        case (.element, .array), (.key, .dictionary):
            return try endContainer()
        case (.valueOfKey, .dictionary):
            let key = if let start = nesting.keys.latest { try XMLScanner.key(at: start, in: text) } else { "" }
            throw error(.missingValue(key: key))
        case (.element, _):
            throw error(.mismatchedTag(tag.spelling, expected: "</array>"))
        case (.key, _), (.valueOfKey, _):
            throw error(.mismatchedTag(tag.spelling, expected: "</dict>"))
        case (.root, _), (.end, _):
            throw unexpected(tag)
        }
    }

    private mutating func endContainer() throws(PropertyListError) -> XMLEvent {
        .endContainer(repeatsKey: try nesting.end(in: text))
    }

    // MARK: Errors

    private func unexpectedEnd() -> PropertyListError {
        let problem: PropertyListProblem =
            switch nesting.innermost {
            case .array: .unexpectedEnd(within: "<array>")
            case .dictionary: .unexpectedEnd(within: "<dict>")
            case nil: isPlistOpen ? .unexpectedEnd(within: "<plist>") : .empty
            }
        return error(problem, at: offset)
    }

    private func unexpected(_ tag: XMLTag) -> PropertyListError {
        let expectation =
            switch nesting.expected {
            case .root: isPlistOpen ? "a value" : "<plist>"
            case .key: "<key> or </dict>"
            case .valueOfKey: "a value"
            case .element: "a value or </array>"
            case .end: "</plist>"
            }
        return error(.unexpected(tag.spelling, expected: expectation))
    }
}
