import PropertyLists

/// The property list that a file's bytes stand for, with those entries of its root dictionary that were sought.
struct ParsedContents {
    let value: PropertyList
    /// How it is written.
    let format: PropertyListFormat
    /// Where the entries stand, if they are some of an XML document that are to change.
    var entries: LocatedEntries?

    init(_ value: PropertyList, _ format: PropertyListFormat) {
        self.value = value
        self.format = format
    }

    /// Those of the entries that are to change.
    init(_ entries: LocatedEntries) {
        self.init(.dictionary(entries.root), .xml)
        self.entries = entries
    }

    /// The value as a suite; nil where it is no dictionary.
    var root: PropertyListDictionary? {
        if case .dictionary(let root) = value { root } else { nil }
    }
}
