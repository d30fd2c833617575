/// The first pass over a value: whether it can be written, and the room to set aside for it.
extension XMLWriter {
    /// The bytes that a value's element takes, with every number as long as its kind gets.
    ///
    /// - Parameter depth: the number of containers around the value.
    /// - Throws: what keeps the value from being written; after this, nothing does.
    mutating func length(of value: PropertyList, depth: Int) throws(PropertyListProblem) -> Int {
        switch value {
        case .string(let string):
            return XMLElement.string.lengthOfTags + string.lengthInXML
        case .integer:
            return XMLElement.integer.lengthOfTags + PropertyListInteger.longestText
        case .real:
            return XMLElement.real.lengthOfTags + Double.longestXML
        case .boolean(let boolean):
            return boolean ? XMLElement.true.lengthAlone : XMLElement.false.lengthAlone
        case .date(let date):
            try date.checkRangeOfXML()
            return XMLElement.date.lengthOfTags + PropertyListDate.longestXML
        case .data(let data):
            return length(ofData: data.count, depth: depth)
        case .array(let elements):
            return try length(of: elements.span, depth: depth)
        case .dictionary(let dictionary):
            let length = try length(of: dictionary.entries.span, depth: depth)
            guard depth == 0 || dictionary.uidInXML == nil else {
                throw .dictionaryReadsAsUID(key: PropertyListDictionary.keyOfUIDInXML)
            }
            return length
        case .uid(let identifier):
            return try length(of: [PropertyListDictionary.entryInXML(ofUID: identifier)].span, depth: depth)
        }
    }

    /// The bytes that a key's element takes.
    func length(ofKey key: String) -> Int {
        XMLElement.key.lengthOfTags + key.lengthInXML
    }

    /// The bytes that an entry takes: a key's element, a line break, and the value's element.
    mutating func length(
        of entry: PropertyListDictionary.Entry,
        lineBreak: [UInt8],
        depth: Int
    ) throws(PropertyListProblem) -> Int {
        length(ofKey: entry.key) + lineBreak.count + (try length(of: entry.value, depth: depth))
    }

    private mutating func length(of elements: Span<PropertyList>, depth: Int) throws(PropertyListProblem) -> Int {
        var length = try length(around: elements.count, in: .array, depth: depth)
        for index in elements.indices {
            length += try self.length(of: elements[index], depth: depth + 1)
        }
        return length
    }

    private mutating func length(
        of entries: Span<PropertyListDictionary.Entry>,
        depth: Int
    ) throws(PropertyListProblem) -> Int {
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
    ) throws(PropertyListProblem) -> Int {
        try PropertyList.checkDepth(depth)
        guard count > 0 else { return container.lengthAlone }
        return container.lengthOfTags + indentation.lineBreak(depth: depth).count
            + count * indentation.lineBreak(depth: depth + 1).count
    }

    private mutating func length(ofData count: Int, depth: Int) -> Int {
        let bytesPerLine = XMLWriter.bytesPerLine(depth: depth)
        let lines = (count + bytesPerLine - 1) / bytesPerLine
        let lineBreak = indentation.lineBreak(depth: min(depth, XMLWriter.depthLimitOfText))
        return XMLElement.data.lengthOfTags + lines * lineBreak.count + Base64.length(ofText: count)
            + indentation.lineBreak(depth: depth).count
    }
}

extension XMLElement {
    /// The bytes of both tags.
    fileprivate var lengthOfTags: Int { 2 * name.utf8CodeUnitCount + 5 }

    /// The bytes of the one tag of an element without contents.
    fileprivate var lengthAlone: Int { name.utf8CodeUnitCount + 3 }
}
