extension PropertyList {
    /// Reads JSON, by RFC 8259 to the letter, and the objects that `JSONStyle.typed` writes as what they stand for.
    ///
    /// A number without a fraction and an exponent is an integer, any other is a real.
    ///
    /// - Parameter bytes: one JSON text in UTF-8; a byte order mark may come first.
    /// - Throws: what is wrong, with its line and column. What JSON allows and a property list cannot hold is wrong too:
    ///   `null`, an integer below -2^63 or above 2^64-1, a real beyond the range of a double, a key twice.
    public init(parsingJSON bytes: Span<UInt8>) throws(PropertyListError) {
        try self.init(parsing: bytes, as: .json)
    }

    /// The value as JSON, dictionaries in their order.
    ///
    /// - Parameters:
    ///   - style: how dates, data, references of keyed archives and reals that are not finite are spelled.
    ///   - pretty: whether each element stands on its own line, indented by two spaces a level; else no white space.
    /// - Throws: `notFinite` and `dateOutOfRange` in the plain style, `tooDeep`.
    public func json(_ style: JSONStyle, pretty: Bool = false) throws(PropertyListError) -> String {
        do throws(PropertyListProblem) {
            return String(decoding: try JSONWriter.text(self, style: style, pretty: pretty), as: UTF8.self)
        } catch {
            throw PropertyListError(error)
        }
    }
}
