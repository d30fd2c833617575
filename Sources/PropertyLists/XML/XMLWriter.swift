/// Writes a tree as an XML property list, in the layout of `UserDefaults` on Linux byte for byte: one element a line,
/// indented by tabs.
struct XMLWriter {
    private(set) var output: [UInt8] = []

    /// A whole document.
    ///
    /// - Throws: `tooDeep` where containers nest deeper than a reader would take, `dateOutOfRange`.
    static func document(_ value: PropertyList) throws(PropertyListProblem) -> [UInt8] {
        var writer = XMLWriter()
        writer.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """)
        try writer.append(value, depth: 0)
        writer.append("</plist>\n")
        return writer.output
    }

    /// One value on its own lines.
    ///
    /// - Parameter depth: the number of containers around the value, and of tabs before it.
    mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListProblem) {
        indent(depth)
        switch value {
        case .string(let string):
            append(text: string, in: .string)
        case .integer(let integer):
            append(text: integer.description, in: .integer)
        case .real(let real):
            append(text: real.propertyListXML, in: .real)
        case .boolean(let boolean):
            append(boolean ? "<true/>\n" : "<false/>\n")
        case .date(let date):
            append("<date>")
            try date.appendXML(to: &output)
            append("</date>\n")
        case .data(let data):
            append("<data>\n")
            // CoreFoundation counts a tab as eight columns, and no more than eight tabs.
            let lineLength = 76 - 8 * min(depth, 8)
            Base64.append(data, to: &output, lineLength: lineLength, tabs: depth)
            indent(depth)
            append("</data>\n")
        case .array(let elements):
            try append(elements, depth: depth)
        case .dictionary(let dictionary):
            try append(dictionary, depth: depth)
        case .uid(let identifier):
            try append([xmlKeyOfUID: .integer(PropertyListInteger(identifier))] as PropertyListDictionary, depth: depth)
        }
    }

    /// A key on its own line, and its value.
    mutating func append(_ value: PropertyList, forKey key: String, depth: Int) throws(PropertyListProblem) {
        indent(depth)
        append(text: key, in: .key)
        try append(value, depth: depth)
    }

    // MARK: Containers

    private mutating func append(_ elements: [PropertyList], depth: Int) throws(PropertyListProblem) {
        try checkDepth(depth)
        if elements.isEmpty {
            append("<array/>\n")
            return
        }
        append("<array>\n")
        for element in elements {
            try append(element, depth: depth + 1)
        }
        indent(depth)
        append("</array>\n")
    }

    private mutating func append(_ dictionary: PropertyListDictionary, depth: Int) throws(PropertyListProblem) {
        try checkDepth(depth)
        if dictionary.isEmpty {
            append("<dict/>\n")
            return
        }
        append("<dict>\n")
        for entry in dictionary {
            try append(entry.value, forKey: entry.key, depth: depth + 1)
        }
        indent(depth)
        append("</dict>\n")
    }

    private func checkDepth(_ depth: Int) throws(PropertyListProblem) {
        if depth == PropertyList.depthLimit {
            throw .tooDeep(limit: PropertyList.depthLimit)
        }
    }

    // MARK: Bytes

    private mutating func append(text: String, in element: XMLElement) {
        append("<")
        append(element.name)
        append(">")
        appendEscaped(text)
        append("</")
        append(element.name)
        append(">\n")
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

    private mutating func indent(_ depth: Int) {
        for _ in 0..<depth {
            output.append(UInt8(ascii: "\t"))
        }
    }

    private mutating func append(_ text: StaticString) {
        unsafe output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

private func isXMLMarkup(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
}
