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

/// A hazard in a document, and where it is.
package struct PropertyListFinding: Hashable, Sendable {
    /// What is there.
    package let hazard: PropertyListHazard
    /// The place in the document; nil in OpenStep text, of whose values none is kept.
    package let position: SourcePosition?
    /// The way to the value, as in ``PropertyList/subscript(path:)``; empty for the document as a whole.
    package let path: [String]
}
