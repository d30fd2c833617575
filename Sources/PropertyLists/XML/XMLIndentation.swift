/// The white space that lines of an XML property list begin with.
struct XMLIndentation {
    /// Before an entry of the root dictionary.
    let ofEntries: [UInt8]
    /// Before an element in a container, more than before the container.
    let unit: [UInt8]

    /// One tab a level, as `UserDefaults` writes it.
    static let tabs = XMLIndentation(ofEntries: [UInt8(ascii: "\t")], unit: [UInt8(ascii: "\t")])

    /// The white space before an element.
    ///
    /// - Parameter depth: the number of containers around the element.
    func beforeElement(atDepth depth: Int) -> [UInt8] {
        var indentation = depth > 0 ? ofEntries : []
        for _ in 1..<max(depth, 1) {
            indentation += unit
        }
        return indentation
    }
}
