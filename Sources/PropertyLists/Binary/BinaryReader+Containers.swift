extension BinaryReader {
    /// A container whose elements are being read.
    struct OpenContainer {
        let reference: Int
        let object: BinaryObject
        /// Whether it is read for the second time.
        let isRepeated: Bool
        /// Values that were counted before this.
        let valuesBefore: Int
        /// Elements or entries that have been read, or begun.
        var position = 0
        /// Containers that nest in the deepest element.
        var elementHeight = 0
        /// The values so far of an array.
        var elements: [PropertyList] = []
        /// The entries so far of a dictionary.
        var entries: [PropertyListDictionary.Entry] = []
        /// The key of the value that is being read, in a dictionary.
        private var key = ""
        /// Whether each key is above the one before, so that none stands twice.
        private(set) var keysAscend = true

        init(reference: Int, object: BinaryObject, isRepeated: Bool, valuesBefore: Int, reservedCount: Int) {
            self.reference = reference
            self.object = object
            self.isRepeated = isRepeated
            self.valuesBefore = valuesBefore
            if object.kind == .dictionary {
                entries.reserveCapacity(reservedCount)
            } else {
                elements.reserveCapacity(reservedCount)
            }
        }

        mutating func append(key newKey: String) {
            // Equal bytes are equal in this order, too.
            keysAscend = keysAscend && (entries.isEmpty || key < newKey)
            key = newKey
        }

        mutating func append(_ value: PropertyList) {
            if object.kind == .dictionary {
                entries.append(PropertyListDictionary.Entry(key: key, value: value))
            } else {
                elements.append(value)
            }
        }

        mutating func append(_ subtree: Subtree) {
            append(subtree.value)
            elementHeight = max(elementHeight, subtree.height)
        }
    }

    /// A value that is kept, as it may be referred to again.
    struct Subtree {
        let value: PropertyList
        /// Values within, this one included.
        let valueCount: Int
        /// Containers that nest, this one included.
        let height: Int
    }
}
