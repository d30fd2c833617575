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
            let key = try key(text, among: keys)
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

    /// The one of some keys that a text spells; nil where it spells none.
    private func key(_ text: XMLText, among keys: SoughtKeys) throws(PropertyListError) -> String? {
        guard text.hasMarkup else { return keys.key(spelled: content.document.bytes[text.range]) }
        return try string(of: text).utf8Span.span.withByteView { keys.key(spelled: $0) }
    }

    /// Checks the value that comes next.
    ///
    /// - Returns: where it starts.
    private mutating func skipValue() throws(PropertyListError) -> Int {
        if try skipPlainElement() {
            return eventOffset
        }
        let outerDepth = depth
        guard let first = try next() else { return eventOffset }
        let start = eventOffset
        try check(first)
        while depth > outerDepth {
            if try skipPlainElement() { continue }
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
