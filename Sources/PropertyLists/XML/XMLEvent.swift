/// What a scanner of an XML property list meets next.
enum XMLEvent {
    case beginDictionary
    case beginArray
    /// The end of the innermost dictionary or array.
    case endContainer
    /// The key of the value that comes next.
    case key(XMLText)
    case scalar(XMLScalar)
}

/// A value without further values in it, as it stands in the document.
enum XMLScalar {
    case string(XMLText)
    case integer(XMLText)
    case real(XMLText)
    case date(XMLText)
    case data(XMLText)
    case boolean(Bool)
}

/// The text of an element, as it stands in the document.
///
/// Most text has no markup in it, and much of it is never asked for: references and sections are resolved on demand.
struct XMLText {
    /// The offsets between the element's tags.
    let range: Range<Int>
    /// Whether a reference, a CDATA section, a comment or a processing instruction is in it.
    let hasMarkup: Bool
}
