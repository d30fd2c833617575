/// What a reader does with the elements of a value or a dictionary: it builds a tree of them or, by default, only
/// checks them.
protocol XMLValueHandler: ~Copyable {
    /// Begins an entry of the dictionary whose entries are read; by default, its key is checked like any other.
    mutating func entry(_ key: XMLText, in content: XMLContent) throws(PropertyListError)
    mutating func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError)
    mutating func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError)
    /// Begins a container, whose tag is at an offset.
    mutating func begin(_ container: XMLNesting.Container, at start: Int)
    /// Ends the innermost container, which is inside `depth` others and perhaps contains a key twice.
    mutating func endContainer(depth: Int, repeatsKey: Bool)
}

extension XMLValueHandler where Self: ~Copyable {
    @inline(always)
    mutating func entry(_ key: XMLText, in content: XMLContent) throws(PropertyListError) {
        try self.key(key, in: content)
    }

    @inline(always)
    func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        try content.check(text)
    }

    @inline(always)
    func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        try content.check(element, text)
    }

    func begin(_ container: XMLNesting.Container, at start: Int) {}
    func endContainer(depth: Int, repeatsKey: Bool) {}
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
            if try readPlainRun(.value(outerDepth), into: &handler) { continue }
            guard let event = try next() else { break }
            try pass(event, to: &handler)
        }
    }

    /// Reads the value that starts with the latest event.
    mutating func readValue(
        beginning first: XMLEvent,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) {
        try pass(first, to: &handler)
        if case .begin = first {
            try readValue(downTo: depth - 1, into: &handler)
        }
    }

    /// Reads the other entries of the innermost dictionary, and its end.
    ///
    /// - Returns: as ``XMLKeys/areAscending``, of that dictionary.
    @discardableResult
    mutating func readEntries(
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Bool {
        let entryDepth = depth
        var areAscending = true
        while depth >= entryDepth {
            if try readPlainRun(.entries(entryDepth), into: &handler) { continue }
            if depth == entryDepth {
                areAscending = nesting.keys.areAscending
            }
            guard let event = try next() else { break }
            try pass(event, entryDepth: entryDepth, to: &handler)
        }
        return areAscending
    }

    /// Passes the latest event to a handler.
    ///
    /// - Parameter entryDepth: the depth of the dictionary whose entries are read; its end is not passed on.
    private func pass(
        _ event: XMLEvent,
        entryDepth: Int? = nil,
        to handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) {
        switch event {
        case .key(let text) where depth == entryDepth: try handler.entry(text, in: content)
        case .key(let text): try handler.key(text, in: content)
        case .scalar(let element, let text): try handler.scalar(element, text, in: content)
        case .begin(let container): handler.begin(container, at: eventOffset)
        case .endContainer(let repeatsKey):
            if depth >= entryDepth ?? 0 {
                handler.endContainer(depth: depth, repeatsKey: repeatsKey)
            }
        }
    }

    /// What a run reads, as numbers of open containers; a number that does not occur is -1.
    private struct Extent {
        /// The number of containers around the run, which it does not end.
        let outerDepth: Int
        /// The number at which a value ends the run.
        var valueDepth = -1
        /// The number at which a key begins an entry.
        var entryDepth = -1

        /// One value, inside some containers.
        static func value(_ depth: Int) -> Extent { Extent(outerDepth: depth, valueDepth: depth) }

        /// The entries of a dictionary, which is one of the containers.
        static func entries(_ depth: Int) -> Extent { Extent(outerDepth: depth, entryDepth: depth) }
    }

    /// Reads what comes next and is in the usual spelling, and returns whether there is any.
    ///
    /// The events give the same result, several times slower. The run ends before anything that only the events can
    /// judge.
    @inline(__always)
    private mutating func readPlainRun(
        _ extent: Extent,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Bool {
        guard !endsContainerNext else { return false }
        let start = offset
        while try readPlainPiece(extent, into: &handler), markup.extend(from: offset) {}
        return offset > start
    }

    /// Reads what is in the piece of the markup that contains the offset, and returns whether more can follow.
    private mutating func readPlainPiece(
        _ extent: Extent,
        into handler: inout some XMLValueHandler & ~Copyable
    ) throws(PropertyListError) -> Bool {
        let document = text
        var walk = markup.walk(from: offset)
        defer {
            cursor.move(to: walk.end)
            markup.end(walk)
        }
        while var (start, tag) = walk.tag() {
            if nesting.expected == .key {
                guard tag.starts(with: XMLTag.start(of: .key)) else {
                    guard tag.starts(with: XMLTag.end(of: .dictionary)), depth > extent.outerDepth else { return false }
                    walk.skip(XMLElement.dictionary.endTagLength, at: start)
                    let repeatsKey = try nesting.end(in: document)
                    handler.endContainer(depth: depth, repeatsKey: repeatsKey)
                    if depth == extent.valueDepth { return false }
                    continue
                }
                guard let key = walk.text(of: .key, at: start) else { return walk.isAtEndOfPiece }
                nesting.append(key, at: start, isPlain: !key.hasMarkup, in: document.bytes)
                let content = XMLContent(document: document, elementOffset: start)
                if depth == extent.entryDepth {
                    try handler.entry(key, in: content)
                } else {
                    try handler.key(key, in: content)
                }
                guard let value = walk.tag() else { break }
                (start, tag) = value
            } else if nesting.expected == .element, tag.starts(with: XMLTag.end(of: .array)) {
                guard depth > extent.outerDepth else { return false }
                walk.skip(XMLElement.array.endTagLength, at: start)
                let repeatsKey = try nesting.end(in: document)
                handler.endContainer(depth: depth, repeatsKey: repeatsKey)
                if depth == extent.valueDepth { return false }
                continue
            }
            if try walk.readScalar(tag, at: start, in: document, into: &handler) {
                nesting.appendScalar()
            } else if depth == PropertyList.depthLimit {
                return walk.isAtEndOfPiece
            } else if tag.starts(with: XMLTag.start(of: .dictionary)) {
                walk.skip(XMLElement.dictionary.startTagLength, at: start)
                nesting.begin(.dictionary)
                handler.begin(.dictionary, at: start)
                continue
            } else if tag.starts(with: XMLTag.start(of: .array)) {
                walk.skip(XMLElement.array.startTagLength, at: start)
                nesting.begin(.array)
                handler.begin(.array, at: start)
                continue
            } else if let container = walk.emptyContainer(tag, at: start) {
                nesting.appendScalar()
                handler.begin(container, at: start)
                handler.endContainer(depth: depth, repeatsKey: false)
            } else {
                return walk.isAtEndOfPiece
            }
            if depth == extent.valueDepth { return false }
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
