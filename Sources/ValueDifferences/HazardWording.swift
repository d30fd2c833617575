package import PropertyLists

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
