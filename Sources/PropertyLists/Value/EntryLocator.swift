/// Finds entries of a document's root dictionary, of which no more is at hand than it asks for.
///
/// Where bytes are missing, the search stops until they are in its memory, and goes on from there.
package protocol EntryLocator {
    /// Goes on with the search.
    ///
    /// - Parameter memory: that of the search, always the same. What was needed is there; but where the document has been
    ///   cut meanwhile, any bytes are.
    /// - Throws: what is wrong with the document, and where.
    mutating func advance(in memory: Span<UInt8>) throws(PropertyListError) -> LocatorOutcome
}

/// How far the search of an ``EntryLocator`` has come.
package enum LocatorOutcome {
    /// It goes on when these bytes of the document are in its memory.
    case needs(DocumentFetch)
    /// The root value; of a root dictionary, only the entries of the keys.
    case found(PropertyList)
    /// The document has to be read whole, to find the entries or to tell what is wrong.
    case needsReader
}
