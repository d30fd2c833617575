extension PropertyList {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document. Nothing in it is trusted: whatever the bytes, the outcome is a value or an error.
    ///   - format: the format; nil detects it from the bytes.
    /// - Throws: what is wrong, and where.
    public init(parsing bytes: Span<UInt8>, as format: PropertyListFormat? = nil) throws(PropertyListError) {
        guard let format else {
            (self, _) = try Self.parse(bytes)
            return
        }
        self = try bytes.withByteView { bytes throws(PropertyListError) in try Self.read(bytes, as: format) }
    }

    /// Reads a document in the format that its bytes announce.
    ///
    /// - Throws: what is wrong, and where.
    package static func parse(
        _ bytes: Span<UInt8>
    ) throws(PropertyListError) -> (PropertyList, PropertyListFormat) {
        try bytes.withByteView { bytes throws(PropertyListError) in
            let format = try PropertyListFormat(announcedBy: bytes)
            return (try read(bytes, as: format), format)
        }
    }

    private static func read(
        _ bytes: ByteView,
        as format: PropertyListFormat
    ) throws(PropertyListError) -> PropertyList {
        switch format {
        case .xml: try XMLReader.read(bytes)
        case .binary: try BinaryReader.read(bytes)
        case .json: try JSONReader.read(bytes)
        case .openStep: try OpenStepReader.read(bytes)
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

extension PropertyListDictionary {
    /// A document that holds this dictionary instead of the one that it holds.
    ///
    /// In XML every byte that was not asked to change stays: comments, the order of keys, indentation. In the other
    /// formats the document is written anew, and refused where comments would go with the old bytes.
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
        let edited = try document.withByteView { bytes throws(PropertyListError) -> [UInt8]? in
            switch format {
            case .xml:
                return try XMLEditor.document(bytes, changing: old, to: self)
            case .openStep:
                if let comment = try OpenStepReader.firstComment(in: bytes) {
                    throw PropertyListError(.commentsWouldBeLost, at: comment)
                }
                return nil
            case .binary, .json:
                return nil
            }
        }
        if let edited {
            return edited
        }
        return try PropertyList.dictionary(self).serialized(as: format)
    }
}
