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
    /// - Parameter keys: the keys of a root dictionary that are wanted, as for ``init(parsing:as:keys:)``; nil wants all.
    /// - Throws: what is wrong, and where.
    package static func parse(
        _ bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil,
        keys: KeySelection? = nil
    ) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        try bytes.withByteView { bytes throws(PropertyListError) in
            try read(bytes, as: format, keys: keys)
        }
    }

    private static func read(
        _ bytes: ByteView,
        as format: PropertyListFormat?,
        keys: KeySelection?
    ) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        if format == .binary {
            return (try BinaryReader.read(bytes, keys: keys), .binary)
        }
        return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
            guard let format = format ?? PropertyListFormat(detectingUTF8: text) else {
                let problem: PropertyListProblem = text.isWhiteSpace ? .empty : .unknownFormat
                throw PropertyListError(problem, at: SourcePosition(offset: 0, in: text))
            }
            return (try read(text, encodedIn: encoding, as: format, keys: keys), format)
        }
    }

    /// Reads a document that is in UTF-8, or was in another encoding.
    private static func read(
        _ text: ByteView,
        encodedIn encoding: WideEncoding?,
        as format: PropertyListFormat,
        keys: KeySelection?
    ) throws(PropertyListError) -> PropertyList {
        switch format {
        case .xml:
            try text.checkDeclaredEncoding(encoding)
            return try XMLReader.read(text, keys: keys)
        case .binary:
            return try BinaryReader.read(text, keys: keys)
        case .json:
            if let encoding {
                // RFC 8259, section 8.1.
                throw PropertyListError(.unsupportedEncoding(encoding.name), at: SourcePosition(offset: 0, in: text))
            }
            return try JSONReader.read(text).keeping(keys)
        case .openStep:
            return try OpenStepReader.read(text).keeping(keys)
        }
    }

    /// The value as a document.
    ///
    /// - Throws: `PropertyListError` where the format cannot hold the value, or containers nest too deep.
    public func serialized(as format: PropertyListFormat) throws(PropertyListError) -> [UInt8] {
        do throws(PropertyListProblem) {
            switch format {
            case .xml: return try XMLWriter.document(self)
            case .binary: return try BinaryWriter.document(self)
            case .json: return try JSONWriter.document(self)
            case .openStep: return try OpenStepWriter.document(self)
            }
        } catch {
            throw PropertyListError(error)
        }
    }
}
