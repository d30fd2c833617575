/// The keys of the dictionaries that are open in a scan, kept so that one that stands twice can be found.
///
/// Keys that ascend, as most files have them, cost one comparison each; only of the others a dictionary's end asks more.
struct XMLKeys {
    struct Key {
        let text: XMLText
        /// Where its element starts.
        let offset: Int
    }

    private struct Dictionary {
        /// How many keys the dictionaries around it have so far.
        var start = 0
        /// Whether each key so far is greater than the one before it.
        var isAscending = true
    }

    private var keys: [Key] = []
    private var innermost = Dictionary()
    private var outer: [Dictionary] = []

    /// The latest key.
    var last: XMLText? { keys.last?.text }

    mutating func beginDictionary() {
        outer.append(innermost)
        innermost = Dictionary(start: keys.count)
    }

    /// Ends the innermost dictionary.
    ///
    /// - Returns: its keys, unless each is greater than the one before it, so that none can stand twice.
    mutating func endDictionary() -> [Key]? {
        let ended = innermost
        innermost = outer.removeLast()
        // A slice would share the storage, and have the removal copy the keys of all dictionaries around this one.
        defer { keys.removeLast(keys.count - ended.start) }
        return ended.isAscending ? nil : Array(keys[ended.start...])
    }

    /// A key of the innermost dictionary.
    ///
    /// - Parameter offset: where its element starts.
    mutating func append(_ key: XMLText, at offset: Int, in text: UTF8Text) {
        if innermost.isAscending, keys.count > innermost.start {
            innermost.isAscending = precedes(keys[keys.count - 1].text, key, in: text)
        }
        keys.append(Key(text: key, offset: offset))
    }

    /// Whether a key is known to stand before another in the order of their bytes.
    private func precedes(_ key: XMLText, _ other: XMLText, in text: UTF8Text) -> Bool {
        !key.hasMarkup && !other.hasMarkup && text.bytes[key.range].precedes(text.bytes[other.range])
    }
}
