extension PropertyList {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document. Nothing in it is trusted: whatever the bytes, the outcome is a value or an error.
    ///   - format: the format; nil detects it from the bytes.
    /// - Throws: what is wrong, and where.
    public init(parsing bytes: Span<UInt8>, as format: PropertyListFormat? = nil) throws(PropertyListError) {
        (self, _) = try Self.parse(bytes, as: format)
    }

    /// Reads a document in a format; without one, in that which its bytes announce.
    ///
    /// - Throws: what is wrong, and where.
    package static func parse(
        _ bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil
    ) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        try bytes.withByteView { bytes throws(PropertyListError) in
            if format == .binary {
                return (try BinaryReader.read(bytes), .binary)
            }
            return try bytes.withUTF8Text { text, encoding throws(PropertyListError) in
                guard let format = format ?? PropertyListFormat(detectingUTF8: text) else {
                    throw PropertyListError(
                        text.isEmpty ? .empty : .unknownFormat,
                        at: SourcePosition(offset: 0, in: text)
                    )
                }
                return (try read(text, encodedIn: encoding, as: format), format)
            }
        }
    }

    /// Reads a document that is in UTF-8, or was in another encoding.
    private static func read(
        _ text: ByteView,
        encodedIn encoding: WideEncoding?,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> PropertyList {
        switch format {
        case .xml:
            try text.checkDeclaredEncoding(encoding)
            return try XMLReader.read(text)
        case .binary:
            return try BinaryReader.read(text)
        case .json:
            if let encoding {
                // RFC 8259, section 8.1.
                throw PropertyListError(.unsupportedEncoding(encoding.name), at: SourcePosition(offset: 0, in: text))
            }
            return try JSONReader.read(text)
        case .openStep:
            return try OpenStepReader.read(text)
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
