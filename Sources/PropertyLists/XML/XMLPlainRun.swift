extension XMLScanner {
    /// Skips the part of the next value that is in the usual spelling, and returns whether there is any.
    ///
    /// The value is inside `outerDepth` containers. The skipped part is well-formed: the events would report nothing
    /// else, but in several times the steps. The skip ends before anything that only the events can judge.
    mutating func skipPlainRun(downTo outerDepth: Int) throws(PropertyListError) -> Bool {
        guard !endsContainerNext else { return false }
        let start = offset
        _ = try skipPlainRun(downTo: outerDepth, passing: nil)
        return offset > start
    }

    /// Skips entries of the innermost dictionary that are in the usual spelling, up to a selected key, the first key
    /// that is not greater than the one before it, or the end of the dictionary.
    ///
    /// - Returns: the start of the latest entry that was skipped, of which the value can be incomplete; nil if there is
    ///   none.
    mutating func skipPlainEntries(before keys: KeySelection) throws(PropertyListError) -> Int? {
        guard !endsContainerNext else { return nil }
        return try skipPlainRun(downTo: depth, passing: keys.filter)
    }

    private mutating func skipPlainRun(
        downTo outerDepth: Int,
        passing keys: KeyFilter?
    ) throws(PropertyListError) -> Int? {
        var latest: Int?
        while try skipPlainPiece(downTo: outerDepth, passing: keys, &latest), markup.extend(from: offset) {}
        return latest
    }

    /// Skips what is in the piece of the markup that contains the offset, and returns whether more can follow.
    private mutating func skipPlainPiece(
        downTo outerDepth: Int,
        passing keys: KeyFilter?,
        _ latest: inout Int?
    ) throws(PropertyListError) -> Bool {
        var walk = markup.walk(from: offset)
        defer {
            cursor.move(to: walk.end)
            markup.end(walk)
        }
        while let (start, tag) = walk.tag() {
            if nesting.expected == .key {
                if tag.starts(with: XMLTag.start(of: .key)) {
                    guard let key = walk.text(of: .key, at: start) else { return walk.isAtEndOfPiece }
                    let isEntry = depth == outerDepth
                    if isEntry, let keys, key.hasMarkup || keys.mayContain(key.range, in: bytes) {
                        walk.skip(0, at: start)
                        return false
                    }
                    nesting.append(key, at: start, isPlain: !key.hasMarkup, in: bytes)
                    if isEntry {
                        guard nesting.keys.areAscending else { return false }
                        latest = start
                    }
                    continue
                }
                guard tag.starts(with: XMLTag.end(of: .dictionary)), depth > outerDepth else { return false }
                walk.skip(XMLElement.dictionary.endTagLength, at: start)
                try nesting.end(in: text)
            } else if nesting.expected == .element, tag.starts(with: XMLTag.end(of: .array)) {
                guard depth > outerDepth else { return false }
                walk.skip(XMLElement.array.endTagLength, at: start)
                try nesting.end(in: text)
            } else if walk.skipScalar(tag, at: start) {
                nesting.appendScalar()
            } else if depth == PropertyList.depthLimit {
                return walk.isAtEndOfPiece
            } else if tag.starts(with: XMLTag.start(of: .dictionary)) {
                walk.skip(XMLElement.dictionary.startTagLength, at: start)
                nesting.begin(.dictionary)
                continue
            } else if tag.starts(with: XMLTag.start(of: .array)) {
                walk.skip(XMLElement.array.startTagLength, at: start)
                nesting.begin(.array)
                continue
            } else if walk.skipEmptyContainer(tag, at: start) {
                nesting.appendScalar()
            } else {
                return walk.isAtEndOfPiece
            }
            if keys == nil, depth == outerDepth {
                return false
            }
        }
        return walk.isAtEndOfPiece
    }
}

extension ByteView {
    /// Returns the end of the whitespace that starts at an offset, if there is any.
    func endOfWhitespace(from start: Int) -> Int {
        var end = start
        while end < count, self[end].isWhitespace {
            end += 1
        }
        return end
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
