extension BinaryReader {
    /// A container whose elements are being read.
    struct OpenContainer {
        let reference: Int
        let object: BinaryObject
        /// Whether it is read for the second time.
        let isRepeated: Bool
        /// What was counted before this.
        let extentBefore: BinaryExtent
        /// Elements or entries that have been read, or begun.
        var position = 0
        /// Containers that nest in the deepest element.
        var elementHeight = 0
        /// Whether each key is above the one before, so that none stands twice: compared while they are at hand, since
        /// a second pass over a large dictionary costs a twentieth of the reading.
        var keysAscend = true
    }

    /// A value that is kept, as it may be referred to again.
    struct Subtree {
        let value: PropertyList
        /// What it stands for, itself included.
        let extent: BinaryExtent
        /// Containers that nest, this one included.
        let height: Int
    }
}
