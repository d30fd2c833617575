/// The content of an element's text, separate from the scanner: a few words that are passed in registers.
struct XMLContent {
    let document: UTF8Text
    let elementOffset: Int

    /// Returns the error for a problem at an offset, by default at the element.
    func error(_ problem: PropertyListProblem, at offset: Int? = nil) -> PropertyListError {
        PropertyListError(problem, at: SourcePosition(offset: offset ?? elementOffset, in: document.bytes))
    }
}

extension XMLContent {
    /// Parses a scalar; throws `invalidValue` if its text is not valid for its kind.
    func value(of element: XMLElement, _ text: XMLText) throws(PropertyListError) -> PropertyList {
        switch element {
        case .string: .string(try string(of: text))
        case .integer: .integer(try integer(of: text))
        case .real: .real(try read(text, as: .real, Double.init(propertyListXML:)))
        case .date: .date(try read(text, as: .date, PropertyListDate.init(propertyListXML:)))
        case .data: .data(try read(text, as: .data, Base64.decodeJoined))
        case .true, .false: .boolean(try boolean(element, text))
        case .key, .dictionary, .array, .plist: preconditionFailure("a container is no scalar")
        }
    }

    /// Checks the text of an element, with the errors of ``value(of:_:)`` but in a fraction of the time.
    @inline(always)
    func check(_ element: XMLElement, _ text: XMLText) throws(PropertyListError) {
        switch element {
        case .string:
            try check(text)
        case .true, .false:
            if !text.range.isEmpty { _ = try boolean(element, text) }
        default:
            if text.hasMarkup || !document.bytes[text.range].isPlain(element) {
                _ = try value(of: element, text)
            }
        }
    }

    private func boolean(_ element: XMLElement, _ text: XMLText) throws(PropertyListError) -> Bool {
        guard try string(of: text).utf8.allSatisfy(\.isWhitespace) else {
            throw error(.unexpected("text", expected: "</\(element.name)>"))
        }
        return element == .true
    }

    private func integer(of text: XMLText) throws(PropertyListError) -> PropertyListInteger {
        let integer = try read(text, as: .integer, IntegerText.init(propertyListXML:))
        guard let value = integer.value else { throw error(.integerOutOfRange(shownText(text))) }
        return value
    }

    /// Parses the bytes of a text, without the whitespace around them.
    private func read<Value>(
        _ text: XMLText,
        as kind: PropertyListKind,
        _ reading: (ByteView) -> Value?
    ) throws(PropertyListError) -> Value {
        let value =
            if text.hasMarkup {
                try string(of: text).utf8Span.span.withByteView { reading($0.trimmingWhitespace) }
            } else {
                reading(document.bytes[text.range].trimmingWhitespace)
            }
        guard let value else { throw error(.invalidValue(kind, text: shownText(text))) }
        return value
    }

    private func shownText(_ text: XMLText) -> String {
        document.bytes[text.range].shown(atMost: 60)
    }
}

extension ByteView {
    /// Returns whether the text of an element is known to be a valid scalar, without building its value.
    ///
    /// It is inlined where the element is known: a second jump to its kind would be hard to predict.
    @inline(always)
    fileprivate func isPlain(_ element: XMLElement) -> Bool {
        switch element {
        case .true, .false: isWhitespace
        case .integer: isInteger
        case .real: isReal
        case .data: Base64.isValid(self)
        case .date: isDate
        case .string, .key, .dictionary, .array, .plist: false
        }
    }

    @inline(never)
    private var isInteger: Bool {
        isPlainInteger || IntegerText(propertyListXML: trimmingWhitespace)?.value != nil
    }

    @inline(never)
    private var isReal: Bool {
        DecimalText(trimmingWhitespace) != nil || Double(propertyListXML: trimmingWhitespace) != nil
    }

    @inline(never)
    private var isDate: Bool { PropertyListDate(propertyListXML: self) != nil }

    /// Calls a body with the UTF-8 of a text whose only markup is usual references, and which ends at a `<`.
    ///
    /// The bytes are valid only during the call. Most texts need no memory but the stack.
    func resolvingReferences<Value>(in range: Range<Int>, _ body: (ByteView) -> Value) -> Value {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { buffer in
            var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
            var start = range.lowerBound
            while let end = offsetOfMarkup(from: start),
                let entity = XMLEntity(reference: paddedWord(at: end))
            {
                self[start..<end].append(to: &output)
                output.append(UInt8(ascii: entity.character))
                start = end + entity.referenceLength
            }
            self[start..<range.upperBound].append(to: &output)
            let count = unsafe output.finalize(for: buffer)
            return unsafe UnsafeBufferPointer(rebasing: buffer[..<count]).span.withByteView(body)
        }
    }

    var trimmingWhitespace: ByteView {
        var start = 0
        var end = count
        while start < end, self[start].isWhitespace {
            start += 1
        }
        while start < end, self[end - 1].isWhitespace {
            end -= 1
        }
        return self[start..<end]
    }
}

extension XMLContent {
    func string(of text: XMLText) throws(PropertyListError) -> String {
        guard text.hasMarkup else { return document.string(in: text.range) }
        // The parts of the document between markup are valid UTF-8, and references are whole characters.
        if text.markup == .references {
            return document.bytes.resolvingReferences(in: text.range) { bytes in
                unsafe String(uncheckedUTF8: bytes, isASCII: bytes.isASCII)
            }
        }
        let resolved = try resolvedBytes(of: text)
        return resolved.span.withByteView { bytes in unsafe String(uncheckedUTF8: bytes, isASCII: bytes.isASCII) }
    }

    /// Checks the references in a text: nothing else can be wrong, because its bytes are valid characters.
    @inline(always)
    func check(_ text: XMLText) throws(PropertyListError) {
        guard text.markup == .any else { return }
        try checkReferences(of: text)
    }

    private func checkReferences(of text: XMLText) throws(PropertyListError) {
        try resolve(text, { _ in }, reference: { _ in })
    }

    /// Returns the UTF-8 of a text, with references and CDATA sections resolved, and without comments and instructions.
    private func resolvedBytes(of text: XMLText) throws(PropertyListError) -> [UInt8] {
        var result: [UInt8] = []
        // A reference has more bytes than the character that it represents.
        try result.append(addingCapacity: text.range.count) { output throws(PropertyListError) in
            try resolve(text, { $0.append(to: &output) }, reference: { output.append(scalar: $0.value) })
        }
        return result
    }

    /// Passes the content of a text to closures: runs of bytes, and the characters of references.
    @inline(__always)
    private func resolve(
        _ text: XMLText,
        _ run: (ByteView) -> Void,
        reference: (Unicode.Scalar) -> Void
    ) throws(PropertyListError) {
        var cursor = ByteCursor(document.bytes[0..<text.range.upperBound], offset: text.range.lowerBound)
        while let byte = cursor.peek {
            switch byte {
            case UInt8(ascii: "&"):
                reference(try self.reference(at: &cursor))
            case UInt8(ascii: "<") where cursor.skip("<![CDATA["):
                let start = cursor.offset
                skip(past: "]]>", in: &cursor)
                run(cursor.bytes[start..<cursor.offset - 3])
            case UInt8(ascii: "<") where cursor.skip("<!--"):
                skip(past: "-->", in: &cursor)
            case UInt8(ascii: "<"):
                skip(past: "?>", in: &cursor)
            default:
                let start = cursor.offset
                cursor.move(to: min(document.bytes.offsetOfMarkup(from: start) ?? .max, text.range.upperBound))
                run(cursor.bytes[start..<cursor.offset])
            }
        }
    }

    private func skip(past closing: StaticString, in cursor: inout ByteCursor) {
        let found = cursor.bytes.firstOffset(of: closing, from: cursor.offset)
        cursor.move(to: found.map { $0 + closing.utf8CodeUnitCount } ?? cursor.bytes.count)
    }
}

/// The XML form of a keyed archive's reference, as in CoreFoundation: a dictionary of one key and an integer.
///
/// XML has no element for it.
extension PropertyList {
    /// The reference that a dictionary represents in XML; nil if the value represents itself.
    var uidInXML: UInt64? {
        if case .dictionary(let dictionary) = self { dictionary.uidInXML } else { nil }
    }
}

extension PropertyListDictionary {
    static let keyOfUIDInXML = "CF$UID"

    /// The reference that this dictionary represents in XML; nil if it represents itself.
    var uidInXML: UInt64? {
        guard count == 1, self[0].key.hasSameBytes(as: Self.keyOfUIDInXML), case .integer(let integer) = self[0].value
        else { return nil }
        return UInt64(exactly: integer)
    }

    /// Returns the entry of the dictionary that represents a reference in XML.
    static func entryInXML(ofUID identifier: UInt64) -> Entry {
        Entry(key: keyOfUIDInXML, value: .integer(PropertyListInteger(identifier)))
    }
}

/// Bytes that are well-formed UTF-8, as a whole and between any two characters.
struct UTF8Text {
    let bytes: ByteView
    /// Whether every byte is below 128, so that no part needs to be checked for ASCII.
    private let isASCII: Bool

    /// Validates bytes, so that their parts need no validation.
    ///
    /// - Throws: `invalidUTF8` with the position of the first byte that is not part of a character.
    init(validating bytes: ByteView) throws(PropertyListError) {
        let endOfASCII = bytes.endOfASCII(from: 0)
        if endOfASCII < bytes.count, !bytes.isKnownUTF8, let offset = bytes.offsetOfInvalidUTF8(from: endOfASCII) {
            throw PropertyListError(.invalidUTF8, at: SourcePosition(offset: offset, in: bytes))
        }
        self.bytes = bytes
        isASCII = endOfASCII == bytes.count
    }

    /// Returns the text between two offsets, which must not be within a character.
    func string(in range: Range<Int>) -> String {
        precondition(isBoundary(range.lowerBound) && isBoundary(range.upperBound), "an offset within a character")
        return unsafe String(uncheckedUTF8: bytes[range], isASCII: isASCII || bytes[range].isASCII)
    }

    private func isBoundary(_ offset: Int) -> Bool {
        offset == bytes.count || !bytes[offset].isUTF8Continuation
    }
}
