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
    /// The bytes are a message in CMS (RFC 5652), as which configuration profiles are signed.
    case signed
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
    /// `{"$unset": true}` or `{"$elements": {...}}`, which JSON alone has, in another format, in an array or as a whole
    /// document.
    case edit
    /// A real that JSON cannot represent: `nan`, `inf` or `-inf`.
    case notFinite(String)

    // MARK: OpenStep

    /// A kind of value that the format does not have.
    case unsupportedKind(PropertyListKind)
}

// The words of errors: each fits after a place and a colon, in lower case, without a full stop.

extension PropertyListProblem: CustomStringConvertible {
    /// What is wrong, for a message that names the place before it: `duplicate key 'a'`.
    public var description: String {
        switch self {
        case .empty: "the document is empty"
        case .signed: "signed: not a property list, but a message that contains one"
        case .unknownFormat: "not a property list (tried XML, binary, JSON, OpenStep)"
        case .unexpectedEnd(within: "the document"): "unexpected end of the document"
        case .unexpectedEnd(let construct): "unexpected end of the document in \(construct)"
        case .unexpected(let found, let expected), .mismatchedTag(let found, let expected):
            "expected \(expected), found \(found)"
        case .trailingContent: "trailing data"
        case .invalidUTF8: "invalid UTF-8"
        case .malformedText(let encoding): "invalid \(encoding)"
        case .unsupportedEncoding(let encoding): "unsupported encoding \(encoding.quoted)"
        case .duplicateKey(let key): "duplicate key \(key.quoted)"
        case .tooDeep(let limit): "values nest deeper than \(limit) levels"
        case .tooManyValues(let limit): "shared references expand to more than \(limit) values"
        case .tooManyBytes(let limit): "shared references expand to more than \(limit) bytes of text and data"
        // The text may be most of a secret, and shows nobody what is wrong.
        case .invalidValue(.data, _): "invalid base64 data"
        case .invalidValue(let kind, let text): "invalid \(kind.rawValue) \(text.quoted)"
        case .integerOutOfRange(let text): "integer \(text.quoted) is out of range (-2^63 to 2^64-1)"
        case .dateOutOfRange(let seconds): "date out of range: \(seconds) s after 2001-01-01"

        case .unknownElement(let name): "unknown element <\(name)>"
        case .dictionaryReadsAsUID(let key): "a dictionary of \(key.quoted) and an integer would be a uid in XML"
        case .missingValue(let key): "key \(key.quoted) has no value"
        case .unknownEntity(let reference): "unknown entity \(reference.quoted)"
        case .contradictedEncoding(let declared, let actual):
            "the XML declaration names \(declared.quoted), but the bytes are \(actual)"

        case .invalidTrailer(let field): "damaged or cut off (trailer: \(field))"
        case .invalidReference(let reference): "object \(reference) does not exist"
        case .invalidObject(let marker): "invalid object with marker 0x\(String(marker, radix: 16))"
        case .overlappingObjects: "objects overlap"
        case .invalidOffset(let offset): "no object at offset \(offset)"
        case .cycle: "an array or dictionary contains itself"
        case .keyNotString(let kind): "expected a string as key, found a value of type \(kind.rawValue)"

        case .invalidForm("$elements"):
            "invalid {\"$elements\": ...}: expected {\"[name=web]\": {...}} or {\"[=x]\": true}"
        case .invalidForm(let name): "invalid value in {\"\(name)\": ...}"
        case .realOutOfRange(let text): "float \(text.quoted) is out of range"
        case .null(let key?): "\(key.quoted): property lists have no null"
        case .null(nil): "property lists have no null"
        case .loneSurrogate: "lone surrogate in a \\u escape"
        case .edit: "{\"$unset\": ...} and {\"$elements\": ...} are valid only for a key of a seed, in JSON"
        case .notFinite(let number): "JSON has no \(number)"

        case .unsupportedKind(let kind): "OpenStep text has no values of type \(kind.rawValue)"
        }
    }
}

extension PropertyListError: CustomStringConvertible {
    /// The place and the problem: `line 3, column 5: duplicate key 'a'`.
    public var description: String {
        position.map { "\($0): \(problem)" } ?? problem.description
    }
}

extension PropertyListProblem {
    package var isDuplicateKey: Bool { if case .duplicateKey = self { true } else { false } }

    /// Whether the message quotes text that can be a part of a value.
    package var quotesValues: Bool {
        switch self {
        case .unexpected, .invalidValue, .integerOutOfRange, .dateOutOfRange, .realOutOfRange, .unknownElement,
            .mismatchedTag, .unknownEntity:
            true
        default: false
        }
    }
}

/// Returns the value of an expression, or throws its error as an error of the calling layer.
///
/// - Parameter wrap: creates the calling layer's error, such as `PreferenceError.store`. Its parameter's type is the
///   type of the expression's error.
@inlinable
package func rethrowing<Value: ~Copyable, Inner: Error, Outer: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    as wrap: (Inner) -> Outer
) throws(Outer) -> Value {
    do {
        return try value()
    } catch {
        throw wrap(error)
    }
}
