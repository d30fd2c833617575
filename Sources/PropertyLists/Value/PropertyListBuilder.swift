/// A builder of a tree from the values and container boundaries that a reader finds, in document order.
///
/// The stack is explicit, so that no input can exhaust the call stack. The reader checks how deep containers nest. A
/// container's elements stay on one shared stack until it ends; then they move to an array of exactly their size.
struct PropertyListBuilder: ~Copyable {
    private struct Container {
        var isDictionary = false
        /// The number of elements so far in the enclosing containers of the same kind.
        var start = 0
    }

    private var innermost = Container()
    private var outer: [Container] = []
    /// The keys of the open containers in their enclosing dictionaries.
    private var keys: [String] = []
    /// The elements of arrays, and the outermost value.
    private var values = ElementStack<PropertyList>()
    private var entries = ElementStack<PropertyListDictionary.Entry>()
    /// The entries of an outermost dictionary: an array from the start, since in a suite they are most of the document.
    private var outermostEntries: [PropertyListDictionary.Entry] = []
    private var key = ""

    var depth: Int { outer.count }

    /// The key of the next value, or of the innermost container that has a key; nil if there is none.
    var innermostKey: String? { key.isEmpty ? nil : key }

    /// The finished tree; nil until the outermost value has ended.
    var root: PropertyList? {
        outer.isEmpty && values.count > 0 ? values[0] : nil
    }

    /// Reserves memory for the entries of an outermost dictionary, up to a limit: a small file may claim many.
    mutating func reserveEntries(_ count: Int) {
        outermostEntries.reserveCapacity(min(count, 1 << 17))
    }

    mutating func begin(isDictionary: Bool) {
        outer.append(innermost)
        keys.append(key)
        innermost = Container(isDictionary: isDictionary, start: isDictionary ? entries.count : values.count)
    }

    /// Returns whether a key is greater than the latest key of the innermost dictionary, or is its first.
    ///
    /// The order is that of `String`, in which keys with equal bytes are equal too.
    func isAboveLatestKey(_ key: String) -> Bool {
        guard depth > 1 else { return outermostEntries.last.map { $0.key < key } ?? true }
        return entries.count == innermost.start || entries[entries.count - 1].key < key
    }

    mutating func append(key: consuming String) {
        self.key = key
    }

    /// Appends a complete value: a scalar, or a container that has ended.
    mutating func append(_ value: consuming PropertyList) {
        if innermost.isDictionary {
            // Moved, not copied: a copy would have to be reference-counted.
            var key = ""
            swap(&key, &self.key)
            if depth > 1 {
                entries.push(PropertyListDictionary.Entry(key: key, value: value))
            } else {
                outermostEntries.append(PropertyListDictionary.Entry(key: key, value: value))
            }
        } else {
            values.push(value)
        }
    }

    /// Ends the innermost container, and returns its value; the caller appends it, or the value that it represents.
    ///
    /// - Parameter rule: which entry of a duplicate key counts; nil if there is none, or if the caller checks that.
    mutating func end(counting rule: DuplicateKeys.Rule?) -> PropertyList {
        guard innermost.isDictionary else { return .array(values.pop(from: leave())) }
        let entries = endEntries()
        guard let rule else { return .dictionary(PropertyListDictionary(uniqueEntries: entries)) }
        return .dictionary(PropertyListDictionary(entries, counting: rule))
    }

    /// Ends the innermost container, which is a dictionary, and returns its entries.
    mutating func endEntries() -> [PropertyListDictionary.Entry] {
        let start = leave()
        var ended: [PropertyListDictionary.Entry] = []
        if depth > 0 {
            ended = entries.pop(from: start)
        } else {
            swap(&ended, &outermostEntries)
        }
        return ended
    }

    /// Leaves the innermost container, and returns the number of elements before it on its stack.
    private mutating func leave() -> Int {
        let start = innermost.start
        innermost = outer.removeLast()
        key = keys.removeLast()
        return start
    }
}
