extension PropertyList {
    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document. It is not trusted: any bytes give a value or an error.
    ///   - format: the format; nil detects it from the bytes.
    ///   - keys: the keys to read from a root dictionary; nil reads all. Fewer keys take less time and memory. An XML
    ///     document is checked as a whole, but no tree is built of its other entries. Of a binary document, nothing
    ///     else is read, so errors there go unnoticed.
    /// - Throws: the problem and its position.
    public init(
        parsing bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil,
        keys: [String]? = nil
    ) throws(PropertyListError) {
        (self, _) = try Self.parse(bytes, as: format, keys: keys.map(KeySelection.named))
    }

    /// Parses one value of a document.
    ///
    /// In XML and binary documents, no tree is built of the other entries of the root dictionary.
    ///
    /// - Parameters:
    ///   - pointer: as for ``subscript(pointer:)``.
    ///   - bytes: the whole document, as for ``init(parsing:as:keys:)``.
    ///   - format: the format; nil detects it from the bytes.
    /// - Returns: nil if the document has no value at the pointer.
    /// - Throws: the problem and its position.
    public init?(
        at pointer: [String],
        parsing bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil
    ) throws(PropertyListError) {
        let root = try PropertyList(parsing: bytes, as: format, keys: pointer.first.map { [$0] })
        guard let value = root[pointer: pointer] else { return nil }
        self = value
    }

    /// Parses a document, and returns its value and format; detects the format if it is nil.
    ///
    /// - Parameter keys: as for ``init(parsing:as:keys:)``; nil reads all.
    package static func parse(
        _ bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil,
        keys: KeySelection? = nil
    ) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        try bytes.withDocument(as: format) { text, _, format throws(PropertyListError) in
            switch format {
            case .xml: (try XMLReader.read(text, keys: keys), format)
            case .binary: (try BinaryReader.read(text, keys: keys), format)
            case .json: (try JSONReader.read(text).keeping(keys), format)
            case .openStep: (try OpenStepReader.read(text).keeping(keys), format)
            }
        }
    }

    /// Returns the value as a document.
    ///
    /// - Throws: `PropertyListError` if the format cannot represent the value, or containers nest too deep.
    public func serialized(as format: PropertyListFormat) throws(PropertyListError) -> [UInt8] {
        switch format {
        case .xml: try XMLWriter.document(self)
        case .binary: try BinaryWriter.document(self)
        case .json: try jsonDocument(.typed, pretty: true, hasPlainIntegers: true)
        case .openStep: try OpenStepWriter.document(self)
        }
    }
}

extension PropertyList {
    /// Returns the value as an element of XML on one line, without the head of a document.
    ///
    /// - Throws: `PropertyListError` if XML cannot represent the value, or containers nest too deep.
    package func xmlElement() throws(PropertyListError) -> String { try XMLWriter.element(self) }

    /// Returns the keys of a document's root dictionary, in its order, and the format.
    ///
    /// Returns nil if a tree is needed for the keys: the format is neither XML nor binary, or the root is not a
    /// dictionary. An XML document is checked as a whole, with the errors of ``parse(_:as:keys:)``. Of a binary
    /// document, only what leads to the keys is checked.
    package static func parseKeys(
        _ bytes: Span<UInt8>
    ) throws(PropertyListError) -> (keys: [String], format: PropertyListFormat)? {
        try bytes.withDocument { text, _, format throws(PropertyListError) in
            switch format {
            case .xml: try XMLReader.keys(text).map { ($0.keys, format) }
            case .binary: try BinaryReader.keys(text).map { ($0.keys, format) }
            case .json, .openStep: nil
            }
        }
    }
}

extension PropertyListDictionary {
    /// Returns a document that contains this dictionary in place of its old one.
    ///
    /// In text, every byte outside the changes stays the same: comments, the order of keys, indentation, also in nested
    /// dictionaries and arrays, whose elements are compared. What is new is written as what is beside it: OpenStep text
    /// has quotation marks and escapes where the strings of the file have them. An XML document is rewritten only if
    /// keys of the root change their order. A binary document keeps every unchanged object, unless it must be rewritten,
    /// for example because keys change their order. A text keeps its encoding, UTF-8 or another, its byte order mark and
    /// its line breaks.
    ///
    /// - Parameters:
    ///   - document: a document in the format, which parses without an error.
    ///   - old: the root dictionary of that document.
    ///   - format: the format of both documents.
    /// - Throws: `PropertyListError` if the format cannot represent a value, or containers nest too deep.
    public func serialized(
        changing document: Span<UInt8>,
        replacing old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [UInt8] {
        try splice(of: document, replacing: old, as: format).applied(to: document)
    }

    /// Returns the document of ``serialized(changing:replacing:as:)``, which shares unchanged parts with the old
    /// document.
    package func spliced(
        changing document: [UInt8],
        replacing old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> SplicedDocument {
        SplicedDocument(of: document, try splice(of: document.span, replacing: old, as: format))
    }

    /// Returns the document of ``serialized(changing:replacing:as:)`` as parts of the old document and new bytes.
    private func splice(
        of document: Span<UInt8>,
        replacing old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> Splice {
        try document.withByteView { bytes throws(PropertyListError) in
            switch format {
            case .binary:
                if let edited = try BinaryEditor.splice(bytes, changing: old, to: self) { return edited }
                let document = try PropertyList.dictionary(self).serialized(as: .binary)
                return Splice(end: document, duplicates: try BinaryReader.keys(bytes)?.duplicates?.keys ?? [])
            case .json, .openStep:
                return try bytes.splice(changing: .dictionary(old), to: .dictionary(self), as: format)
            case .xml:
                return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                    var splice = try xml(changing: text, replacing: old, encodedIn: encoding)
                    if let encoding {
                        splice.end = encoding.encode(splice.end)
                    }
                    return splice
                }
            }
        }
    }

    /// Returns an XML document in UTF-8: edited, or rewritten if keys change their order.
    ///
    /// If the document is in another encoding, or limited to ASCII, all bytes are new.
    private func xml(
        changing text: ByteView,
        replacing old: PropertyListDictionary,
        encodedIn encoding: WideEncoding?
    ) throws(PropertyListError) -> Splice {
        if var splice = try EntryEditor<XMLLayout>.splice(text, changing: old, to: self) {
            guard encoding != nil || text.declaresASCII else { return splice }
            let edited = text.withSpan { splice.applied(to: $0) }
            splice.replaceAll(by: text.declaresASCII ? edited.withCharacterReferences : edited)
            return splice
        }
        let mark = text.byteOrderMark
        let name = encoding.map { mark.isEmpty ? $0.nameWithByteOrder : $0.name } ?? "UTF-8"
        let document = mark + (try XMLWriter.document(.dictionary(self), encoding: name))
        return Splice(end: document, duplicates: try XMLReader.keys(text)?.duplicates?.keys ?? [])
    }
}

extension PropertyList {
    /// Returns a document that contains this value in place of its old one; unchanged if both are equal.
    ///
    /// A dictionary in place of a dictionary keeps what ``PropertyListDictionary/serialized(changing:replacing:as:)``
    /// keeps. Any other root is written anew.
    ///
    /// - Throws: the errors of that method.
    package func serialized(
        changing document: [UInt8],
        replacing old: PropertyList,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [UInt8] {
        if self == old { return document }
        if case .dictionary(let new) = self, case .dictionary(let old) = old {
            return try new.spliced(changing: document, replacing: old, as: format).bytes
        }
        guard format == .json || format == .openStep else { return try serialized(as: format) }
        return try document.span.withByteView { bytes throws(PropertyListError) in
            try bytes.splice(changing: old, to: self, as: format).applied(to: document.span)
        }
    }
}

extension ByteView {
    /// Returns OpenStep text or JSON with another value in place of its own.
    ///
    /// If the document is in another encoding than UTF-8, all bytes are new.
    fileprivate func splice(
        changing old: PropertyList,
        to new: PropertyList,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> Splice {
        try withUTF8Text { text, encoding throws(PropertyListError) in
            let syntax: TextStyle.Syntax = format == .json ? .json : .openStep
            guard
                var splice = try EntryEditor<TextLayout>.splice(
                    text,
                    changing: old,
                    to: new,
                    as: syntax,
                    isWide: encoding != nil
                )
            else {
                let document = text.byteOrderMark + (try new.serialized(as: format))
                return Splice(end: encoding?.encode(document) ?? document)
            }
            if let encoding {
                splice.replaceAll(by: encoding.encode(text.withSpan { splice.applied(to: $0) }))
            }
            return splice
        }
    }
}

extension Span<UInt8> {
    /// Calls a closure with a document in UTF-8 or binary, the encoding of its text, and its format.
    ///
    /// The document is valid only during the call. The encoding is nil for UTF-8. If `format` is nil, it is detected.
    ///
    /// - Throws: the closure's error; `empty` and `unknownFormat`; a problem with the encoding.
    func withDocument<Value>(
        as format: PropertyListFormat? = nil,
        _ body: (ByteView, WideEncoding?, PropertyListFormat) throws(PropertyListError) -> Value
    ) throws(PropertyListError) -> Value {
        try withByteView { bytes throws(PropertyListError) in
            if format == .binary {
                return try body(bytes, nil, .binary)
            }
            return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                guard let format = format ?? PropertyListFormat(detectingUTF8: text) else {
                    let problem: PropertyListProblem =
                        text.isWhitespace ? .empty : text.isSignedMessage ? .signed : .unknownFormat
                    throw PropertyListError(problem, at: SourcePosition(offset: 0, in: text))
                }
                if format == .xml {
                    try text.checkDeclaredEncoding(encoding)
                } else if format == .json, let encoding {
                    // RFC 8259, section 8.1, requires UTF-8.
                    throw PropertyListError(
                        .unsupportedEncoding(encoding.name),
                        at: SourcePosition(offset: 0, in: text)
                    )
                }
                return try body(text, encoding, format)
            }
        }
    }
}

extension ByteView {
    /// Calls a body with a text document in UTF-8 and the encoding of its bytes, which is nil for UTF-8.
    ///
    /// UTF-8 is not copied; other encodings are decoded once. Positions in the body's errors become positions in this
    /// document.
    ///
    /// - Throws: the errors of the body; `malformedText` or `unexpectedEnd`, with the position, if bytes are not a
    ///   character.
    func withUTF8Text<Value>(
        _ body: (ByteView, WideEncoding?) throws(PropertyListError) -> Value
    ) throws(PropertyListError) -> Value {
        guard let encoding = WideEncoding(detecting: self) else { return try body(self, nil) }
        let (utf8, end) = encoding.decode(self)
        return try utf8.span.withByteView { text throws(PropertyListError) in
            do throws(PropertyListError) {
                guard end == count else {
                    let problem: PropertyListProblem =
                        encoding.isCut(at: end, of: self)
                        ? .unexpectedEnd(within: "a character of \(encoding.name)") : .malformedText(encoding.name)
                    throw PropertyListError(problem, at: SourcePosition(offset: text.count, in: text))
                }
                return try body(text, encoding)
            } catch {
                throw PropertyListError(
                    error.problem,
                    at: error.position?.moved { encoding.offset(ofUTF8: $0, in: text) }
                )
            }
        }
    }

    /// The byte order mark at the start of a text in UTF-8; empty if it has none.
    fileprivate var byteOrderMark: [UInt8] {
        hasBytes("\u{FEFF}", at: 0) ? Array("\u{FEFF}".utf8) : []
    }
}

extension LocatedEntries {
    /// Finds the entries of some keys; returns nil if a change needs the whole tree.
    ///
    /// It does if the document is in another format or encoding, or its root is not a dictionary.
    ///
    /// - Throws: the problem with the document, with its line and column.
    package init?(of keys: [String], in document: Span<UInt8>) throws(PropertyListError) {
        let located = try document.withByteView { bytes throws(PropertyListError) -> LocatedEntries? in
            guard WideEncoding(detecting: bytes) == nil, PropertyListFormat(detectingUTF8: bytes) == .xml else {
                return nil
            }
            return try LocatedEntries(of: .named(keys), in: bytes)
        }
        guard let located else { return nil }
        self = located
    }
}
