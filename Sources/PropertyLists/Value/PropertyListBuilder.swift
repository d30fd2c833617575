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
    /// The entries of an outermost dictionary: an array from the start, since that of a suite is most of the document.
    private var outermostEntries: [PropertyListDictionary.Entry] = []
    private var key = ""

    var depth: Int { outer.count }

    /// The finished tree; nil until the outermost value has ended.
    var root: PropertyList? {
        outer.isEmpty && values.count > 0 ? values[0] : nil
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

    mutating func append(key: String) {
        self.key = key
    }

    /// Appends a complete value: a scalar, or a container that has ended.
    mutating func append(_ value: PropertyList) {
        if innermost.isDictionary {
            // Moved, not copied: a copy would have to be reference-counted.
            var key = ""
            swap(&key, &self.key)
            let entry = PropertyListDictionary.Entry(key: key, value: value)
            if depth > 1 {
                entries.push(entry)
            } else {
                outermostEntries.append(entry)
            }
        } else {
            values.push(value)
        }
    }

    /// Ends the innermost container, and returns its value; the caller appends it, or the value that it represents.
    ///
    /// Does not check for duplicate keys.
    mutating func end() -> PropertyList {
        innermost.isDictionary ? .dictionary(endDictionary()) : .array(values.pop(from: leave()))
    }

    /// Ends the innermost container, which is a dictionary, as ``end()`` does.
    mutating func endDictionary() -> PropertyListDictionary {
        let start = leave()
        var ended: [PropertyListDictionary.Entry] = []
        if depth > 0 {
            ended = entries.pop(from: start)
        } else {
            swap(&ended, &outermostEntries)
        }
        return PropertyListDictionary(uniqueEntries: ended)
    }

    /// Leaves the innermost container, and returns the number of elements before it on its stack.
    private mutating func leave() -> Int {
        let start = innermost.start
        innermost = outer.removeLast()
        key = keys.removeLast()
        return start
    }
}

extension PropertyListBuilder {
    /// Removes the latest entry of the outermost dictionary, which is still open; if it is not complete, only a part of
    /// its value was appended.
    mutating func removeLatestEntry(isComplete: Bool) {
        if isComplete {
            outermostEntries.removeLast()
        } else if depth > 1 {
            innermost = outer[1]
            outer.removeSubrange(1...)
            keys.removeSubrange(1...)
            values.remove(from: 0)
            entries.remove(from: 0)
        }
    }
}

/// A stack whose upper elements move out together, to an array of exactly their size.
///
/// An `Array` would copy each of them first, and release each one afterwards.
@safe
struct ElementStack<Element>: ~Copyable {
    private var storage: UnsafeMutableBufferPointer<Element>
    private(set) var count = 0

    /// Creates an empty stack, without memory.
    init() {
        unsafe storage = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    deinit {
        unsafe storage[..<count].deinitialize()
        unsafe storage.deallocate()
    }

    subscript(position: Int) -> Element {
        _read {
            precondition(position >= 0 && position < count, "a position past the end")
            yield unsafe storage[position]
        }
    }

    mutating func push(_ element: consuming Element) {
        if unsafe storage.count == count {
            grow()
        }
        unsafe storage.initializeElement(at: count, to: element)
        count += 1
    }

    /// Removes the elements from a position up, and returns them in order.
    mutating func pop(from position: Int) -> [Element] {
        precondition(position >= 0 && position <= count, "a position past the end")
        let upper = position..<count
        count = position
        var elements: [Element] = []
        elements.append(addingCapacity: upper.count) { elements in
            for position in upper {
                unsafe elements.append(storage.moveElement(from: position))
            }
        }
        return elements
    }

    /// Removes the elements from a position up.
    mutating func remove(from position: Int) {
        precondition(position >= 0 && position <= count, "a position past the end")
        unsafe storage[position..<count].deinitialize()
        count = position
    }

    private mutating func grow() {
        let larger = unsafe UnsafeMutableBufferPointer<Element>.allocate(capacity: max(16, 2 * storage.count))
        _ = unsafe larger.moveInitialize(fromContentsOf: storage)
        unsafe storage.deallocate()
        unsafe storage = larger
    }
}
