/// What is in a sound document that `UserDefaults` on Linux, or another program, does not read as it stands.
///
/// Each is what `UserDefaults` of Swift 6.3 was seen to do with such a file; the end-to-end tests repeat it.
package enum PropertyListHazard: Hashable, Sendable {
    // MARK: What makes UserDefaults refuse the whole file

    /// A keyed archive's reference.
    case reference
    /// A format that it does not read.
    case format(PropertyListFormat)
    /// A value of OpenStep text in GNUstep's spelling: `<*I5>`, `<[AQI=]>`.
    case gnustepValue
    /// Text in UTF-16 or UTF-32 without a byte order mark.
    case encodingWithoutMark(String)
    /// A document type with declarations of its own.
    case documentTypeSubset
    /// White space around the text of a value of this kind.
    case whiteSpace(PropertyListKind)
    /// A comment or a processing instruction within the text of an element.
    case comment
    /// A reference or a CDATA section in the text of a value of this kind.
    case markup(PropertyListKind)
    /// Data in one tag, `<data/>`.
    case emptyData
    /// Something between the tags of a boolean.
    case contentOfBoolean
    /// A not-a-number with a sign.
    case signedNotANumber
    /// A set, in a binary document.
    case set

    // MARK: What makes it read or write another value

    /// A reference in the text of data.
    case referenceInData
    /// An integer above 2^63-1.
    case unsignedInteger
    /// A negative integer of sixteen bytes, in a binary document.
    case wideInteger
    /// A negative zero.
    case negativeZero
    /// A date with a fraction of a second, in a binary document.
    case fractionOfSecond
    /// A date that is no moment, in a binary document.
    case dateNotFinite
    /// A key that is canonically equivalent to another of its dictionary.
    case equivalentKey(String)

    // MARK: What makes others refuse the file

    /// A character that XML does not allow.
    case controlCharacter(UInt32)
}

extension PropertyListHazard: CustomStringConvertible {
    /// What is there, and what becomes of it.
    package var description: String {
        switch self {
        case .reference: "a keyed archive's reference, \(Self.refused)"
        case .format(let format): "a suite in \(format.rawValue), \(Self.refused)"
        case .gnustepValue: "a value in GNUstep's spelling, \(Self.refused)"
        case .encodingWithoutMark(let encoding): "\(encoding) without a byte order mark, \(Self.refused)"
        case .documentTypeSubset: "a document type with declarations, \(Self.refused)"
        case .whiteSpace(let kind): "white space around a value of type \(kind.rawValue), \(Self.refused)"
        case .comment: "a comment within a text, \(Self.refused)"
        case .markup(let kind): "a reference or CDATA section in a value of type \(kind.rawValue), \(Self.refused)"
        case .emptyData: "data in one tag, <data/>, \(Self.refused)"
        case .contentOfBoolean: "text in a value of type bool, \(Self.refused)"
        case .signedNotANumber: "a not-a-number with a sign, \(Self.refused)"
        case .set: "a set, \(Self.refused)"
        case .referenceInData: "a reference in data, of which UserDefaults makes other bytes"
        case .unsignedInteger: "an integer above \(Int64.max), for which UserDefaults gives 0 as an integer"
        case .wideInteger: "a negative integer of 16 bytes, of which UserDefaults makes a positive one"
        case .negativeZero: "a negative zero, whose sign is lost when UserDefaults next writes the file"
        case .fractionOfSecond: "a fraction of a second, which is lost when UserDefaults next writes the file"
        case .dateNotFinite: "a date that is no moment, with which UserDefaults next writes a corrupt file"
        case .equivalentKey(let other): "a key that UserDefaults takes for \(other.quoted), so that one value is lost"
        case .controlCharacter(let scalar):
            "the character U+\(Self.codePoint(scalar)), for which strict XML parsers refuse the file"
        }
    }

    private static func codePoint(_ scalar: UInt32) -> String {
        String(scalar, radix: 16, uppercase: true, width: 4)
    }

    private static let refused = "for which UserDefaults takes the whole suite for empty"
}

/// A hazard in a document, and where it is.
package struct PropertyListFinding: Hashable, Sendable {
    /// What is there.
    package let hazard: PropertyListHazard
    /// The place in the document; nil in OpenStep text, of whose values none is kept.
    package let position: SourcePosition?
    /// The way to the value, as in ``PropertyList/subscript(path:)``; empty for the document as a whole.
    package let path: [String]
}
