extension XMLScanner {
    /// Skips the part of the next value that is in the usual spelling, and returns whether there is any.
    ///
    /// The value is inside `outerDepth` containers. The skipped part is well-formed: the events would report nothing
    /// else, but in several times the steps. The skip ends before anything that only the events can judge.
    mutating func skipPlainRun(downTo outerDepth: Int) throws(PropertyListError) -> Bool {
        guard !endsContainerNext else { return false }
        let end = try endOfPlainRun(downTo: outerDepth)
        defer { cursor.move(to: end) }
        return end > offset
    }

    private mutating func endOfPlainRun(downTo outerDepth: Int) throws(PropertyListError) -> Int {
        let document = text
        let bytes = document.bytes
        var offset = cursor.offset
        while true {
            let start = bytes.endOfWhitespace(from: offset)
            guard let tag = bytes.bytesOfTag(at: start) else { return offset }
            switch nesting.expected {
            case .key:
                if tag.starts(with: XMLTag.start(of: .key)) {
                    guard let text = bytes.plainText(of: .key, from: start &+ XMLElement.key.startTagLength) else {
                        return offset
                    }
                    offset = text.range.upperBound &+ XMLElement.key.endTagLength
                    nesting.append(text, element: start..<offset, in: bytes)
                    continue
                }
                guard tag.starts(with: XMLTag.end(of: .dictionary)), depth > outerDepth else { return offset }
                offset = start &+ XMLElement.dictionary.endTagLength
                try nesting.end(in: document)
            case .element where tag.starts(with: XMLTag.end(of: .array)):
                guard depth > outerDepth else { return offset }
                offset = start &+ XMLElement.array.endTagLength
                try nesting.end(in: document)
            case .valueOfKey, .element:
                if let end = bytes.endOfPlainScalar(tag, at: start) {
                    offset = end
                    nesting.appendScalar()
                } else if let container = XMLElement(emptyContainer: tag), depth < PropertyList.depthLimit {
                    offset = start &+ container.endTagLength
                    nesting.appendScalar()
                } else if tag.starts(with: XMLTag.start(of: .dictionary)), depth < PropertyList.depthLimit {
                    offset = start &+ XMLElement.dictionary.startTagLength
                    nesting.begin(.dictionary)
                    continue
                } else if tag.starts(with: XMLTag.start(of: .array)), depth < PropertyList.depthLimit {
                    offset = start &+ XMLElement.array.startTagLength
                    nesting.begin(.array)
                    continue
                } else {
                    return offset
                }
            case .root, .end:
                return offset
            }
            if depth == outerDepth {
                return offset
            }
        }
    }
}

extension XMLElement {
    /// Creates the empty container whose tag starts with these bytes after its `<`; returns nil for any other tag.
    @inline(always)
    fileprivate init?(emptyContainer tag: UInt64) {
        if tag.starts(with: XMLTag.empty(.array)) {
            self = .array
        } else if tag.starts(with: XMLTag.empty(.dictionary)) {
            self = .dictionary
        } else {
            return nil
        }
    }
}

extension ByteView {
    /// Returns the end of a scalar's element in the usual spelling, or nil for anything else.
    ///
    /// `tag` contains the bytes after the `<`, the first one lowest.
    @inline(always)
    fileprivate func endOfPlainScalar(_ tag: UInt64, at start: Int) -> Int? {
        if tag.starts(with: XMLTag.start(of: .string)) {
            plainText(of: .string, from: start &+ XMLElement.string.startTagLength).map {
                $0.range.upperBound &+ XMLElement.string.endTagLength
            }
        } else if tag.starts(with: XMLTag.start(of: .integer)) {
            endOfPlain(.integer, at: start)
        } else if tag.starts(with: XMLTag.empty(.true)) {
            start &+ XMLElement.true.endTagLength
        } else if tag.starts(with: XMLTag.empty(.false)) {
            start &+ XMLElement.false.endTagLength
        } else if tag.starts(with: XMLTag.start(of: .real)) {
            endOfPlain(.real, at: start)
        } else if tag.starts(with: XMLTag.start(of: .date)) {
            endOfPlain(.date, at: start)
        } else if tag.starts(with: XMLTag.start(of: .data)) {
            endOfPlain(.data, at: start)
        } else if tag.starts(with: XMLTag.empty(.string)) {
            start &+ XMLElement.string.endTagLength
        } else {
            nil
        }
    }

    private func endOfPlain(_ element: XMLElement, at start: Int) -> Int? {
        guard let text = simpleText(of: element, from: start &+ element.startTagLength), self[text].isPlain(element)
        else { return nil }
        return text.upperBound &+ element.endTagLength
    }
}

/// Steps over almost everything in an XML property list: whitespace, tags without attributes, and text whose only
/// markup is predefined references.
///
/// They do not apply to the last ``blockLength`` bytes of a document, in which each load would need a check of its
/// range.
extension ByteView {
    /// Returns the end of the whitespace that starts at an offset, if there is any.
    @inline(always)
    func endOfWhitespace(from start: Int) -> Int {
        guard containsBlock(at: start) else { return endOfAnyWhitespace(from: start) }
        // A line feed and tabs, the indentation of most documents.
        let others = unsafe uncheckedWord(at: start) ^ 0x0909_0909_0909_090A
        let end = start &+ others.trailingZeroBitCount / 8
        return unsafe UInt8(truncatingIfNeeded: uncheckedWord(at: end)) == UInt8(ascii: "<")
            ? end : endOfAnyWhitespace(from: start)
    }

    private func endOfAnyWhitespace(from start: Int) -> Int {
        var end = start
        while end < count, self[end].isWhitespace {
            end += 1
        }
        return end
    }

    /// Returns the eight bytes after a `<` at an offset, the first one lowest; nil if there is none.
    @inline(always)
    func bytesOfTag(at offset: Int) -> UInt64? {
        guard containsBlock(at: offset) else { return nil }
        let isTag = unsafe UInt8(truncatingIfNeeded: uncheckedWord(at: offset)) == UInt8(ascii: "<")
        return isTag ? unsafe uncheckedWord(at: offset &+ 1) : nil
    }

    /// Returns the offset of the first `<` or `&` from an offset on, or nil if there is none before the last block.
    ///
    /// What follows it can be loaded without a check, because it is at most 15 bytes into a block.
    @inline(always)
    func offsetOfMarkup(from start: Int) -> Int? {
        var offset = start
        while containsBlock(at: offset) {
            let words = unsafe uncheckedWords(at: offset)
            let places = words.places(of: UInt8(ascii: "<")) | words.places(of: UInt8(ascii: "&"))
            if places[0] != 0 {
                return offset &+ places[0].trailingZeroBitCount / 8
            }
            if places[1] != 0 {
                return offset &+ 8 &+ places[1].trailingZeroBitCount / 8
            }
            offset &+= 16
        }
        return nil
    }

    /// Returns the text from an offset to the end tag of an element, whose name has at most six letters.
    ///
    /// Returns nil if the text contains other markup than predefined references, or has another end tag.
    @inline(always)
    func plainText(of element: XMLElement, from start: Int) -> XMLText? {
        var offset = start
        var hasReference = false
        while let place = offsetOfMarkup(from: offset) {
            let markup = unsafe uncheckedWord(at: place)
            if UInt8(truncatingIfNeeded: markup) == UInt8(ascii: "<") {
                guard unsafe uncheckedWord(at: place &+ 1).starts(with: XMLTag.end(of: element)) else { return nil }
                return XMLText(range: start..<place, hasMarkup: hasReference)
            }
            guard let entity = XMLEntity(reference: markup) else { return nil }
            hasReference = true
            offset = place &+ entity.referenceLength
        }
        return nil
    }

    /// Returns the range of the text from an offset to the end tag of any element, with its references unchecked.
    ///
    /// Returns nil if another tag or markup comes first.
    @inline(always)
    func simpleText(of element: XMLElement, from start: Int) -> Range<Int>? {
        guard let end = nearOffset(of: UInt8(ascii: "<"), from: start), hasEndTag(of: element, at: end) else {
            return nil
        }
        return start..<end
    }

    /// Returns whether a `<` starts an element's end tag, spelled without whitespace.
    @inline(always)
    func hasEndTag(of element: XMLElement, at start: Int) -> Bool {
        let length = element.nameLength
        return count - start > length + 8
            && word(at: start + 1).lowBytes(length + 1) == element.rawValue << 8 | UInt64(UInt8(ascii: "/"))
            && self[start + length + 2] == UInt8(ascii: ">")
    }
}
