/// A problem that prevents bytes from being read as a property list, or a value from being written, and its position.
public struct PropertyListError: Error, Hashable, Sendable {
    /// The problem.
    public let problem: PropertyListProblem
    /// The position in the document; nil if a value cannot be written.
    public let position: SourcePosition?

    /// Creates an error of a problem at a position.
    public init(_ problem: PropertyListProblem, at position: SourcePosition? = nil) {
        self.problem = problem
        self.position = position
    }

    init(_ problem: PropertyListProblem, atByte offset: Int) {
        self.init(problem, at: SourcePosition(offset: offset))
    }
}

/// A problem with a document, or with a value for a format.
public enum PropertyListProblem: Hashable, Sendable {
    // MARK: Any format

    /// The document contains no value.
    case empty
    /// The bytes are not in a supported format.
    case unknownFormat
    /// The document ends within a construct, which is named: `a comment`.
    case unexpectedEnd(within: String)
    /// Something was found in place of what was expected; both are in words, or as the document spells them.
    case unexpected(String, expected: String)
    /// Trailing data follows the document.
    case trailingContent
    /// A text contains bytes that are not valid UTF-8.
    case invalidUTF8
    /// A document in this encoding, `UTF-16` or `UTF-32`, contains a code unit that is not a character or a part of
    /// one.
    case malformedText(String)
    /// A character encoding that is not supported, or not for this format.
    case unsupportedEncoding(String)
    /// Containers nest deeper than this limit.
    case tooDeep(limit: Int)
    /// The document expands to more values than this limit, through shared references.
    case tooManyValues(limit: Int)
    /// The document expands to more bytes of text and data than this limit, through shared references.
    case tooManyBytes(limit: Int)
    /// A text that is not a valid value of this kind.
    case invalidValue(PropertyListKind, text: String)
    /// An integer below -2^63 or above 2^64-1, as the document spells it.
    case integerOutOfRange(String)
    /// A date that is not finite, or too far away for the format's text, in seconds since 2001-01-01T00:00:00Z.
    case dateOutOfRange(seconds: String)

    // MARK: XML

    /// An element that property lists do not have.
    case unknownElement(String)
    /// A tag other than the end tag of the open element.
    case mismatchedTag(String, expected: String)
    /// A dictionary with only this key and an integer, which would be read as a keyed archive's reference.
    case dictionaryReadsAsUID(key: String)
    /// A key without a value.
    case missingValue(key: String)
    /// An entity that is neither numeric nor one of `amp`, `lt`, `gt`, `quot`, `apos`.
    case unknownEntity(String)
    /// A declaration that names another character encoding than the bytes have.
    case contradictedEncoding(declared: String, actual: String)

    // MARK: Binary

    /// A trailer whose field does not fit the file.
    case invalidTrailer(String)
    /// An object reference beyond the object table.
    case invalidReference(UInt64)
    /// An object whose bytes do not fit the file, or whose marker is unknown.
    case invalidObject(marker: UInt8)
    /// Objects that share bytes of the file, and together exceed it.
    case overlappingObjects
    /// An offset in the object table that is outside the objects.
    case invalidOffset(UInt64)
    /// A container that contains itself.
    case cycle
    /// A dictionary key of this kind instead of a string.
    case keyNotString(PropertyListKind)

    // MARK: JSON

    /// An object contains this key twice.
    case duplicateKey(String)
    /// A `null`, which property lists do not have, and the key of the innermost dictionary that has it; nil outside.
    case null(key: String?)
    /// A `\u` escape of half a surrogate pair.
    case loneSurrogate
    /// A real beyond the range of a double, as the document spells it.
    case realOutOfRange(String)
    /// An object with this key, which represents a kind that JSON lacks, but with content that the kind does not allow.
    case invalidForm(String)
    /// `{"$unset": true}`, which JSON alone has, in another format, in an array or as a whole document.
    case removal
    /// A real that JSON cannot represent: `nan`, `inf` or `-inf`.
    case notFinite(String)

    // MARK: OpenStep

    /// A kind of value that the format does not have.
    case unsupportedKind(PropertyListKind)
    /// A change to a document that would lose its comments.
    case commentsWouldBeLost
}
