/// What a reader does with the elements of a value: it builds a tree of them or, by default, only checks them.
protocol XMLValueHandler: ~Copyable {
    /// Begins an entry of the dictionary whose entries are read, with the offset of its key's element.
    mutating func beginEntry(at start: Int, isSought: Bool)
    mutating func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError)
    mutating func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError)
    mutating func begin(_ container: XMLNesting.Container)
    /// Ends the innermost container, which is inside `depth` others.
    mutating func endContainer(depth: Int)
}

extension XMLValueHandler where Self: ~Copyable {
    @inline(always)
    func beginEntry(at start: Int, isSought: Bool) {}

    @inline(always)
    func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        try content.check(text)
    }

    @inline(always)
    func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        try content.check(element, text)
    }

    func begin(_ container: XMLNesting.Container) {}
    func endContainer(depth: Int) {}
}

/// A check of a value without building a tree of it.
struct XMLCheck: XMLValueHandler {}

extension XMLScanner {
    /// Reads the next value, or the rest of it, which is inside `outerDepth` containers.
    mutating func readValue(
        downTo outerDepth: Int,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) {
        while depth > outerDepth || nesting.expected == .valueOfKey {
            if try readPlainRun(downTo: outerDepth, into: &handler) { continue }
            guard let event = try next() else { break }
            switch event {
            case .key(let text): try handler.key(text, in: content)
            case .scalar(let element, let text): try handler.scalar(element, text, in: content)
            case .begin(let container): handler.begin(container)
            case .endContainer: handler.endContainer(depth: depth)
            }
        }
    }

    /// Reads the part of the next value that is in the usual spelling, and returns whether there is any.
    ///
    /// The events would report nothing else, but in several times the steps. The run ends before anything that only the
    /// events can judge.
    @inline(__always)
    mutating func readPlainRun(
        downTo outerDepth: Int,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Bool {
        guard !endsContainerNext else { return false }
        let start = offset
        var latest: Int?
        while try readPlainPiece(downTo: outerDepth, before: nil, &latest, into: &handler),
            markup.extend(from: offset)
        {}
        return offset > start
    }

    /// Reads entries of the innermost dictionary that are in the usual spelling, up to a key that a filter does not
    /// exclude, the first key that is not greater than the one before it, or the end of the dictionary.
    ///
    /// - Returns: the start of the latest entry, of which the value can be incomplete; nil if there is none.
    mutating func readPlainEntries(
        before keys: KeyFilter,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Int? {
        guard !endsContainerNext else { return nil }
        let outerDepth = depth
        var latest: Int?
        while try readPlainPiece(downTo: outerDepth, before: keys, &latest, into: &handler),
            markup.extend(from: offset)
        {}
        return latest
    }

    /// Reads what is in the piece of the markup that contains the offset, and returns whether more can follow.
    private mutating func readPlainPiece(
        downTo outerDepth: Int,
        before keys: KeyFilter?,
        _ latest: inout Int?,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Bool {
        let document = text
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
                    if isEntry, let keys, key.hasMarkup || keys.mayContain(key.range, in: document.bytes) {
                        walk.skip(0, at: start)
                        return false
                    }
                    nesting.append(key, at: start, isPlain: !key.hasMarkup, in: document.bytes)
                    if isEntry {
                        handler.beginEntry(at: start, isSought: false)
                        guard nesting.keys.areAscending else { return false }
                        latest = start
                    }
                    try handler.key(key, in: XMLContent(document: document, elementOffset: start))
                    continue
                }
                guard tag.starts(with: XMLTag.end(of: .dictionary)), depth > outerDepth else { return false }
                walk.skip(XMLElement.dictionary.endTagLength, at: start)
                try nesting.end(in: document)
                handler.endContainer(depth: depth)
            } else if nesting.expected == .element, tag.starts(with: XMLTag.end(of: .array)) {
                guard depth > outerDepth else { return false }
                walk.skip(XMLElement.array.endTagLength, at: start)
                try nesting.end(in: document)
                handler.endContainer(depth: depth)
            } else if try walk.readScalar(tag, at: start, in: document, into: &handler) {
                nesting.appendScalar()
            } else if depth == PropertyList.depthLimit {
                return walk.isAtEndOfPiece
            } else if tag.starts(with: XMLTag.start(of: .dictionary)) {
                walk.skip(XMLElement.dictionary.startTagLength, at: start)
                nesting.begin(.dictionary)
                handler.begin(.dictionary)
                continue
            } else if tag.starts(with: XMLTag.start(of: .array)) {
                walk.skip(XMLElement.array.startTagLength, at: start)
                nesting.begin(.array)
                handler.begin(.array)
                continue
            } else if let container = walk.emptyContainer(tag, at: start) {
                nesting.appendScalar()
                handler.begin(container)
                handler.endContainer(depth: depth)
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

extension XMLPlainWalk {
    /// Reads a scalar whose start tag is at an offset, and returns whether it is one in the usual spelling.
    ///
    /// - Parameter tag: the bytes after the `<`, the first one lowest.
    @inline(always)
    fileprivate mutating func readScalar(
        _ tag: UInt64,
        at start: Int,
        in document: UTF8Text,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Bool {
        let content = XMLContent(document: document, elementOffset: start)
        if tag.starts(with: XMLTag.start(of: .string)) {
            guard let text = text(of: .string, at: start) else { return false }
            try handler.scalar(.string, text, in: content)
        } else if tag.starts(with: XMLTag.start(of: .integer)) {
            guard let text = text(of: .integer, at: start) else { return false }
            try handler.scalar(.integer, text, in: content)
        } else if tag.starts(with: XMLTag.empty(.true)) {
            try handler.scalar(.true, noText(of: .true, at: start), in: content)
        } else if tag.starts(with: XMLTag.empty(.false)) {
            try handler.scalar(.false, noText(of: .false, at: start), in: content)
        } else if tag.starts(with: XMLTag.start(of: .real)) {
            guard let text = text(of: .real, at: start) else { return false }
            try handler.scalar(.real, text, in: content)
        } else if tag.starts(with: XMLTag.start(of: .date)) {
            guard let text = text(of: .date, at: start) else { return false }
            try handler.scalar(.date, text, in: content)
        } else if tag.starts(with: XMLTag.start(of: .data)) {
            guard let text = text(of: .data, at: start) else { return false }
            try handler.scalar(.data, text, in: content)
        } else if tag.starts(with: XMLTag.empty(.string)) {
            try handler.scalar(.string, noText(of: .string, at: start), in: content)
        } else {
            return false
        }
        return true
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
