import CommandGrammar
import PreferenceCore
import PropertyLists

/// A search for keys and values that contain a text, in pieces, so that no key waits for its end.
///
/// Upper and lower case differ only if the text has an upper-case letter, as in less(1) and ripgrep's smart case.
struct Filter {
    let text: String
    private let pattern: SearchText
    /// The positions of the keys that match, as far as the search has come.
    private(set) var matches: [Int] = []
    /// The position at which the search continues.
    private var next = 0
    private(set) var isComplete = false

    /// The number of keys in a piece; their values take about 5 ms in a release build.
    private static let piece = 4000

    init(_ text: String) {
        self.text = text
        pattern = SearchText(text, ignoresCase: text == text.lowercased())
    }

    /// Creates a search, and completes it at once.
    init(_ text: String, in listing: Listing) {
        self.init(text)
        complete(in: listing)
    }

    /// The number of matches in words.
    var matchCount: String { matches.count == 1 ? "1 match" : "\(matches.count) matches" }

    /// Searches all keys that are left.
    mutating func complete(in listing: Listing) {
        while !isComplete { advance(in: listing) }
    }

    /// Searches the next piece of the keys.
    mutating func advance(in listing: Listing) {
        let end = min(next + Self.piece, listing.entries.count)
        for index in next..<end where matches(index, in: listing) {
            matches.append(index)
        }
        next = end
        isComplete = end == listing.entries.count
    }

    private func matches(_ index: Int, in listing: Listing) -> Bool {
        let entry = listing.entries[index]
        if pattern.occurs(in: entry.key) { return true }
        let pointer = ValuePointer(entry.key)
        guard !listing.rules.hides(pointer),
            let value = entry.source == nil ? listing.value(of: entry.key) : listing.uncachedValue(of: entry),
            let shown = try? listing.shown(value, at: pointer).text
        else { return false }
        return pattern.occurs(in: shown)
    }
}

extension BrowseState {
    /// Searches a piece more for the filter, and shows what it has found.
    mutating func continueFilter() {
        guard let listing, var filter, !filter.isComplete else { return }
        let pointer = row
        filter.advance(in: listing)
        self.filter = filter
        updateRows()
        select(pointer)
    }

    /// Shows only keys that contain a text in their name or value; all keys for an empty text.
    mutating func setFilter(_ text: String) {
        guard text != filter?.text else { return }
        let pointer = row
        filter = text.isEmpty ? nil : Filter(text)
        updateRows()
        continueFilter()
        select(pointer)
    }
}
