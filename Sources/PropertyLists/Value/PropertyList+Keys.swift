extension PropertyList {
    /// The keys of a document's root dictionary, in its order, and the format, with no tree of the values.
    ///
    /// An XML document is checked as a whole, with the errors that ``parse(_:as:keys:)`` has; of a binary one, only what
    /// leads to the keys.
    ///
    /// - Parameter bytes: the whole document, of which nothing is trusted.
    /// - Returns: nil where the keys take the tree, since the document is in another format, and where the root is no
    ///   dictionary.
    /// - Throws: what is wrong, and where.
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
