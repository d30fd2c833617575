/// Walks an XML property list event by event, and checks on the way that the document is well-formed.
///
/// A root without `<plist>` is read, as CoreFoundation reads it. What a scalar's text spells is not looked at, nor is a
/// reference in a text, unless it is asked for.
struct XMLScanner {
    private enum Container {
        case array
        case dictionary
    }

    /// What may come next.
    private enum Expectation {
        case root
        case key
        case valueOfKey
        case element
        /// Nothing but `</plist>`, where that is due.
        case end
    }

    private var lexer: XMLLexer
    private var expected = Expectation.root
    private var isPlistOpen = false
    private var containers: [Container] = []
    private var keys = XMLKeys()
    /// Whether the latest event began a container by an empty-element tag, so that its end comes next.
    private var endsContainerNext = false
    /// Where the element or tag of the latest event starts.
    private(set) var eventOffset = 0

    /// - Throws: `invalidUTF8`.
    init(_ bytes: ByteView) throws(PropertyListError) {
        lexer = try XMLLexer(bytes)
    }

    /// The key that an element spells, which stands alone.
    static func key(ofElement bytes: ByteView) throws(PropertyListError) -> String {
        var scanner = try XMLScanner(bytes)
        scanner.expected = .key
        guard case .key(let text)? = try scanner.next() else { throw scanner.error(.unexpectedEnd(within: "<key>")) }
        return try scanner.string(of: text)
    }

    var text: UTF8Text { lexer.text }

    /// What the text of the latest event stands for.
    @inline(__always)
    var content: XMLContent { XMLContent(document: text, elementOffset: eventOffset) }

    /// The characters that a text stands for.
    func string(of text: XMLText) throws(PropertyListError) -> String {
        try content.string(of: text)
    }

    /// The value that a scalar spells, the latest event.
    func value(of element: XMLElement, _ text: XMLText) throws(PropertyListError) -> PropertyList {
        try content.value(of: element, text)
    }

    /// Where the latest event ends: just past its element or tag.
    var offset: Int { lexer.offset }

    /// Where the internal subset of the document type begins; nil where there is none.
    var documentTypeSubset: Int? { lexer.documentTypeSubset }

    /// The number of containers that are open after the latest event.
    var depth: Int { containers.count }

    /// A problem at an offset; without one, at the latest event.
    func error(_ problem: PropertyListProblem, at offset: Int? = nil) -> PropertyListError {
        lexer.error(problem, at: offset ?? eventOffset)
    }

    /// The next event; nil once the document has ended as it should.
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
            case .plist:
                try plist(tag)
            case _ where tag.form == .end:
                return try end(tag)
            case .key:
                return .key(try key(tag))
            default:
                return try value(tag)
            }
        }
        return nil
    }

    /// The next tag; nil once the document has ended as it should.
    private mutating func nextTag() throws(PropertyListError) -> (tag: XMLTag, start: Int)? {
        if expected == .end, !isPlistOpen {
            try lexer.skipMiscellany()
            guard lexer.isAtEnd else { throw error(.trailingContent, at: lexer.offset) }
            return nil
        }
        guard let next = try lexer.nextTag() else {
            throw unexpectedEnd()
        }
        return next
    }

    // MARK: The document

    private mutating func plist(_ tag: XMLTag) throws(PropertyListError) {
        switch (tag.form, expected) {
        case (.start, .root) where !isPlistOpen:
            isPlistOpen = true
        case (.end, .end):
            isPlistOpen = false
        case (.end, .root) where isPlistOpen, (.empty, .root) where !isPlistOpen:
            throw error(.empty)
        default:
            throw unexpected(tag)
        }
    }

    // MARK: Elements

    /// A key or a scalar, where such is due and comes next, spelled as most are.
    ///
    /// What it finds, the other functions would find too, but in several times the steps.
    @inline(__always)
    private mutating func nextPlainElement() -> XMLEvent? {
        switch expected {
        case .key:
            guard let (_, start, text) = lexer.nextPlainElement(isKey: true) else { return nil }
            eventOffset = start
            keys.append(text, at: start, in: self.text)
            expected = .valueOfKey
            return .key(text)
        case .valueOfKey, .element:
            guard let (element, start, text) = lexer.nextPlainElement(isKey: false) else { return nil }
            eventOffset = start
            expected = expected == .element ? .element : .key
            return .scalar(element, text)
        case .root, .end:
            return nil
        }
    }

    /// A step over a key or a scalar that it checks, where such is due and comes next, spelled as most are; whether there
    /// was one.
    @inline(__always)
    mutating func skipPlainElement() throws(PropertyListError) -> Bool {
        guard !endsContainerNext else { return false }
        switch nextPlainElement() {
        case .key(let text): try content.check(text)
        case .scalar(let element, let text): try content.check(element, text)
        default: return false
        }
        return true
    }

    private mutating func key(_ tag: XMLTag) throws(PropertyListError) -> XMLText {
        guard expected == .key else {
            throw unexpected(tag)
        }
        let key = try text(of: tag)
        keys.append(key, at: eventOffset, in: text)
        expected = .valueOfKey
        return key
    }

    private mutating func value(_ tag: XMLTag) throws(PropertyListError) -> XMLEvent {
        guard expected != .key, expected != .end else {
            throw unexpected(tag)
        }
        switch tag.element {
        case .dictionary:
            try begin(.dictionary, tag)
            return .beginDictionary
        case .array:
            try begin(.array, tag)
            return .beginArray
        default:
            let text = try text(of: tag)
            expectAfterValue()
            return .scalar(tag.element, text)
        }
    }

    private mutating func text(of tag: XMLTag) throws(PropertyListError) -> XMLText {
        if tag.form == .empty {
            return XMLText(range: lexer.offset..<lexer.offset, hasMarkup: false)
        }
        return try lexer.text(of: tag.element)
    }

    private mutating func expectAfterValue() {
        switch containers.last {
        case .dictionary: expected = .key
        case .array: expected = .element
        case nil: expected = .end
        }
    }

    // MARK: Containers

    private mutating func begin(_ container: Container, _ tag: XMLTag) throws(PropertyListError) {
        do throws(PropertyListProblem) {
            try PropertyList.checkDepth(depth)
        } catch {
            throw self.error(error)
        }
        containers.append(container)
        switch container {
        case .array:
            expected = .element
        case .dictionary:
            expected = .key
            keys.beginDictionary()
        }
        endsContainerNext = tag.form == .empty
    }

    private mutating func end(_ tag: XMLTag) throws(PropertyListError) -> XMLEvent {
        switch (expected, tag.element) {
        case (.element, .array), (.key, .dictionary):
            return try endContainer()
        case (.valueOfKey, .dictionary):
            throw error(.missingValue(key: try keys.last.map(string) ?? ""))
        case (.element, _):
            throw error(.mismatchedTag(tag.spelling, expected: "</array>"))
        case (.key, _), (.valueOfKey, _):
            throw error(.mismatchedTag(tag.spelling, expected: "</dict>"))
        case (.root, _), (.end, _):
            throw unexpected(tag)
        }
    }

    private mutating func endContainer() throws(PropertyListError) -> XMLEvent {
        if containers.removeLast() == .dictionary, let keys = keys.endDictionary() {
            try check(keys)
        }
        expectAfterValue()
        return .endContainer
    }

    /// Checks that no key of a dictionary stands twice.
    private func check(_ keys: [XMLKeys.Key]) throws(PropertyListError) {
        guard mayHoldKeyTwice(keys) else { return }
        var spelled: [(key: String, offset: Int)] = []
        for key in keys {
            spelled.append((try string(of: key.text), key.offset))
        }
        // A stable order: of keys that are the same, the later comes last.
        spelled.sort { $0.key.precedesInByteOrder($1.key) }
        for (first, second) in zip(spelled, spelled.dropFirst()) where first.key.hasSameBytes(as: second.key) {
            throw error(.duplicateKey(second.key), at: second.offset)
        }
    }

    /// How many keys are compared each with each, which is the quicker way.
    private static let fewKeys = 8

    /// Whether a key may stand twice: it does, unless markup spells one of them.
    private func mayHoldKeyTwice(_ keys: [XMLKeys.Key]) -> Bool {
        if keys.contains(where: \.text.hasMarkup) {
            return true
        }
        let bytes = text.bytes
        if keys.count <= Self.fewKeys {
            return keys.indices.contains { second in
                keys[..<second].contains { bytes[$0.text.range].hasSameBytes(as: bytes[keys[second].text.range]) }
            }
        }
        let sorted = keys.sorted { bytes[$0.text.range].precedes(bytes[$1.text.range]) }
        return sorted.indices.dropFirst().contains {
            bytes[sorted[$0 - 1].text.range].hasSameBytes(as: bytes[sorted[$0].text.range])
        }
    }

    // MARK: Errors

    private func unexpectedEnd() -> PropertyListError {
        let problem: PropertyListProblem =
            switch containers.last {
            case .array: .unexpectedEnd(within: "<array>")
            case .dictionary: .unexpectedEnd(within: "<dict>")
            case nil: isPlistOpen ? .unexpectedEnd(within: "<plist>") : .empty
            }
        return error(problem, at: lexer.offset)
    }

    private func unexpected(_ tag: XMLTag) -> PropertyListError {
        let expectation =
            switch expected {
            case .root: isPlistOpen ? "a value" : "<plist>"
            case .key: "<key> or </dict>"
            case .valueOfKey: "a value for the key before it"
            case .element: "a value or </array>"
            case .end: "</plist>"
            }
        return error(.unexpected(tag.spelling, expected: expectation))
    }
}
