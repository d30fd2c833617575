/// Why bytes are no property list, or a property list cannot become bytes: what is wrong, and where.
public struct PropertyListError: Error, Hashable, Sendable {
    /// What is wrong.
    public let problem: PropertyListProblem
    /// Where in the document; nil where a value cannot be written.
    public let position: SourcePosition?

    /// A problem at a place.
    public init(_ problem: PropertyListProblem, at position: SourcePosition? = nil) {
        self.problem = problem
        self.position = position
    }

    init(_ problem: PropertyListProblem, atByte offset: Int) {
        self.init(problem, at: SourcePosition(offset: offset))
    }
}

/// What is wrong with a document, or with a value for a format.
public enum PropertyListProblem: Hashable, Sendable {
    // MARK: Any format

    /// The document holds no value.
    case empty
    /// The bytes are in no format that is read here.
    case unknownFormat
    /// The document ends within something, which is named: `a <string> element`.
    case unexpectedEnd(within: String)
    /// Something stands where something else is due, both in words or as they are spelled.
    case unexpected(String, expected: String)
    /// Bytes follow the end of the document.
    case trailingContent
    /// A text holds bytes that are no UTF-8.
    case invalidUTF8
    /// A document in this encoding, `UTF-16` or `UTF-32`, holds a code unit that is no character, nor part of one.
    case malformedText(String)
    /// A character encoding that is not read, or not for this format.
    case unsupportedEncoding(String)
    /// A dictionary holds this key twice.
    case duplicateKey(String)
    /// Containers nest deeper than this limit.
    case tooDeep(limit: Int)
    /// The document stands for more values than this limit, by references that are shared.
    case tooManyValues(limit: Int)
    /// The document stands for more bytes of text and data than this limit, by references that are shared.
    case tooManyBytes(limit: Int)
    /// Text of this kind that does not spell a value of the kind.
    case invalidValue(PropertyListKind, text: String)
    /// An integer below -2^63 or above 2^64-1, as it is spelled.
    case integerOutOfRange(String)
    /// A date that is not finite or too far away for the format's text, in seconds since 2001-01-01T00:00:00Z.
    case dateOutOfRange(seconds: String)

    // MARK: XML

    /// An element that property lists do not have.
    case unknownElement(String)
    /// An end tag that closes another element than the open one.
    case mismatchedTag(String, expected: String)
    /// A dictionary of this one key and an integer, which would be read as a keyed archive's reference.
    case dictionaryReadsAsUID(key: String)
    /// A key without a value.
    case missingValue(key: String)
    /// An entity that is neither numeric nor one of `amp`, `lt`, `gt`, `quot`, `apos`.
    case unknownEntity(String)
    /// A declaration that names another character encoding than that of the bytes.
    case contradictedEncoding(declared: String, actual: String)

    // MARK: Binary

    /// A trailer whose field does not fit the file.
    case invalidTrailer(String)
    /// An object reference beyond the object table.
    case invalidReference(UInt64)
    /// An object whose bytes do not fit the file, or that starts with no known marker.
    case invalidObject(marker: UInt8)
    /// Objects that take the same bytes of the file, so that together they are more than it.
    case overlappingObjects
    /// An object's offset that is not among the objects.
    case invalidOffset(UInt64)
    /// A byte over 127 in a string that is marked as ASCII.
    case notASCII
    /// A string in UTF-16 that holds half of a surrogate pair.
    case invalidUTF16
    /// A container that holds itself.
    case cycle
    /// A dictionary key of this kind, where only a string will do.
    case keyNotString(PropertyListKind)

    // MARK: JSON

    /// A `null`, which no property list can hold.
    case null
    /// A `\u` escape of half a surrogate pair.
    case loneSurrogate
    /// A real beyond the range of a double, as it is spelled.
    case realOutOfRange(String)
    /// An object with this key, which stands for a kind that JSON does not have, around what the kind does not take.
    case invalidForm(String)
    /// A real that JSON cannot spell: `nan`, `inf` or `-inf`.
    case notFinite(String)

    // MARK: OpenStep

    /// A kind of value that the format does not have.
    case unsupportedKind(PropertyListKind)
    /// A document that cannot change without the loss of its comments.
    case commentsWouldBeLost
}
