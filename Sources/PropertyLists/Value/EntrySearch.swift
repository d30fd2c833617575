/// Which keys of a root dictionary a reading is for.
package struct KeySelection: Sendable {
    /// Whether a key is wanted, by its bytes in UTF-8; it may be asked more than once for a key of a document.
    package typealias Condition = @Sendable (Span<UInt8>) -> Bool

    private let named: KeyPositions
    private let condition: Condition?

    /// These keys.
    package static func named(_ names: [String]) -> KeySelection {
        KeySelection(named: KeyPositions(names), condition: nil)
    }

    /// Every key that meets a condition.
    package static func matching(_ condition: @escaping Condition) -> KeySelection {
        KeySelection(named: KeyPositions([]), condition: condition)
    }

    /// The keys that are named; nil if a condition selects them.
    package var names: [String]? {
        condition == nil ? named.keys : nil
    }

    /// Whether a key is among these.
    package func contains(_ key: String) -> Bool {
        contains(key.utf8Span.span)
    }

    /// Whether a key is among these, by its bytes in UTF-8.
    package func contains(_ key: Span<UInt8>) -> Bool {
        if let condition { return condition(key) }
        return key.withByteView { named.position(of: $0) != nil }
    }

    /// The key among these that a text in UTF-8 spells; nil if it spells none.
    @inline(__always)
    func key(spelled text: ByteView) -> String? {
        if let condition { return text.withSpan(condition) ? String(validating: text) : nil }
        return named.position(of: text).map { named.keys[$0] }
    }
}

extension PropertyList {
    /// The value, of which a dictionary keeps the entries of some keys; nil keeps all.
    func keeping(_ keys: KeySelection?) -> PropertyList {
        guard let keys, case .dictionary(var dictionary) = self else { return self }
        dictionary.removeAll { !keys.contains($0.key) }
        return .dictionary(dictionary)
    }
}

/// Finds entries of a document's root dictionary, of which no more is at hand than it asks for.
///
/// Where bytes are missing, the search stops until they are in its memory, and goes on from there.
package protocol EntryLocator {
    /// Goes on with the search, in its memory, which is always the same: what was needed is there; but where the
    /// document has been cut meanwhile, any bytes are.
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

/// Bytes of a document that a search waits for.
package struct DocumentFetch {
    /// Which bytes of the document.
    package let range: Range<Int>
    /// Where the first of them goes in the memory of the search.
    package let place: Int
}
