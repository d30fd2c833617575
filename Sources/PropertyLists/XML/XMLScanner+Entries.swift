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
        let depth = depth
        while case .key(let text) = try next() {
            let keyRange = eventOffset..<offset
            let key = try key(text, among: keys)
            guard let first = try next() else { break }
            let valueStart = eventOffset
            if let key {
                entries[key] = try XMLReader.value(beginning: first, of: &self)
            } else {
                try skipValue(beginning: first, inContainerOfDepth: depth)
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

    /// Checks the rest of a value of which the first event was met.
    private mutating func skipValue(
        beginning first: XMLEvent,
        inContainerOfDepth depth: Int
    ) throws(PropertyListError) {
        var event = first
        while true {
            switch event {
            case .key(let text): try content.check(text)
            case .scalar(let element, let text): try content.check(element, text)
            case .beginDictionary, .beginArray, .endContainer: break
            }
            guard self.depth > depth, let next = try next() else { return }
            event = next
        }
    }
}
