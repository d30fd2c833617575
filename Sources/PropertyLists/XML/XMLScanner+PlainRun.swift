extension XMLScanner {
    /// A step over as much as is spelled as most documents are, of the value that comes next and of what is within it.
    ///
    /// What this passes over is sound: the events would tell of nothing else, but in several times the steps. It ends
    /// before anything that only they know to judge.
    ///
    /// - Parameter outerDepth: how many containers are open around the value, at whose end it ends.
    /// - Returns: whether there was anything of that kind.
    /// - Throws: `duplicateKey`.
    mutating func skipPlainRun(downTo outerDepth: Int) throws(PropertyListError) -> Bool {
        guard !endsContainerNext else { return false }
        let end = try endOfPlainRun(downTo: outerDepth)
        defer { lexer.move(to: end) }
        return end > offset
    }

    private mutating func endOfPlainRun(downTo outerDepth: Int) throws(PropertyListError) -> Int {
        let document = text
        let bytes = document.bytes
        var offset = lexer.offset
        while true {
            let start = bytes.endOfWhiteSpace(from: offset)
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
    /// The container that has no values where a tag begins with these bytes, behind its `<`; nil where it begins another.
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
    /// Where the element of a scalar ends that is spelled as most are; nil where it is not, or no scalar.
    ///
    /// - Parameters:
    ///   - tag: the bytes behind its `<`, the first of them lowest.
    ///   - start: where that stands.
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
