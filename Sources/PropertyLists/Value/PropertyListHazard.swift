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
