/// What a scanner of an XML property list meets next.
enum XMLEvent {
    case beginDictionary
    case beginArray
    /// The end of the innermost dictionary or array.
    case endContainer
    /// The key of the value that comes next.
    case key(XMLText)
    /// A value without further values in it: the text of an element.
    case scalar(XMLElement, XMLText)
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
