/// Writes values as the elements of an XML property list, in the layout of `UserDefaults` on Linux byte for byte: one
/// element a line, indented by its depth.
struct XMLWriter {
    private(set) var output: [UInt8] = []
    private let indentation: XMLIndentation

    init(indentation: XMLIndentation = .tabs) {
        self.indentation = indentation
    }

    /// A whole document, in UTF-8.
    ///
    /// - Parameter encoding: the name of the encoding that the document is going to have.
    /// - Throws: `tooDeep` where containers nest deeper than a reader would take, `dateOutOfRange`.
    static func document(
        _ value: PropertyList,
        encoding: String = "UTF-8"
    ) throws(PropertyListProblem) -> [UInt8] {
        var writer = XMLWriter()
        writer.output.append(contentsOf: "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>".utf8)
        writer.append(
            """

            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        )
        try writer.append(value, depth: 0)
        writer.append("\n</plist>\n")
        return writer.output
    }

    /// A value's element: where it takes more than one line, those after the first are indented.
    ///
    /// - Parameter depth: the number of containers around the value.
    mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListProblem) {
        switch value {
        case .string(let string):
            append(string, in: .string)
        case .integer(let integer):
            append(integer.description, in: .integer)
        case .real(let real):
            append(real.propertyListXML, in: .real)
        case .boolean(let boolean):
            append(boolean ? "<true/>" : "<false/>")
        case .date(let date):
            append("<date>")
            try date.appendXML(to: &output)
            append("</date>")
        case .data(let data):
            append(data, depth: depth)
        case .array(let elements):
            try append(elements, depth: depth)
        case .dictionary(let dictionary):
            try append(dictionary, depth: depth)
        case .uid(let identifier):
            try append(identifier, depth: depth)
        }
    }

    /// A key's element, a line break, and the value's element.
    ///
    /// - Parameter depth: the number of containers around both.
    mutating func append(_ entry: PropertyListDictionary.Entry, depth: Int) throws(PropertyListProblem) {
        append(entry.key, in: .key)
        beginLine(depth: depth)
        try append(entry.value, depth: depth)
    }

    // MARK: Containers

    private mutating func append(_ elements: [PropertyList], depth: Int) throws(PropertyListProblem) {
        try PropertyList.checkDepth(depth)
        if elements.isEmpty {
            append("<array/>")
            return
        }
        append("<array>")
        for element in elements {
            beginLine(depth: depth + 1)
            try append(element, depth: depth + 1)
        }
        beginLine(depth: depth)
        append("</array>")
    }

    private mutating func append(_ dictionary: PropertyListDictionary, depth: Int) throws(PropertyListProblem) {
        try PropertyList.checkDepth(depth)
        if dictionary.isEmpty {
            append("<dict/>")
            return
        }
        guard depth == 0 || dictionary.uidInXML == nil else { throw .dictionaryReadsAsUID(key: xmlKeyOfUID) }
        append("<dict>")
        for entry in dictionary {
            beginLine(depth: depth + 1)
            try append(entry, depth: depth + 1)
        }
        beginLine(depth: depth)
        append("</dict>")
    }

    /// A keyed archive's reference, as CoreFoundation writes it: a dictionary of one key.
    private mutating func append(_ identifier: UInt64, depth: Int) throws(PropertyListProblem) {
        try PropertyList.checkDepth(depth)
        append("<dict>")
        beginLine(depth: depth + 1)
        let value = PropertyList.integer(PropertyListInteger(identifier))
        try append(PropertyListDictionary.Entry(key: xmlKeyOfUID, value: value), depth: depth + 1)
        beginLine(depth: depth)
        append("</dict>")
    }

    // MARK: Text

    private mutating func append(_ data: [UInt8], depth: Int) {
        append("<data>\n")
        // CoreFoundation counts each level as eight of a line's 76 columns, and indents the text by no more than eight.
        let textDepth = min(depth, 8)
        var textIndentation: [UInt8] = []
        indentation.append(toDepth: textDepth, of: &textIndentation)
        Base64.append(data, to: &output, lineLength: 76 - 8 * textDepth, prefix: textIndentation)
        indentation.append(toDepth: depth, of: &output)
        append("</data>")
    }

    private mutating func append(_ text: String, in element: XMLElement) {
        append("<")
        append(element.name)
        append(">")
        appendEscaped(text)
        append("</")
        append(element.name)
        append(">")
    }

    /// Text with references for the three characters that CoreFoundation replaces.
    ///
    /// Control characters go out as they are, as CoreFoundation writes and reads them.
    private mutating func appendEscaped(_ text: String) {
        guard text.utf8.contains(where: isXMLMarkup) else {
            output.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            default: output.append(byte)
            }
        }
    }

    /// Ends the line, and indents the next.
    private mutating func beginLine(depth: Int) {
        output.append(UInt8(ascii: "\n"))
        indentation.append(toDepth: depth, of: &output)
    }

    private mutating func append(_ text: StaticString) {
        unsafe output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

private func isXMLMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
}
