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
    ) throws(PropertyListError) -> [UInt8] {
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
    mutating func append(_ value: PropertyList, depth: Int, to output: inout [UInt8]) throws(PropertyListError) {
        let length = try length(of: value, depth: depth)
        output.append(addingCapacity: length) { output in
            write(value, depth: depth, to: &output)
        }
    }

    /// Appends a key's element, a line break, and the value's element.
    ///
    /// - Parameter depth: the number of containers around both.
    mutating func append(
        _ entry: PropertyListDictionary.Entry,
        depth: Int,
        to output: inout [UInt8]
    ) throws(PropertyListError) {
        let lineBreak = indentation.lineBreak(depth: depth)
        let length = try length(of: entry, lineBreak: lineBreak, depth: depth)
        output.append(addingCapacity: length) { output in
            write(entry, lineBreak: lineBreak, depth: depth, to: &output)
        }
    }

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

    /// Writes data in lines: CoreFoundation counts each level as eight of a line's 76 columns, and indents no deeper
    /// than eight levels.
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

    static func bytesPerLine(depth: Int) -> Int {
        (76 - 8 * min(depth, depthLimitOfText)) / 4 * 3
    }
}

/// The first pass over a value: whether it can be written, and the room to set aside for it.
extension XMLWriter {
    /// The bytes that a value's element takes, with every number as long as its kind gets.
    ///
    /// - Parameter depth: the number of containers around the value.
    /// - Throws: what keeps the value from being written; after this, nothing does.
    mutating func length(of value: PropertyList, depth: Int) throws(PropertyListError) -> Int {
        switch value {
        case .string(let string):
            return XMLElement.string.tagsLength + string.lengthInXML
        case .integer:
            return XMLElement.integer.tagsLength + PropertyListInteger.longestText
        case .real:
            return XMLElement.real.tagsLength + Double.longestXML
        case .boolean(let boolean):
            return boolean ? XMLElement.true.endTagLength : XMLElement.false.endTagLength
        case .date(let date):
            try date.checkRangeOfXML()
            return XMLElement.date.tagsLength + PropertyListDate.longestXML
        case .data(let data):
            return length(ofData: data.count, depth: depth)
        case .array(let elements):
            return try length(of: elements.span, depth: depth)
        case .dictionary(let dictionary):
            let length = try length(of: dictionary.entries.span, depth: depth)
            guard depth == 0 || dictionary.uidInXML == nil else {
                throw PropertyListError(.dictionaryReadsAsUID(key: PropertyListDictionary.keyOfUIDInXML))
            }
            return length
        case .uid(let identifier):
            return try length(of: [PropertyListDictionary.entryInXML(ofUID: identifier)].span, depth: depth)
        }
    }

    func length(ofKey key: String) -> Int {
        XMLElement.key.tagsLength + key.lengthInXML
    }

    /// The bytes that an entry takes: a key's element, a line break, and the value's element.
    mutating func length(
        of entry: PropertyListDictionary.Entry,
        lineBreak: [UInt8],
        depth: Int
    ) throws(PropertyListError) -> Int {
        length(ofKey: entry.key) + lineBreak.count + (try length(of: entry.value, depth: depth))
    }

    private mutating func length(of elements: Span<PropertyList>, depth: Int) throws(PropertyListError) -> Int {
        var length = try length(around: elements.count, in: .array, depth: depth)
        for index in elements.indices {
            length += try self.length(of: elements[index], depth: depth + 1)
        }
        return length
    }

    private mutating func length(
        of entries: Span<PropertyListDictionary.Entry>,
        depth: Int
    ) throws(PropertyListError) -> Int {
        var length = try length(around: entries.count, in: .dictionary, depth: depth)
        let lineBreak = indentation.lineBreak(depth: depth + 1)
        for index in entries.indices {
            length += try self.length(of: entries[index], lineBreak: lineBreak, depth: depth + 1)
        }
        return length
    }

    /// The bytes of a container's tags, and of the line breaks before so many elements and the end.
    private mutating func length(
        around count: Int,
        in container: XMLElement,
        depth: Int
    ) throws(PropertyListError) -> Int {
        try PropertyList.checkDepth(depth)
        guard count > 0 else { return container.endTagLength }
        return container.tagsLength + indentation.lineBreak(depth: depth).count
            + count * indentation.lineBreak(depth: depth + 1).count
    }

    private mutating func length(ofData count: Int, depth: Int) -> Int {
        let bytesPerLine = XMLWriter.bytesPerLine(depth: depth)
        let lines = (count + bytesPerLine - 1) / bytesPerLine
        let lineBreak = indentation.lineBreak(depth: min(depth, XMLWriter.depthLimitOfText))
        return XMLElement.data.tagsLength + lines * lineBreak.count + Base64.length(ofText: count)
            + indentation.lineBreak(depth: depth).count
    }
}

/// The line breaks of an XML property list: what ends a line, and the white space that the next one begins with.
struct XMLIndentation {
    /// Before an entry of the root dictionary.
    let ofEntries: [UInt8]
    /// Before an element in a container, more than before the container.
    let unit: [UInt8]
    /// A line feed, or a carriage return before it.
    let lineEnd: [UInt8]
    /// By depth, as far as they have been asked for.
    private var lineBreaks: [[UInt8]]

    /// One tab a level, as `UserDefaults` writes it.
    static let tab = [UInt8(ascii: "\t")]
    /// A line feed, as `UserDefaults` writes it.
    static let lineFeed = [UInt8(ascii: "\n")]

    /// The white space before an entry of the root dictionary, and what each level adds to it.
    init(ofEntries: [UInt8] = tab, unit: [UInt8] = tab, lineEnd: [UInt8] = lineFeed) {
        self.ofEntries = ofEntries
        self.unit = unit
        self.lineEnd = lineEnd
        lineBreaks = [lineEnd, lineEnd + ofEntries]
    }

    /// The line break before an element.
    ///
    /// - Parameter depth: the number of containers around the element.
    mutating func lineBreak(depth: Int) -> [UInt8] {
        while lineBreaks.count <= depth {
            lineBreaks.append(lineBreaks[lineBreaks.count - 1] + unit)
        }
        return lineBreaks[depth]
    }
}
