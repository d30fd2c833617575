import PropertyLists

/// A property list that bytes stand for.
struct ParsedDocument {
    let value: PropertyList
    /// How it is written.
    let format: PropertyListFormat
    /// Where the entries of the value stand, if they are some of a larger document that are to change.
    var entries: LocatedEntries?

    /// The value as a suite; nil where it is no dictionary.
    var root: PropertyListDictionary? {
        if case .dictionary(let root) = value { root } else { nil }
    }
}
