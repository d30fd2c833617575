// The words of the module's errors and findings: each fits after a place and a colon, in lower case, without a full
// stop.

extension PropertyListProblem: CustomStringConvertible {
    /// What is wrong, for a message that names the place before it: `duplicate key 'a'`.
    public var description: String {
        switch self {
        case .empty: "the document is empty"
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

        case .invalidTrailer(let field): "invalid trailer: \(field)"
        case .invalidReference(let reference): "object \(reference) does not exist"
        case .invalidObject(let marker): "invalid object with marker 0x\(String(marker, radix: 16))"
        case .overlappingObjects: "objects overlap"
        case .invalidOffset(let offset): "no object at offset \(offset)"
        case .cycle: "an array or dictionary contains itself"
        case .keyNotString(let kind): "expected a string as key, found a value of type \(kind.rawValue)"

        case .invalidForm(let name): "invalid value in {\"\(name)\": ...}"
        case .realOutOfRange(let text): "float \(text.quoted) is out of range"
        case .null(let key?): "\(key.quoted) is null: property lists lack it"
        case .null(nil): "property lists have no null"
        case .loneSurrogate: "lone surrogate in a \\u escape"
        case .removal: "{\"$unset\": true} is valid only for a key of a seed, in JSON"
        case .notFinite(let number): "JSON has no \(number)"

        case .unsupportedKind(let kind): "OpenStep text has no values of type \(kind.rawValue)"
        case .commentsWouldBeLost: "the comments would be lost"
        }
    }
}

extension PropertyListError: CustomStringConvertible {
    /// The place and the problem: `line 3, column 5: duplicate key 'a'`.
    public var description: String {
        position.map { "\($0): \(problem)" } ?? problem.description
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `line 3, column 5`, or `byte 8` in a binary document.
    public var description: String {
        guard let line, let column else { return "byte \(offset)" }
        return "line \(line), column \(column)"
    }
}

extension PropertyListHazard: CustomStringConvertible {
    /// What the document contains, and what another program would make of it.
    package var description: String {
        switch self {
        case .reference: "uid of a keyed archive: \(Self.refused)"
        case .format(let format): "format \(format.rawValue), not XML or binary: \(Self.refused)"
        case .gnustepValue: "typed value of GNUstep: \(Self.refused)"
        case .unquoted(let character): "\(character.quoted) without quotation marks: \(Self.refused)"
        case .missingSemicolon: "missing last semicolon: \(Self.refused)"
        case .separatorInData: "unusual separator in data: \(Self.refused)"
        case .encodingWithoutMark(let encoding): "\(encoding) without a byte order mark: \(Self.refused)"
        case .documentType(let character): "\(character.quoted) in <!DOCTYPE>: \(Self.refused)"
        case .whitespace(let kind): "whitespace in <\(kind.elementName)>: \(Self.refused)"
        case .comment: "comment or processing instruction in text: \(Self.refused)"
        case .markup(let kind): "reference or CDATA section in <\(kind.elementName)>: \(Self.refused)"
        case .emptyData: "empty element <data/>: \(Self.refused)"
        case .contentOfBoolean: "text in <true> or <false>: \(Self.refused)"
        case .signedNotANumber: "nan with a sign: \(Self.refused)"
        case .set: "value of type set: \(Self.refused)"

        case .referenceInData: "reference in <data>: UserDefaults would read other bytes"
        case .byteOrderMark: "byte order mark at the start of text: UserDefaults would not read it"
        case .unsignedInteger: "integer above \(Int64.max): UserDefaults would read 0"
        case .wideInteger: "negative integer of 16 bytes: UserDefaults would read a positive one"
        case .negativeZero: "negative zero: UserDefaults would lose the sign when it writes the file"
        case .fractionOfSecond: "fraction of a second: UserDefaults would lose it when it writes the file"
        case .dateNotFinite: "date that is not finite: UserDefaults would write a corrupt file"
        case .equivalentKey(let other):
            "canonically equivalent to key \(other.quoted): UserDefaults would lose one value"
        case .duplicateKey(let key, let isRead):
            "duplicate key \(key.quoted): UserDefaults would \(isRead ? "read" : "ignore") this value"
        case .unquotedPair(let character):
            "\(character.quoted) without quotation marks: UserDefaults would ignore the rest of the file"
        case .lowercaseEscape: "escape with a lowercase u: UserDefaults would read a letter u"
        case .malformedEscape(let escape, let scalar):
            "malformed escape \(escape.quoted): UserDefaults would read it as \(Self.name(of: scalar))"

        case .keyWithoutValue: "key without a value: GNUstep would not read the key as its value"
        case .spaceAfterSign: "whitespace after the sign in <integer>: other programs refuse the file"
        case .notASCII: "Latin-1 in a string marked as ASCII: other programs refuse the file"
        case .loneSurrogate: "lone surrogate: it is read as U+FFFD"
        case .dateOverflow: "date that the calendar does not have: other programs refuse it"
        case .unusualPadding: "unusual padding in <data>: other programs read other bytes"
        case .carriageReturn: "carriage return in text: strict XML parsers read a line feed"
        case .malformedXML(let problem): "\(problem): strict XML parsers refuse the file"
        case .controlCharacter(let scalar): "character \(Self.name(of: scalar)): strict XML parsers refuse the file"
        }
    }

    /// Returns the name of a character in the notation of Unicode: `U+00E9`.
    private static func name(of scalar: UInt32) -> String {
        "U+" + String(scalar, radix: 16, uppercase: true, width: 4)
    }

    private static let refused = "UserDefaults would read the whole file as empty"
}

extension PropertyListKind {
    /// The name of the kind's element in XML; a boolean has two.
    fileprivate var elementName: String {
        switch self {
        case .real: "real"
        case .boolean: "true"
        case .dictionary, .uid: "dict"
        default: rawValue
        }
    }
}
