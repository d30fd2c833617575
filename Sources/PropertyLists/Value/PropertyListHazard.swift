/// A part of a valid document that `UserDefaults` on Linux, or another program, rejects or reads differently.
///
/// Each hazard is the observed behaviour of `UserDefaults` in Swift 6.3. The end-to-end tests reproduce it.
package enum PropertyListHazard: Hashable, Sendable {
    // MARK: UserDefaults rejects the whole file

    /// A reference of a keyed archive.
    case reference
    /// A format that `UserDefaults` does not read.
    case format(PropertyListFormat)
    /// A value of OpenStep text in GNUstep's notation: `<*I5>`, `<[AQI=]>`.
    case gnustepValue
    /// A character of OpenStep text that only GNUstep allows outside quotation marks.
    case unquoted(String)
    /// A dictionary of OpenStep text without a semicolon after its last value.
    case missingSemicolon
    /// A comment, a vertical tab or a form feed in data of OpenStep text.
    case separatorInData
    /// Text in UTF-16 or UTF-32 without a byte order mark.
    case encodingWithoutMark(String)
    /// A character in a document type at which `UserDefaults` stops, `[` or `>`: it knows no internal subset and no
    /// literals.
    case documentType(String)
    /// Whitespace around the text of a value of this kind, where CoreFoundation does not skip it.
    case whitespace(PropertyListKind)
    /// A comment or a processing instruction within the text of an element.
    case comment
    /// A reference or a CDATA section in the text of a value of this kind.
    case markup(PropertyListKind)
    /// Data as an empty-element tag, `<data/>`.
    case emptyData
    /// Content between the tags of a boolean.
    case contentOfBoolean
    /// A NaN with a sign.
    case signedNotANumber
    /// A set, in a binary document.
    case set

    // MARK: UserDefaults reads or writes another value

    /// A reference in the text of data.
    case referenceInData
    /// U+FEFF at the start of the text of a string or a key.
    case byteOrderMark
    /// An integer above 2^63-1.
    case unsignedInteger
    /// A negative integer of sixteen bytes, in a binary document.
    case wideInteger
    /// A negative zero.
    case negativeZero
    /// A date with a fraction of a second, in a binary document.
    case fractionOfSecond
    /// A date that is infinite or NaN, in a binary document.
    case dateNotFinite
    /// A key that is canonically equivalent to another key of its dictionary.
    case equivalentKey(String)
    /// One of several entries with this key in a dictionary, and whether it is the one that is read.
    case duplicateKey(String, isRead: Bool)

    /// A character that only GNUstep allows outside quotation marks, at the start of a later pair of a `.strings` file.
    case unquotedPair(String)
    /// An escape of OpenStep text that only GNUstep knows: `\u00E9`.
    case lowercaseEscape
    /// An escape of OpenStep text with too few digits or too great a number, and the character that it is read as.
    case malformedEscape(String, readAs: UInt32)

    // MARK: Other programs reject the file, or read another value

    /// A key of OpenStep text without a value: `key;`.
    case keyWithoutValue
    /// Whitespace between the sign and the digits of an integer.
    case spaceAfterSign
    /// A byte above 127 in a string that is marked as ASCII, in a binary document.
    case notASCII
    /// Half of a surrogate pair, in a binary document.
    case loneSurrogate
    /// A date that the calendar does not have.
    case dateOverflow
    /// Data with padding that does not end it, or more than needed.
    case unusualPadding
    /// A carriage return in the text of a string or a key.
    case carriageReturn
    /// What XML 1.0 does not allow, in words.
    case malformedXML(String)
    /// A character that XML does not allow.
    case controlCharacter(UInt32)
}

extension PropertyListHazard {
    /// Whether `UserDefaults` reads the whole file as empty because of it.
    package var emptiesFile: Bool {
        switch self {
        case .reference, .format, .gnustepValue, .unquoted, .missingSemicolon, .separatorInData, .encodingWithoutMark,
            .documentType, .whitespace, .comment, .markup, .emptyData, .contentOfBoolean, .signedNotANumber, .set:
            true
        default: false
        }
    }

    /// Whether this is valid in a file of GNUstep, and thus a hazard only if `UserDefaults` would read the file.
    var isOnlyInSuite: Bool {
        switch self {
        case .gnustepValue, .unquoted, .unquotedPair, .missingSemicolon, .separatorInData: true
        default: false
        }
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
