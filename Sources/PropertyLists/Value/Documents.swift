extension PropertyList {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document. Nothing in it is trusted: whatever the bytes, the outcome is a value or an error.
    ///   - format: the format; nil detects it from the bytes.
    ///   - keys: the keys of a root dictionary that are wanted; nil wants all. The fewer, the less time and memory it
    ///     takes: an XML document is checked as a whole, but has no tree made of the other entries; of a binary one
    ///     nothing else is looked at, so that what is wrong there stays unnoticed.
    /// - Throws: what is wrong, and where.
    public init(
        parsing bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil,
        keys: [String]? = nil
    ) throws(PropertyListError) {
        (self, _) = try Self.parse(bytes, as: format, keys: keys.map(KeySelection.named))
    }

    /// Reads one value of a document, with no tree of the other entries of the root dictionary.
    ///
    /// - Parameters:
    ///   - path: as for ``subscript(path:)``.
    ///   - bytes: the whole document, as for ``init(parsing:as:keys:)``.
    ///   - format: the format; nil detects it from the bytes.
    /// - Returns: nil where the path leads nowhere.
    /// - Throws: what is wrong, and where.
    public init?(
        at path: [String],
        parsing bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil
    ) throws(PropertyListError) {
        let root = try PropertyList(parsing: bytes, as: format, keys: path.first.map { [$0] })
        guard let value = root[path: path] else { return nil }
        self = value
    }

    /// Reads a document in a format; without one, in that which its bytes announce.
    ///
    /// - Parameter keys: as for ``init(parsing:as:keys:)``; nil wants all.
    package static func parse(
        _ bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil,
        keys: KeySelection? = nil
    ) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        try bytes.withByteView { bytes throws(PropertyListError) in
            try bytes.withDocument(as: format) { text, _, format throws(PropertyListError) in
                switch format {
                case .xml: (try XMLReader.read(text, keys: keys), format)
                case .binary: (try BinaryReader.read(text, keys: keys), format)
                case .json: (try JSONReader.read(text).keeping(keys), format)
                case .openStep: (try OpenStepReader.read(text).value.keeping(keys), format)
                }
            }
        }
    }

    /// The value as a document.
    ///
    /// - Throws: `PropertyListError` where the format cannot hold the value, or containers nest too deep.
    public func serialized(as format: PropertyListFormat) throws(PropertyListError) -> [UInt8] {
        switch format {
        case .xml: try XMLWriter.document(self)
        case .binary: try BinaryWriter.document(self)
        case .json: try JSONWriter.document(self)
        case .openStep: try OpenStepWriter.document(self)
        }
    }
}

extension PropertyList {
    /// The keys of a document's root dictionary, in its order, and the format; nil if they take the tree, since the
    /// document is in another format than XML or binary, or its root is no dictionary.
    ///
    /// An XML document is checked as a whole, with the errors that ``parse(_:as:keys:)`` has; of a binary one, only
    /// what leads to the keys.
    package static func parseKeys(
        _ bytes: Span<UInt8>
    ) throws(PropertyListError) -> (keys: [String], format: PropertyListFormat)? {
        try bytes.withByteView { bytes throws(PropertyListError) in
            try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                let format = PropertyListFormat(detectingUTF8: text)
                switch format {
                case .xml:
                    try text.checkDeclaredEncoding(encoding)
                    return try XMLReader.keys(text).map { ($0, .xml) }
                case .binary:
                    return try BinaryReader.keys(text).map { ($0, .binary) }
                case .json, .openStep, nil:
                    return nil
                }
            }
        }
    }
}

extension PropertyListDictionary {
    /// A document that holds this dictionary instead of the one that it holds.
    ///
    /// In XML every byte that was not asked to change stays: comments, the order of keys, indentation. So does every
    /// object of a binary document, but where it has to be written anew: its keys are in another order, say. In the
    /// other formats the document always is, and refused where comments would go with the old bytes. A text keeps its
    /// encoding, UTF-8 or another, and its byte order mark.
    ///
    /// - Parameters:
    ///   - document: a document in the format that has been read.
    ///   - old: the root dictionary that it holds.
    ///   - format: the format of both documents.
    /// - Throws: `PropertyListError` where the format cannot hold a value, or containers nest too deep;
    ///   `commentsWouldBeLost`, with the place of the first.
    public func serialized(
        changing document: Span<UInt8>,
        holding old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [UInt8] {
        try document.withByteView { bytes throws(PropertyListError) in
            switch format {
            case .binary:
                if let edited = try BinaryEditor.document(bytes, changing: old, to: self) {
                    return edited
                }
                fallthrough
            case .json:
                return try PropertyList.dictionary(self).serialized(as: format)
            case .xml, .openStep:
                return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                    let changed =
                        format == .xml
                        ? try xml(changing: text, holding: old, encodedIn: encoding) : try openStep(changing: text)
                    return encoding?.encode(changed) ?? changed
                }
            }
        }
    }

    /// The document of ``serialized(changing:holding:as:)``, which shares what stays with the one that is there.
    package func spliced(
        changing document: [UInt8],
        holding old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> SplicedDocument {
        let splice = try document.span.withByteView { bytes throws(PropertyListError) -> Splice? in
            guard format == .xml, WideEncoding(detecting: bytes) == nil, !bytes.declaresASCII else { return nil }
            return try XMLEditor.splice(bytes, changing: old, to: self)
        }
        if let splice {
            return SplicedDocument(of: document, splice)
        }
        return SplicedDocument(try serialized(changing: document.span, holding: old, as: format))
    }

    /// An XML document, in UTF-8: edited, or written anew where the keys stand in another order.
    private func xml(
        changing text: ByteView,
        holding old: PropertyListDictionary,
        encodedIn encoding: WideEncoding?
    ) throws(PropertyListError) -> [UInt8] {
        if let splice = try XMLEditor.splice(text, changing: old, to: self) {
            let edited = text.withSpan { splice.applied(to: $0) }
            return text.declaresASCII ? edited.withCharacterReferences : edited
        }
        let mark = text.byteOrderMark
        let name = encoding.map { mark.isEmpty ? $0.nameWithByteOrder : $0.name } ?? "UTF-8"
        return mark + (try XMLWriter.document(.dictionary(self), encoding: name))
    }

    /// OpenStep text, in UTF-8, that is written anew.
    private func openStep(changing text: ByteView) throws(PropertyListError) -> [UInt8] {
        if let comment = try OpenStepReader.read(text).firstComment {
            throw PropertyListError(.commentsWouldBeLost, at: SourcePosition(offset: comment, in: text))
        }
        return text.byteOrderMark + (try PropertyList.dictionary(self).serialized(as: .openStep))
    }
}

extension ByteView {
    /// Lends a document in UTF-8 or binary for the time of the body, with the encoding of its text, which is nil for
    /// UTF-8, and its format, which is detected if it is nil.
    ///
    /// - Throws: what the body does; `empty` and `unknownFormat`; what is wrong with the encoding.
    func withDocument<Value>(
        as format: PropertyListFormat?,
        _ body: (ByteView, WideEncoding?, PropertyListFormat) throws(PropertyListError) -> Value
    ) throws(PropertyListError) -> Value {
        if format == .binary {
            return try body(self, nil, .binary)
        }
        return try withUTF8Text { text, encoding throws(PropertyListError) in
            guard let format = format ?? PropertyListFormat(detectingUTF8: text) else {
                let problem: PropertyListProblem = text.isWhiteSpace ? .empty : .unknownFormat
                throw PropertyListError(problem, at: SourcePosition(offset: 0, in: text))
            }
            if format == .xml {
                try text.checkDeclaredEncoding(encoding)
            } else if format == .json, let encoding {
                // RFC 8259, section 8.1.
                throw PropertyListError(.unsupportedEncoding(encoding.name), at: SourcePosition(offset: 0, in: text))
            }
            return try body(text, encoding, format)
        }
    }

    /// The byte order mark that a text in UTF-8 starts with; empty where it has none.
    fileprivate var byteOrderMark: [UInt8] {
        holds("\u{FEFF}", at: 0) ? Array("\u{FEFF}".utf8) : []
    }
}
