/// The white space that lines of an XML property list begin with.
struct XMLIndentation {
    /// Before an entry of the root dictionary.
    let ofEntries: [UInt8]
    /// Before an element in a container, more than before the container.
    let unit: [UInt8]

    /// One tab a level, as `UserDefaults` writes it.
    static let tabs = XMLIndentation(ofEntries: [UInt8(ascii: "\t")], unit: [UInt8(ascii: "\t")])

    /// Appends the white space before an element.
    ///
    /// - Parameter depth: the number of containers around the element.
    func append(toDepth depth: Int, of output: inout [UInt8]) {
        guard depth > 0 else { return }
        output.append(contentsOf: ofEntries)
        for _ in 1..<depth {
            output.append(contentsOf: unit)
        }
    }
}
