import PropertyLists

/// Something that the codecs promise of any bytes.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Reading gives a value, or an error with a place in the document; detection agrees with the format it names.
    case read
    /// What was read reads back the same from any format that can hold it.
    case roundTrip = "round-trip"
    /// One value of a document, or the entries of some keys, are those of the whole tree, and so are the errors.
    case locate
    /// A changed document holds the changed dictionary; an XML document without a change is the same bytes.
    case edit
    /// A type that takes whatever a decoder finds is encoded as the value that it was decoded from.
    case code

    /// Checks the promise.
    ///
    /// - Throws: what broke it.
    public func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        let document = FuzzedDocument(bytes)
        switch self {
        case .read: try document.checkReading()
        case .roundTrip: try document.checkRoundTrips()
        case .locate: try document.checkLocating()
        case .edit: try document.checkEditing()
        case .code: try document.checkCoding()
        }
    }
}
