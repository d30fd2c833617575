extension PropertyList {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document. Nothing in it is trusted: whatever the bytes, the outcome is a value or an error.
    ///   - format: the format; nil detects it from the bytes.
    /// - Throws: what is wrong, and where.
    public init(parsing bytes: Span<UInt8>, as format: PropertyListFormat? = nil) throws(PropertyListError) {
        throw PropertyListError(.unknownFormat)
    }

    /// The value as a document.
    ///
    /// - Throws: `PropertyListError` where the format cannot hold the value, or containers nest too deep.
    public func serialized(as format: PropertyListFormat) throws(PropertyListError) -> [UInt8] {
        throw PropertyListError(.unknownFormat)
    }
}
