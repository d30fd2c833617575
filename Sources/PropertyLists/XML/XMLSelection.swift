/// A tree of the entries of some keys, and a check of all others.
struct XMLSelection: XMLValueHandler, ~Copyable {
    private let keys: KeySelection
    private var nextKey = 0
    /// The lengths, last bytes and middle bytes of the selected keys, as sets of numbers modulo 64, a bit for each.
    ///
    /// They exclude most other keys.
    private var lengths: UInt64 = .max
    private var lastBytes: UInt64 = .max
    private var middleBytes: UInt64 = .max
    private var builder = PropertyListBuilder()
    /// Whether the latest entry is in the tree.
    private var isSelected = false
    private var count = 0
    /// The position of each entry of the tree among all entries.
    private(set) var positions: [Int] = []

    init(of keys: KeySelection) {
        self.keys = keys
        builder.begin(isDictionary: true)
        guard let names = keys.names else { return }
        (lengths, lastBytes, middleBytes) = (0, 0, 0)
        for name in names {
            let text = name.utf8Span.span
            let last = text.count - 1
            lengths |= 1 &<< UInt64(text.count)
            // Before the text of an empty key is the > of the tag.
            lastBytes |= 1 &<< UInt64(last < 0 ? UInt8(ascii: ">") : text[last])
            middleBytes |= 1 &<< UInt64(last < 0 ? UInt8(ascii: ">") : text[last - text.count / 2])
        }
    }

    @inline(__always)
    mutating func entry(_ key: XMLText, in content: XMLContent) throws(PropertyListError) {
        isSelected = false
        if key.hasMarkup || mayBeSelected(key.range, in: content.document.bytes) {
            try select(key, in: content)
        }
        count &+= 1
    }

    @inline(__always)
    private func mayBeSelected(_ key: Range<Int>, in document: ByteView) -> Bool {
        lengths &>> UInt64(truncatingIfNeeded: key.count) & 1 != 0
            && lastBytes &>> UInt64(document[key.upperBound - 1]) & 1 != 0
            && middleBytes &>> UInt64(document[key.upperBound - 1 - key.count / 2]) & 1 != 0
    }

    @inline(never)
    private mutating func select(_ key: XMLText, in content: XMLContent) throws(PropertyListError) {
        let selected =
            if key.hasMarkup {
                try content.string(of: key).utf8Span.span.withByteView { keys.key(spelled: $0, expectedAt: &nextKey) }
            } else {
                keys.key(spelled: content.document.bytes[key.range], expectedAt: &nextKey)
            }
        guard let selected else { return }
        isSelected = true
        positions.append(count)
        builder.append(key: selected)
    }

    @inline(__always)
    mutating func key(_ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        if isSelected {
            try builder.key(text, in: content)
        } else {
            try content.check(text)
        }
    }

    @inline(__always)
    mutating func scalar(_ element: XMLElement, _ text: XMLText, in content: XMLContent) throws(PropertyListError) {
        if isSelected {
            try builder.scalar(element, text, in: content)
        } else {
            try content.check(element, text)
        }
    }

    @inline(__always)
    mutating func begin(_ container: XMLNesting.Container, at start: Int) {
        if isSelected {
            builder.begin(container, at: start)
        }
    }

    @inline(__always)
    mutating func endContainer(depth: Int, repeatsKey: Bool) {
        if isSelected {
            builder.endContainer(depth: depth, repeatsKey: repeatsKey)
        }
    }

    mutating func end() -> PropertyList {
        .dictionary(PropertyListDictionary(entries(), counting: .last))
    }

    /// Returns the selected entries, also those of a duplicate key, after the last entry.
    mutating func entries() -> [PropertyListDictionary.Entry] {
        builder.endEntries()
    }
}

/// The keys of a root dictionary, whose values are only checked.
struct XMLRootKeys: XMLValueHandler {
    private(set) var keys: [String] = []

    mutating func entry(_ key: XMLText, in content: XMLContent) throws(PropertyListError) {
        keys.append(try content.string(of: key))
    }
}
