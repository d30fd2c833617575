/// A writer of XML elements in the layout of `UserDefaults` on Linux, byte for byte: one element a line, indented by
/// its depth.
///
/// It visits a value twice: first for its length, then for its bytes. So the output is allocated once, and no larger
/// than needed. A depth is the number of containers around a value.
struct XMLWriter {
    var indentation: Indentation

    init(indentation: Indentation = Indentation()) {
        self.indentation = indentation
    }

    /// Returns a whole document, in UTF-8, that names an encoding.
    ///
    /// Throws `tooDeep`, `dateOutOfRange`, `dictionaryReadsAsUID`, and `removal`.
    static func document(_ value: PropertyList, encoding: String = "UTF-8") throws(PropertyListError) -> [UInt8] {
        let declaration = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n"
        let head: StaticString = """
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        let tail: StaticString = "\n</plist>\n"
        var writer = XMLWriter()
        let frameLength = declaration.utf8.count + head.utf8CodeUnitCount + tail.utf8CodeUnitCount
        let length = try writer.length(of: value, depth: 0)
        return try [UInt8](capacity: frameLength + length) { output throws(PropertyListError) in
            output.append(declaration.utf8Span.span)
            output.append(head)
            try writer.write(value, depth: 0, to: &output)
            output.append(tail)
        }
    }

    /// Returns a value's element on one line.
    static func element(_ value: PropertyList) throws(PropertyListError) -> String {
        var writer = XMLWriter(indentation: Indentation(unit: [], lineEnd: []))
        var output: [UInt8] = []
        try writer.append(value, depth: 0, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a value's element; if it has more than one line, those after the first are indented.
    mutating func append(_ value: PropertyList, depth: Int, to output: inout [UInt8]) throws(PropertyListError) {
        let length = try length(of: value, depth: depth)
        try output.append(addingCapacity: length) { output throws(PropertyListError) in
            try write(value, depth: depth, to: &output)
        }
    }

    func append(key: String, to output: inout [UInt8]) {
        var length = XMLLength()
        write(key: key, to: &length)
        output.append(addingCapacity: length.count) { output in
            write(key: key, to: &output)
        }
    }

    private mutating func length(of value: PropertyList, depth: Int) throws(PropertyListError) -> Int {
        var length = XMLLength()
        try write(value, depth: depth, to: &length)
        return length.count
    }

    // MARK: Elements

    private mutating func write(
        _ value: PropertyList,
        depth: Int,
        to output: inout some XMLOutput & ~Copyable & ~Escapable
    ) throws(PropertyListError) {
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
            output.append(xmlReal: real)
            output.append("</real>")
        case .boolean(let boolean):
            output.append(boolean ? "<true/>" : "<false/>")
        case .date(let date):
            guard let time = date.civilTimeInXML else {
                throw PropertyListError(.dateOutOfRange(seconds: date.secondsSinceReferenceDate.shortestText))
            }
            output.append("<date>")
            output.append(xmlDate: time)
            output.append("</date>")
        case .data(let data):
            write(data.span, depth: depth, to: &output)
        case .array(let elements):
            try write(elements.span, depth: depth, to: &output)
        case .dictionary(let dictionary):
            try dictionary.checkIsNoEdit()
            try write(dictionary.entries.span, depth: depth, to: &output)
            guard depth == 0 || dictionary.uidInXML == nil else {
                throw PropertyListError(.dictionaryReadsAsUID(key: PropertyListDictionary.keyOfUIDInXML))
            }
        case .uid(let identifier):
            try write([PropertyListDictionary.entryInXML(ofUID: identifier)].span, depth: depth, to: &output)
        }
    }

    private func write(key: String, to output: inout some XMLOutput & ~Copyable & ~Escapable) {
        output.append("<key>")
        output.append(xmlText: key)
        output.append("</key>")
    }

    private mutating func write(
        _ elements: Span<PropertyList>,
        depth: Int,
        to output: inout some XMLOutput & ~Copyable & ~Escapable
    ) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        guard !elements.isEmpty else {
            output.append("<array/>")
            return
        }
        let lineBreak = indentation.lineBreak(depth: depth + 1)
        output.append("<array>")
        for index in elements.indices {
            output.append(lineBreak.span)
            try write(elements[index], depth: depth + 1, to: &output)
        }
        output.append(indentation.lineBreak(depth: depth).span)
        output.append("</array>")
    }

    private mutating func write(
        _ entries: Span<PropertyListDictionary.Entry>,
        depth: Int,
        to output: inout some XMLOutput & ~Copyable & ~Escapable
    ) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        guard !entries.isEmpty else {
            output.append("<dict/>")
            return
        }
        let lineBreak = indentation.lineBreak(depth: depth + 1)
        output.append("<dict>")
        for index in entries.indices {
            output.append(lineBreak.span)
            write(key: entries[index].key, to: &output)
            output.append(lineBreak.span)
            try write(entries[index].value, depth: depth + 1, to: &output)
        }
        output.append(indentation.lineBreak(depth: depth).span)
        output.append("</dict>")
    }

    /// Writes data in lines, as CoreFoundation does.
    ///
    /// CoreFoundation counts each level as eight of a line's 76 columns, and indents by at most eight levels.
    private mutating func write(
        _ data: Span<UInt8>,
        depth: Int,
        to output: inout some XMLOutput & ~Copyable & ~Escapable
    ) {
        let textDepth = min(depth, 8)
        let bytesPerLine = (76 - 8 * textDepth) / 4 * 3
        let lineBreak = indentation.lineBreak(depth: textDepth)
        output.append("<data>")
        for start in stride(from: 0, to: data.count, by: bytesPerLine) {
            output.append(lineBreak.span)
            output.append(base64: data.extracting(start..<min(start + bytesPerLine, data.count)))
        }
        output.append(indentation.lineBreak(depth: depth).span)
        output.append("</data>")
    }
}

/// An output for elements: bytes, with room for them, or a count of bytes.
private protocol XMLOutput: ~Copyable, ~Escapable {
    mutating func append(_ text: StaticString)
    mutating func append(_ bytes: Span<UInt8>)
    mutating func append(xmlText text: String)
    mutating func append(decimal integer: PropertyListInteger)
    mutating func append(xmlReal real: Double)
    mutating func append(xmlDate time: CivilTime)
    mutating func append(base64 data: Span<UInt8>)
}

extension OutputSpan: XMLOutput where Element == UInt8 {}

/// The length of elements, in bytes, if every number has the maximum length of its kind.
private struct XMLLength: XMLOutput {
    private(set) var count = 0

    @inline(__always)
    mutating func append(_ text: StaticString) {
        count += text.utf8CodeUnitCount
    }

    mutating func append(_ bytes: Span<UInt8>) {
        count += bytes.count
    }

    mutating func append(xmlText text: String) {
        count += text.withBytes { $0.lengthInXML }
    }

    mutating func append(decimal integer: PropertyListInteger) {
        count += PropertyListInteger.longestText
    }

    mutating func append(xmlReal real: Double) {
        count += Double.longestXML
    }

    mutating func append(xmlDate time: CivilTime) {
        count += PropertyListDate.longestXML
    }

    mutating func append(base64 data: Span<UInt8>) {
        count += Base64.length(ofText: data.count)
    }
}
