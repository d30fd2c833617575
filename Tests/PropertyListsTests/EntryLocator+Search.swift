import TestSupport

@testable import PropertyLists

extension EntryLocator {
    /// What a search finds in a document that is fetched part by part, nil where that needs the reader; and how many bytes
    /// it has fetched.
    ///
    /// Other bytes are in place of those that have not been asked for.
    mutating func search(
        _ document: [UInt8],
        memoryLength: Int,
        using generator: inout SeededGenerator
    ) throws(PropertyListError) -> (root: PropertyList?, fetched: Int) {
        var memory = [UInt8](repeating: .random(in: .min ... .max, using: &generator), count: memoryLength)
        var fetched = 0
        while true {
            switch try advance(in: memory.span) {
            case .found(let root):
                return (root, fetched)
            case .needsReader:
                return (nil, fetched)
            case .needs(let fetch):
                memory.replaceSubrange(fetch.place..<fetch.place + fetch.range.count, with: document[fetch.range])
                fetched += fetch.range.count
            }
        }
    }
}

extension BinaryLocator {
    /// What a search finds in a document that is fetched part by part, and how many bytes it has fetched.
    static func search(
        _ keys: [String],
        in document: [UInt8],
        using generator: inout SeededGenerator
    ) throws(PropertyListError) -> (found: PropertyList, fetched: Int) {
        var locator = BinaryLocator(for: keys, inDocumentOf: document.count)
        let length = memoryLength(forDocumentOf: document.count)
        let (root, fetched) = try locator.search(document, memoryLength: length, using: &generator)
        guard let root else { preconditionFailure("a binary document needs no other reader") }
        return (root, fetched)
    }
}
