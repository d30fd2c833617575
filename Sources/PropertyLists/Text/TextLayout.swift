/// The places of a container and its entries in the bytes of OpenStep text or JSON, whose grammars are alike.
struct TextLayout: EntryLayout {
    let isDictionary: Bool
    let element: Range<Int>
    let body: Range<Int>
    let starts: [Int]
    private let entries: [EntryPlace]

    /// Finds the entries of the root, in a document that parses without an error.
    ///
    /// Returns nil if the root is not a container.
    init?(ofRootOf bytes: ByteView) {
        var cursor = ByteCursor(bytes)
        _ = cursor.skip("\u{FEFF}")
        let start = cursor.offset
        cursor.skipOpenStepSpace()
        if let peek = cursor.peek, !peek.isOpenStepQuote, !peek.isOpenStepWord {
            let start = cursor.offset
            cursor.skipTextValue()
            self.init(of: start..<cursor.offset, in: bytes)
        } else {
            cursor.move(to: start)
            let pairs = cursor.textEntries(ofDictionary: true)
            self.init(isDictionary: true, element: start..<bytes.count, body: start..<bytes.count, entries: pairs)
        }
    }

    private init(isDictionary: Bool, element: Range<Int>, body: Range<Int>, entries: [EntryPlace]) {
        self.isDictionary = isDictionary
        self.element = element
        self.body = body
        self.entries = entries
        starts = entries.map(\.key.lowerBound)
    }

    init?(of element: Range<Int>, in bytes: ByteView) {
        var cursor = ByteCursor(bytes)
        cursor.move(to: element.lowerBound)
        let isDictionary = cursor.peek == UInt8(ascii: "{")
        guard isDictionary || cursor.peek == UInt8(ascii: "(") || cursor.peek == UInt8(ascii: "[") else { return nil }
        let body = element.lowerBound + 1..<element.upperBound - 1
        cursor.move(to: body.lowerBound)
        let entries = cursor.textEntries(ofDictionary: isDictionary)
        self.init(isDictionary: isDictionary, element: element, body: body, entries: entries)
    }

    func entry(at position: Int, in bytes: ByteView) -> EntryPlace { entries[position] }

    func keys(in bytes: ByteView) throws(PropertyListError) -> [String] {
        var keys: [String] = []
        for entry in entries {
            if case .string(let key) = try OpenStepReader.read(bytes[entry.key]) { keys.append(key) }
        }
        return keys
    }

    func style(in bytes: ByteView, within outer: TextStyle, depth: Int) -> TextStyle {
        var style = outer
        style.indentation = indentation(in: bytes, within: outer.indentation, depth: depth)
        guard let first = entries.first else { return style }
        if let value = first.value, isDictionary {
            let end = bytes.startOfBlanks(before: value.lowerBound)
            // A comment or a line break may precede the value.
            if end > first.key.upperBound, style.isAssignment(bytes[end - 1]) {
                style.assignment = bytes[bytes.startOfBlanks(before: end - 1)..<value.lowerBound].copy
            }
        }
        if style.indentation.lineEnd.isEmpty {
            let end = first.range.upperBound
            let hasBlank = style.assignment.last == UInt8(ascii: " ")
            style.indentation = Indentation(
                ofEntries: entries.count > 1
                    ? bytes[end..<bytes.endOfBlanks(after: end)].copy : hasBlank ? [UInt8(ascii: " ")] : [],
                unit: [],
                lineEnd: [],
                depth: depth
            )
        }
        return style
    }
}

extension EntryEditor<TextLayout> {
    /// Returns a document in UTF-8 with another root in place of its own.
    ///
    /// - Parameters:
    ///   - bytes: a document that parses without an error.
    ///   - old: the root of that document.
    ///   - isWide: as for ``TextStyle/init(of:_:isWide:)``.
    /// - Returns: nil if one of the roots is not a container of the same kind.
    /// - Throws: the errors of ``EntryStyle/text(of:depth:like:)``.
    static func splice(
        _ bytes: ByteView,
        changing old: PropertyList,
        to new: PropertyList,
        as syntax: TextStyle.Syntax,
        isWide: Bool
    ) throws(PropertyListError) -> Splice? {
        var style = TextStyle(of: bytes, syntax, isWide: isWide)
        var removed: [String] = []
        guard !style.isForm(old), !style.isForm(new), let layout = TextLayout(ofRootOf: bytes),
            let changes = new.changes(fromNested: old),
            let located = try layout.located(changes, in: bytes, removing: &removed)
        else { return nil }
        let unit = style.indentation.unit
        style.indentation = Indentation(beforeRoot: layout.element.lowerBound, of: bytes, unit: unit)
        var splice = try splice(bytes, layout, located, within: style)
        splice.duplicates += removed
        return splice
    }
}

extension ByteCursor {
    /// Skips the entries of a container that has begun, and returns them; stops at its end.
    fileprivate mutating func textEntries(ofDictionary isDictionary: Bool) -> [EntryPlace] {
        var entries: [EntryPlace] = []
        while true {
            skipOpenStepSpace()
            let start = offset
            var keyEnd = start
            var value: Range<Int>?
            if isDictionary {
                guard skipOpenStepString() else { return entries }
                keyEnd = offset
                if skipAfterOpenStepSpace({ $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) {
                    skipOpenStepSpace()
                    let valueStart = offset
                    skipTextValue()
                    value = valueStart..<offset
                }
            } else {
                guard let peek, peek != UInt8(ascii: ")"), peek != UInt8(ascii: "]") else { return entries }
                skipTextValue()
                value = start..<offset
            }
            let hasSeparator = skipAfterOpenStepSpace { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
            entries.append(.init(key: start..<keyEnd, value: value, separator: hasSeparator ? offset - 1 : nil))
        }
    }

    /// Skips whitespace, comments and a byte, if it is one of some; otherwise nothing.
    private mutating func skipAfterOpenStepSpace(_ isSought: (UInt8) -> Bool) -> Bool {
        var ahead = self
        ahead.skipOpenStepSpace()
        guard let byte = ahead.next(), isSought(byte) else { return false }
        self = ahead
        return true
    }

    /// Skips a value, whatever its kind.
    fileprivate mutating func skipTextValue() {
        var depth = 0
        repeat {
            skipOpenStepSpace()
            switch peek {
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                depth += 1
                _ = next()
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                _ = next()
            case UInt8(ascii: "<"): skipOpenStepData()
            case _ where skipOpenStepString(): break
            // A separator, or the end.
            default: guard next() != nil else { return }
            }
        } while depth > 0
    }
}
