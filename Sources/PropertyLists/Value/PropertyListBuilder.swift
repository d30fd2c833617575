/// Puts a tree together from the values and the container boundaries that a reader meets, in document order.
///
/// The stack is explicit, so that no input can exhaust the call stack, and as deep as `PropertyList.depthLimit` at most.
/// A container's elements stand on one shared stack until it ends; then they move to an array of just their size.
struct PropertyListBuilder {
    private enum Container {
        case array(firstValue: Int)
        case dictionary(firstValue: Int, firstKey: Int)
    }

    private var containers: [Container] = []
    private var values: [PropertyList] = []
    private var keys: [String] = []

    /// The number of containers that are open.
    var depth: Int { containers.count }

    /// The finished tree, once the outermost value has ended.
    var root: PropertyList? {
        containers.isEmpty ? values.first : nil
    }

    mutating func beginArray() throws(PropertyListProblem) {
        try PropertyList.checkDepth(containers.count)
        containers.append(.array(firstValue: values.count))
    }

    mutating func beginDictionary() throws(PropertyListProblem) {
        try PropertyList.checkDepth(containers.count)
        containers.append(.dictionary(firstValue: values.count, firstKey: keys.count))
    }

    /// The key of the next value, in a dictionary.
    mutating func append(key: String) {
        keys.append(key)
    }

    /// A value that is complete: a scalar.
    mutating func append(_ value: PropertyList) {
        values.append(value)
    }

    /// Ends the innermost container.
    ///
    /// - Parameter meaning: what a dictionary stands for, in a format that spells other values as dictionaries.
    /// - Returns: its value, which now is an element of the container around it.
    /// - Throws: `duplicateKey` where it is a dictionary that holds a key twice; what the parameter throws.
    @discardableResult
    mutating func end(
        dictionary meaning: (PropertyListDictionary) throws(PropertyListProblem) -> PropertyList = { .dictionary($0) }
    ) throws(PropertyListProblem) -> PropertyList {
        let value: PropertyList
        switch containers.removeLast() {
        case .array(let firstValue):
            let elements = [PropertyList](capacity: values.count - firstValue) { elements in
                for position in firstValue..<values.count {
                    elements.append(move(&values[position], leaving: .boolean(false)))
                }
            }
            values.removeSubrange(firstValue...)
            value = .array(elements)
        case .dictionary(let firstValue, let firstKey):
            let entries = [PropertyListDictionary.Entry](capacity: keys.count - firstKey) { entries in
                for position in 0..<keys.count - firstKey {
                    let key = move(&keys[firstKey + position], leaving: "")
                    let value = move(&values[firstValue + position], leaving: .boolean(false))
                    entries.append(PropertyListDictionary.Entry(key: key, value: value))
                }
            }
            keys.removeSubrange(firstKey...)
            values.removeSubrange(firstValue...)
            if let key = duplicateKey(in: entries) {
                throw .duplicateKey(key)
            }
            value = try meaning(PropertyListDictionary(uniqueEntries: entries))
        }
        values.append(value)
        return value
    }

    /// A key that stands twice: of several the least, in the order of their bytes.
    ///
    /// Keys that ascend, as most files have them, cost one comparison each.
    private func duplicateKey(in entries: [PropertyListDictionary.Entry]) -> String? {
        var ascendingCount = min(entries.count, 1)
        while ascendingCount < entries.count,
            entries[ascendingCount - 1].key.precedesInByteOrder(entries[ascendingCount].key)
        {
            ascendingCount += 1
        }
        if ascendingCount == entries.count {
            return nil
        }
        let sorted = Array(entries.indices).sorted { entries[$0].key.precedesInByteOrder(entries[$1].key) }
        for position in sorted.indices.dropFirst()
        where entries[sorted[position]].key.hasSameBytes(as: entries[sorted[position - 1]].key) {
            return entries[sorted[position]].key
        }
        return nil
    }
}

/// Takes a value out of its place, without the cost of a copy.
private func move<Value>(_ value: inout Value, leaving placeholder: consuming Value) -> Value {
    swap(&value, &placeholder)
    return placeholder
}
