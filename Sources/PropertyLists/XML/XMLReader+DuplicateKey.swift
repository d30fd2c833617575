extension XMLReader {
    /// Where a key of a dictionary stands the last time.
    ///
    /// The document is scanned anew: to keep the place of each key would cost every document that has none twice.
    ///
    /// - Parameter end: where the dictionary's end tag starts.
    static func offset(
        ofLast key: String,
        inDictionaryEndingAt end: Int,
        of bytes: ByteView
    ) throws(PropertyListError) -> Int {
        var scanner = XMLScanner(bytes)
        /// For each open container, where it starts, or the latest such key in it.
        var offsets: [Int] = []
        while let event = try scanner.next() {
            switch event {
            case .beginDictionary, .beginArray:
                offsets.append(scanner.eventOffset)
            case .key(let text):
                if try scanner.string(of: text).hasSameBytes(as: key) {
                    offsets[offsets.count - 1] = scanner.eventOffset
                }
            case .scalar:
                break
            case .endContainer:
                let offset = offsets.removeLast()
                if scanner.eventOffset == end {
                    return offset
                }
            }
        }
        return end
    }
}
