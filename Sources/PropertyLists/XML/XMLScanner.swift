/// Walks an XML property list event by event, and checks on the way that the document is well-formed.
///
/// A root without `<plist>` is read, as CoreFoundation reads it.
struct XMLScanner {
    private enum Container {
        case array
        case dictionary
    }

    private enum Stage {
        case beforeRoot
        case inRoot
        case afterRoot
    }

    private var lexer: XMLLexer
    private var stage = Stage.beforeRoot
    private var isPlistOpen = false
    private var containers: [Container] = []
    /// The key that waits for its value, in the innermost container.
    private var pendingKey: XMLText?
    /// Whether the latest event began a container by an empty-element tag, so that its end comes next.
    private var endsContainerNext = false
    /// Where the element or tag of the latest event starts.
    private(set) var eventOffset = 0

    init(_ bytes: ByteView) {
        lexer = XMLLexer(bytes)
    }

    var bytes: ByteView { lexer.bytes }

    /// Where the latest event ends: just past its element or tag.
    var offset: Int { lexer.offset }

    /// The number of containers that are open after the latest event.
    var depth: Int { containers.count }

    /// A problem at an offset; without one, at the latest event.
    func error(_ problem: PropertyListProblem, at offset: Int? = nil) -> PropertyListError {
        lexer.error(problem, at: offset ?? eventOffset)
    }

    /// The next event; nil once the document has ended as it should.
    mutating func next() throws(PropertyListError) -> XMLEvent? {
        if endsContainerNext {
            endsContainerNext = false
            return endContainer()
        }
        while true {
            try lexer.skipMiscellany()
            eventOffset = lexer.offset
            if stage == .afterRoot, !isPlistOpen, !lexer.isAtEnd {
                throw error(.trailingContent)
            }
            guard let tag = try lexer.nextTag() else {
                try checkEnd()
                return nil
            }
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
    }

    // MARK: The document

    private mutating func plist(_ tag: XMLTag) throws(PropertyListError) {
        switch (tag.form, stage) {
        case (.start, .beforeRoot) where !isPlistOpen:
            isPlistOpen = true
        case (.end, .afterRoot) where isPlistOpen:
            isPlistOpen = false
        case (.end, .beforeRoot) where isPlistOpen, (.empty, .beforeRoot) where !isPlistOpen:
            throw error(.empty)
        default:
            throw unexpected(tag)
        }
    }

    private func checkEnd() throws(PropertyListError) {
        if let container = containers.last {
            throw error(.unexpectedEnd(within: container == .array ? "<array>" : "<dict>"))
        }
        if isPlistOpen {
            throw error(.unexpectedEnd(within: "<plist>"))
        }
        if stage == .beforeRoot {
            throw error(.empty)
        }
    }

    // MARK: Elements

    private mutating func key(_ tag: XMLTag) throws(PropertyListError) -> XMLText {
        guard containers.last == .dictionary, pendingKey == nil else {
            throw unexpected(tag)
        }
        let key = try text(of: tag)
        pendingKey = key
        return key
    }

    private mutating func value(_ tag: XMLTag) throws(PropertyListError) -> XMLEvent {
        if containers.last == .dictionary {
            guard pendingKey != nil else {
                throw unexpected(tag)
            }
            pendingKey = nil
        } else if stage == .afterRoot {
            throw unexpected(tag)
        }
        stage = .inRoot
        switch tag.element {
        case .dictionary:
            return begin(.dictionary, tag)
        case .array:
            return begin(.array, tag)
        default:
            let scalar = try scalar(tag)
            endRootIfOutermost()
            return .scalar(scalar)
        }
    }

    private mutating func scalar(_ tag: XMLTag) throws(PropertyListError) -> XMLScalar {
        let text = try text(of: tag)
        switch tag.element {
        case .string:
            return .string(text)
        case .integer:
            return .integer(text)
        case .real:
            return .real(text)
        case .date:
            return .date(text)
        case .data:
            return .data(text)
        case .true, .false:
            guard try string(of: text).utf8.allSatisfy(\.isWhiteSpace) else {
                throw error(.unexpected("text", expected: "</\(tag.element.name)>"))
            }
            return .boolean(tag.element == .true)
        case .plist, .key, .dictionary, .array:
            throw unexpected(tag)
        }
    }

    private mutating func text(of tag: XMLTag) throws(PropertyListError) -> XMLText {
        if tag.form == .empty {
            return XMLText(range: lexer.offset..<lexer.offset, hasMarkup: false)
        }
        return try lexer.text(of: tag.element)
    }

    // MARK: Containers

    private mutating func begin(_ container: Container, _ tag: XMLTag) -> XMLEvent {
        containers.append(container)
        endsContainerNext = tag.form == .empty
        return container == .array ? .beginArray : .beginDictionary
    }

    private mutating func end(_ tag: XMLTag) throws(PropertyListError) -> XMLEvent {
        switch (containers.last, tag.element) {
        case (.array, .array):
            return endContainer()
        case (.dictionary, .dictionary):
            if let pendingKey {
                throw error(.missingValue(key: try string(of: pendingKey)))
            }
            return endContainer()
        case (.array, _):
            throw error(.mismatchedTag(tag.spelling, expected: "</array>"))
        case (.dictionary, _):
            throw error(.mismatchedTag(tag.spelling, expected: "</dict>"))
        case (nil, _):
            throw unexpected(tag)
        }
    }

    private mutating func endContainer() -> XMLEvent {
        containers.removeLast()
        endRootIfOutermost()
        return .endContainer
    }

    private mutating func endRootIfOutermost() {
        if containers.isEmpty {
            stage = .afterRoot
        }
    }

    // MARK: Errors

    private func unexpected(_ tag: XMLTag) -> PropertyListError {
        let expected =
            switch (containers.last, stage) {
            case (.dictionary, _): pendingKey == nil ? "<key> or </dict>" : "a value for the key before it"
            case (.array, _): "a value or </array>"
            case (nil, .afterRoot): "</plist>"
            case (nil, _): isPlistOpen ? "a value" : "<plist>"
            }
        return error(.unexpected(tag.spelling, expected: expected))
    }
}
