extension PropertyList {
    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the whole document. Nothing in it is trusted: whatever the bytes, the outcome is a value or an error.
    ///   - format: the format; nil detects it from the bytes.
    /// - Throws: what is wrong, and where.
    public init(parsing bytes: Span<UInt8>, as format: PropertyListFormat? = nil) throws(PropertyListError) {
        self = try bytes.withByteView { bytes throws(PropertyListError) in
            switch format ?? PropertyListFormat(detecting: bytes) {
            case .xml:
                return try XMLReader.read(bytes)
            case .binary, .json, nil:
                let problem: PropertyListProblem = bytes.isEmpty ? .empty : .unknownFormat
                throw PropertyListError(problem, at: SourcePosition(offset: 0, in: bytes))
            }
        }
    }

    /// The value as a document.
    ///
    /// - Throws: `PropertyListError` where the format cannot hold the value, or containers nest too deep.
    public func serialized(as format: PropertyListFormat) throws(PropertyListError) -> [UInt8] {
        do throws(PropertyListProblem) {
            switch format {
            case .xml: return try XMLWriter.document(self)
            case .binary, .json: throw .unknownFormat
            }
        } catch {
            throw PropertyListError(error)
        }
    }
}
