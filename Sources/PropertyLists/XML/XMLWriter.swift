/// Writes values as the elements of an XML property list, in the layout of `UserDefaults` on Linux byte for byte: one
/// element a line, indented by its depth.
///
/// A value is gone over twice: once for what it takes, so that the output is allocated at once and no larger than it
/// needs to be, and once for the bytes.
struct XMLWriter {
    var indentation: XMLIndentation

    init(indentation: XMLIndentation = XMLIndentation()) {
        self.indentation = indentation
    }

    /// A whole document, in UTF-8.
    ///
    /// - Parameter encoding: the name of the encoding that the document is going to have.
    /// - Throws: `tooDeep` where containers nest deeper than a reader would take, `dateOutOfRange`,
    ///   `dictionaryReadsAsUID`.
    static func document(
        _ value: PropertyList,
        encoding: String = "UTF-8"
    ) throws(PropertyListProblem) -> [UInt8] {
        let declaration = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n"
        let head: StaticString = """
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        let tail: StaticString = "\n</plist>\n"
        var writer = XMLWriter()
        let length = try writer.length(of: value, depth: 0)
        let frameLength = declaration.utf8.count + head.utf8CodeUnitCount + tail.utf8CodeUnitCount
        return [UInt8](capacity: frameLength + length) { output in
            output.append(declaration.utf8Span.span)
            output.append(head)
            writer.write(value, depth: 0, to: &output)
            output.append(tail)
        }
    }

    /// Appends a value's element: where it takes more than one line, those after the first are indented.
    ///
    /// - Parameter depth: the number of containers around the value.
    /// - Throws: as `document(_:)` does.
    mutating func append(_ value: PropertyList, depth: Int, to output: inout [UInt8]) throws(PropertyListProblem) {
        let length = try length(of: value, depth: depth)
        output.append(addingCapacity: length) { output in
            write(value, depth: depth, to: &output)
        }
    }

    /// Appends a key's element, a line break, and the value's element.
    ///
    /// - Parameter depth: the number of containers around both.
    /// - Throws: as `document(_:)` does.
    mutating func append(
        _ entry: PropertyListDictionary.Entry,
        depth: Int,
        to output: inout [UInt8]
    ) throws(PropertyListProblem) {
        let lineBreak = indentation.lineBreak(depth: depth)
        let length = try length(of: entry, lineBreak: lineBreak, depth: depth)
        output.append(addingCapacity: length) { output in
            write(entry, lineBreak: lineBreak, depth: depth, to: &output)
        }
    }

    /// Appends a key's element.
    func append(key: String, to output: inout [UInt8]) {
        output.append(addingCapacity: length(ofKey: key)) { output in
            write(key: key, to: &output)
        }
    }

    // MARK: Elements

    private mutating func write(_ value: PropertyList, depth: Int, to output: inout OutputSpan<UInt8>) {
        switch value {
        case .string(let string):
            output.append("<string>")
            output.append(xmlText: string)
            output.append("</string>")
        case .integer(let integer):
            output.append("<integer>")
            output.append(decimal: integer)
            output.append("</integer>")
        case .real(let real):
            output.append("<real>")
            real.appendXML(to: &output)
            output.append("</real>")
        case .boolean(let boolean):
            output.append(boolean ? "<true/>" : "<false/>")
        case .date(let date):
            output.append("<date>")
            date.appendXML(to: &output)
            output.append("</date>")
        case .data(let data):
            write(data.span, depth: depth, to: &output)
        case .array(let elements):
            write(elements.span, depth: depth, to: &output)
        case .dictionary(let dictionary):
            write(dictionary.entries.span, depth: depth, to: &output)
        case .uid(let identifier):
            write([PropertyListDictionary.entryInXML(ofUID: identifier)].span, depth: depth, to: &output)
        }
    }

    /// - Parameter lineBreak: what stands between key and value.
    private mutating func write(
        _ entry: PropertyListDictionary.Entry,
        lineBreak: [UInt8],
        depth: Int,
        to output: inout OutputSpan<UInt8>
    ) {
        write(key: entry.key, to: &output)
        output.append(lineBreak.span)
        write(entry.value, depth: depth, to: &output)
    }

    private func write(key: String, to output: inout OutputSpan<UInt8>) {
        output.append("<key>")
        output.append(xmlText: key)
        output.append("</key>")
    }

    private mutating func write(_ elements: Span<PropertyList>, depth: Int, to output: inout OutputSpan<UInt8>) {
        guard !elements.isEmpty else {
            output.append("<array/>")
            return
        }
        let lineBreak = indentation.lineBreak(depth: depth + 1)
        output.append("<array>")
        for index in elements.indices {
            output.append(lineBreak.span)
            write(elements[index], depth: depth + 1, to: &output)
        }
        output.append(indentation.lineBreak(depth: depth).span)
        output.append("</array>")
    }

    private mutating func write(
        _ entries: Span<PropertyListDictionary.Entry>,
        depth: Int,
        to output: inout OutputSpan<UInt8>
    ) {
        guard !entries.isEmpty else {
            output.append("<dict/>")
            return
        }
        let lineBreak = indentation.lineBreak(depth: depth + 1)
        output.append("<dict>")
        for index in entries.indices {
            output.append(lineBreak.span)
            write(entries[index], lineBreak: lineBreak, depth: depth + 1, to: &output)
        }
        output.append(indentation.lineBreak(depth: depth).span)
        output.append("</dict>")
    }

    /// Writes data in lines: CoreFoundation counts each level as eight of a line's 76 columns, and indents no deeper than
    /// eight levels.
    private mutating func write(_ data: Span<UInt8>, depth: Int, to output: inout OutputSpan<UInt8>) {
        let bytesPerLine = XMLWriter.bytesPerLine(depth: depth)
        let lineBreak = indentation.lineBreak(depth: min(depth, XMLWriter.depthLimitOfText))
        output.append("<data>")
        for start in stride(from: 0, to: data.count, by: bytesPerLine) {
            output.append(lineBreak.span)
            Base64.append(data.extracting(start..<min(start + bytesPerLine, data.count)), to: &output)
        }
        output.append(indentation.lineBreak(depth: depth).span)
        output.append("</data>")
    }

    // MARK: What both passes know

    /// The number of levels by which the text of data is indented at most.
    static let depthLimitOfText = 8

    /// The bytes that a line of data's text stands for.
    static func bytesPerLine(depth: Int) -> Int {
        (76 - 8 * min(depth, depthLimitOfText)) / 4 * 3
    }
}
