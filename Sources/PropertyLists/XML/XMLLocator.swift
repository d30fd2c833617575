/// Finds one value of an XML property list without a tree of the others.
enum XMLLocator {
    /// The value to which a path leads; nil where it leads nowhere.
    ///
    /// The whole document is checked on the way, as a reader would.
    ///
    /// - Parameter path: as for ``PropertyList/init(at:parsing:as:)``.
    static func value(at path: [String], in bytes: ByteView) throws(PropertyListError) -> PropertyList? {
        var scanner = try XMLScanner(bytes)
        var value: PropertyList?
        if let first = try scanner.follow(path) {
            value = try XMLReader.value(beginning: first, of: &scanner)
        }
        while let event = try scanner.next() {
            try scanner.check(event)
        }
        return value
    }
}

extension XMLScanner {
    /// Goes down a path from the document's start.
    ///
    /// - Returns: the first event of the value at its end; nil where the path leads nowhere.
    fileprivate mutating func follow(_ path: [String]) throws(PropertyListError) -> XMLEvent? {
        var first = try next()
        for token in path {
            switch first {
            case .beginDictionary: first = try enterValue(ofKey: token)
            case .beginArray: first = try enterElement(at: token)
            case .scalar(let element, let text):
                _ = try value(of: element, text)
                return nil
            case .key, .endContainer, nil: return nil
            }
        }
        return first
    }

    /// In a dictionary that has just begun: the first event of a key's value; nil behind the end of the dictionary.
    private mutating func enterValue(ofKey wanted: String) throws(PropertyListError) -> XMLEvent? {
        let depth = depth
        while case .key(let key) = try next() {
            let isWanted = try spells(key, wanted)
            guard let first = try next() else { break }
            if isWanted {
                return first
            }
            try skipValue(beginning: first, inContainerOfDepth: depth)
        }
        return nil
    }

    /// In an array that has just begun: the first event of an element; nil where there is none at that position.
    private mutating func enterElement(at token: String) throws(PropertyListError) -> XMLEvent? {
        guard let position = PropertyList.elementPosition(token) else { return nil }
        let depth = depth
        var skipped = 0
        while let first = try next(), self.depth >= depth {
            if skipped == position {
                return first
            }
            try skipValue(beginning: first, inContainerOfDepth: depth)
            skipped += 1
        }
        return nil
    }

    /// Checks the rest of a value of which the first event was met.
    private mutating func skipValue(
        beginning first: XMLEvent,
        inContainerOfDepth depth: Int
    ) throws(PropertyListError) {
        try check(first)
        while self.depth > depth, let event = try next() {
            try check(event)
        }
    }

    /// Whether a key in the document is the one given.
    private func spells(_ key: XMLText, _ wanted: String) throws(PropertyListError) -> Bool {
        key.hasMarkup ? try string(of: key).hasSameBytes(as: wanted) : text.bytes[key.range].equals(wanted)
    }
}
