extension XMLScanner {
    /// The entries of some keys, in a dictionary that has just begun, and a step over its end.
    ///
    /// The other entries are checked, with the errors that a reader has, and no tree is made of them.
    ///
    /// - Parameter note: is told where each entry stands, and whether it is one of those.
    @inline(__always)
    mutating func entries(
        of keys: SoughtKeys,
        _ note: (XMLLayout.Entry, _ isSought: Bool) -> Void
    ) throws(PropertyListError) -> PropertyListDictionary {
        var entries = PropertyListDictionary()
        while case .key(let text) = try next() {
            let keyRange = eventOffset..<offset
            let key = try keys.key(spelled: text, in: content)
            let valueStart: Int
            if let key {
                guard let first = try next() else { break }
                valueStart = eventOffset
                entries[key] = try XMLReader.value(beginning: first, of: &self)
            } else {
                valueStart = try skipValue()
            }
            note(XMLLayout.Entry(key: keyRange, value: valueStart..<offset), key != nil)
        }
        return entries
    }

    /// Passes entries of the root dictionary, as long as each key is greater than the one before it, and then the end of
    /// the dictionary.
    ///
    /// - Parameters:
    ///   - isCut: whether the document goes on behind the bytes. Then it ends before what is spelled as few documents are,
    ///     which may be cut too, and before the end of the dictionary.
    ///   - entries: is given those of the keys.
    /// - Returns: where the last entry starts that was passed; nil where none was.
    mutating func passEntries(
        of keys: SoughtKeys,
        isCut: Bool,
        into entries: inout PropertyListDictionary
    ) throws(PropertyListError) -> Int? {
        let rootDepth = depth
        var latest: Int?
        while case .key(let text)? = isCut ? nextPlainElement() : try next(), nesting.keysAscend {
            let (start, valueOffset) = (eventOffset, offset)
            // A key with references would not ascend.
            let key = keys.key(spelled: self.text.bytes[text.range])
            if isCut {
                // A run that has come back to the depth at which it began has passed the value.
                guard try skipPlainRun(downTo: rootDepth), depth == rootDepth else { break }
            } else {
                _ = try skipValue()
            }
            if let key {
                // All of it is here.
                entries[key] = try XMLReader.value(at: valueOffset, in: self.text)
            }
            latest = start
        }
        return latest
    }

    /// The keys of a dictionary that has just begun, and a step over its end.
    ///
    /// The values are checked as those of other entries are.
    mutating func readKeys() throws(PropertyListError) -> [String] {
        var keys: [String] = []
        while case .key(let text) = try next() {
            keys.append(try string(of: text))
            _ = try skipValue()
        }
        return keys
    }

    /// Checks the value that comes next.
    ///
    /// - Returns: where it starts.
    private mutating func skipValue() throws(PropertyListError) -> Int {
        try lexer.skipMiscellany()
        let start = offset
        let outerDepth = depth
        while depth > outerDepth || nesting.expected == .valueOfKey {
            if try skipPlainRun(downTo: outerDepth) { continue }
            guard let event = try next() else { break }
            try check(event)
        }
        return start
    }

    /// Checks what an event stands for, with the errors that a reader has.
    private func check(_ event: XMLEvent) throws(PropertyListError) {
        switch event {
        case .key(let text): try content.check(text)
        case .scalar(let element, let text): try content.check(element, text)
        case .beginDictionary, .beginArray, .endContainer: break
        }
    }
}

extension SoughtKeys {
    /// The one that the text of a key spells; nil where it spells none.
    @inline(__always)
    fileprivate func key(spelled text: XMLText, in content: XMLContent) throws(PropertyListError) -> String? {
        guard text.hasMarkup else { return key(spelled: content.document.bytes[text.range]) }
        return try content.string(of: text).utf8Span.span.withByteView { key(spelled: $0) }
    }
}
