/// Reads an XML property list into a tree.
enum XMLReader {
    /// The value of a document in UTF-8, whatever encoding it names.
    ///
    /// - Parameter keys: the keys of the root dictionary that are wanted; nil wants all.
    /// - Throws: what is wrong with the document, with its line and column.
    static func read(_ bytes: ByteView, keys: KeySelection? = nil) throws(PropertyListError) -> PropertyList {
        var scanner = try XMLScanner(bytes)
        guard let first = try scanner.next() else {
            throw scanner.error(.empty)
        }
        let root: PropertyList
        if let keys, case .beginDictionary = first {
            root = .dictionary(try scanner.entries(of: SoughtKeys(keys)) { _, _ in })
        } else {
            root = try value(beginning: first, of: &scanner)
        }
        try scanner.skipToEnd()
        return root
    }

    /// The keys of a document's root dictionary, in its order; nil where the root is no dictionary.
    ///
    /// The values are checked, and no tree is made of them.
    ///
    /// - Throws: as ``read(_:keys:)``.
    static func keys(_ bytes: ByteView) throws(PropertyListError) -> [String]? {
        var scanner = try XMLScanner(bytes)
        guard case .beginDictionary? = try scanner.next() else { return nil }
        let keys = try scanner.readKeys()
        try scanner.skipToEnd()
        return keys
    }

    /// The value that stands at an offset, within the root.
    ///
    /// - Precondition: there is one.
    /// - Throws: what is wrong with it.
    static func value(at offset: Int, in document: UTF8Text) throws(PropertyListError) -> PropertyList {
        var scanner = XMLScanner(document, at: offset, within: .aroundElement)
        guard let first = try scanner.next() else { preconditionFailure("no value at the offset") }
        return try value(beginning: first, of: &scanner)
    }

    /// The value of which a scanner has met the first event, and a step over the others.
    ///
    /// - Throws: what is wrong up to the value's end.
    static func value(
        beginning first: XMLEvent,
        of scanner: inout XMLScanner
    ) throws(PropertyListError) -> PropertyList {
        var builder = PropertyListBuilder()
        var event: XMLEvent? = first
        while let latest = event {
            switch latest {
            case .key(let text):
                builder.append(key: try scanner.string(of: text))
            case .scalar(let element, let text):
                builder.append(try scanner.value(of: element, text))
            case .beginArray:
                builder.beginArray()
            case .beginDictionary:
                builder.beginDictionary()
            case .endContainer:
                // No archive is a lone reference, but a suite may have such a key, and has to stay a dictionary.
                builder.end { scanner.depth == 0 ? .dictionary($0) : $0.valueInXML }
            }
            if let root = builder.root {
                return root
            }
            event = try scanner.next()
        }
        preconditionFailure("a scanner ends no document within a value")
    }
}
