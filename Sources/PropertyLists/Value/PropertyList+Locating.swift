extension PropertyList {
    /// Reads one value of a document, without a tree of the others.
    ///
    /// An XML document is checked as a whole, with the errors of ``init(parsing:as:)``. Of a binary one only the objects
    /// on the way are looked at, so that the time hardly depends on its size: what is wrong elsewhere stays unnoticed.
    /// The other formats are read whole.
    ///
    /// - Parameters:
    ///   - path: the keys of dictionaries and the positions of elements in arrays, from the outermost on: what a JSON
    ///     Pointer of RFC 6901 consists of.
    ///   - bytes: the whole document. Nothing in it is trusted: whatever the bytes, the outcome is a value, nil or an
    ///     error.
    ///   - format: the format; nil detects it from the bytes.
    /// - Returns: nil where the path leads nowhere.
    /// - Throws: what is wrong, and where.
    public init?(
        at path: [String],
        parsing bytes: Span<UInt8>,
        as format: PropertyListFormat? = nil
    ) throws(PropertyListError) {
        let value = try bytes.withByteView { bytes throws(PropertyListError) -> PropertyList? in
            switch try format.orAnnounced(by: bytes) {
            case .xml: try XMLLocator.value(at: path, in: bytes)
            case .binary: try BinaryReader.read(bytes)[path: path]
            case .json: try JSONReader.read(bytes)[path: path]
            case .openStep: try OpenStepReader.read(bytes)[path: path]
            }
        }
        guard let value else { return nil }
        self = value
    }
}

extension PropertyListFormat? {
    fileprivate func orAnnounced(by bytes: ByteView) throws(PropertyListError) -> PropertyListFormat {
        guard let self else { return try PropertyListFormat(announcedBy: bytes) }
        return self
    }
}
