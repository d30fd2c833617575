/// Which keys of a root dictionary a reading is for.
package enum KeySelection: Sendable {
    /// Whether a key is wanted, by its bytes in UTF-8.
    package typealias Condition = @Sendable (Span<UInt8>) -> Bool

    /// These keys.
    case named([String])
    /// Every key that meets a condition, which may be asked more than once for a key of a document.
    case matching(Condition)

    /// The keys that are named; nil where a condition tells them.
    package var names: [String]? {
        if case .named(let names) = self { names } else { nil }
    }
}

/// A selection of keys, made ready to be looked for among those of a document.
package struct SoughtKeys: Sendable {
    private let keys: [String]
    private let lengths: [Int]
    /// What tells the keys where they are not named.
    private let condition: KeySelection.Condition?
    /// The places in `keys`; nil where those are few.
    private let table: KeyTable?

    /// How many keys are compared one by one: the hash of a key that is met costs as much as some comparisons.
    private static let fewKeys = 4

    package init(_ selection: KeySelection) {
        switch selection {
        case .named(let keys): self.init(keys)
        case .matching(let condition): self.init(matching: condition)
        }
    }

    package init(_ keys: [String]) {
        self.keys = keys
        lengths = keys.map(\.utf8.count)
        condition = nil
        table = keys.count > Self.fewKeys ? KeyTable(keys) : nil
    }

    private init(matching condition: @escaping KeySelection.Condition) {
        keys = []
        lengths = []
        self.condition = condition
        table = nil
    }

    /// Whether a key is among these.
    package func contains(_ key: String) -> Bool {
        contains(key.utf8Span.span)
    }

    /// Whether a key is among these, by its bytes in UTF-8.
    package func contains(_ key: Span<UInt8>) -> Bool {
        if let condition { return condition(key) }
        return key.withByteView { named(spelled: $0) != nil }
    }

    /// The one that a text in UTF-8 spells; nil where it spells none.
    @inline(__always)
    func key(spelled text: ByteView) -> String? {
        if let condition { return text.meets(condition) ? String(validating: text) : nil }
        return named(spelled: text)
    }

    @inline(__always)
    private func named(spelled text: ByteView) -> String? {
        guard let table else {
            // Most keys are told apart by their lengths.
            return lengths.contains(text.count) ? keys.first { text.hasSameBytes(as: $0) } : nil
        }
        return text.number(in: table) { text.hasSameBytes(as: keys[$0]) }.map { keys[$0] }
    }
}

extension PropertyList {
    /// The value, of which a dictionary keeps the entries of some keys; nil keeps all.
    func keeping(_ keys: KeySelection?) -> PropertyList {
        guard let keys, case .dictionary(var dictionary) = self else { return self }
        let kept = SoughtKeys(keys)
        dictionary.removeAll { !kept.contains($0.key) }
        return .dictionary(dictionary)
    }
}

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

/// Bytes of a document that a search waits for.
package struct DocumentFetch {
    /// Which bytes of the document.
    package let range: Range<Int>
    /// Where the first of them goes in the memory of the search.
    package let place: Int
}
