import TestSupport

@testable import PropertyLists

extension BinaryLocator {
    /// What a search finds in a document that is fetched part by part, and how many bytes it has fetched.
    ///
    /// Other bytes are in place of those that have not been asked for.
    static func search(
        _ keys: [String],
        in document: [UInt8],
        using generator: inout SeededGenerator
    ) throws(PropertyListError) -> (found: PropertyList, fetched: Int) {
        let length = memoryLength(forDocumentOf: document.count)
        var memory = [UInt8](repeating: .random(in: .min ... .max, using: &generator), count: length)
        var fetched = 0
        var locator = BinaryLocator(for: keys, inDocumentOf: document.count)
        while true {
            switch try locator.advance(in: memory.span) {
            case .found(let root):
                return (root, fetched)
            case .needs(let fetch):
                memory.replaceSubrange(fetch.place..<fetch.place + fetch.range.count, with: document[fetch.range])
                fetched += fetch.range.count
            }
        }
    }
}
