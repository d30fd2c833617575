import PropertyLists

extension FileReader {
    /// The most bytes of a file that is read whole at any rate.
    private static let smallSize = 1 << 20

    /// What a large file holds of the entries that are wanted, without its bytes being kept; nil where it has to be read
    /// whole.
    func contents(
        ofLarge descriptor: borrowing FileDescriptor,
        size: Int
    ) throws(PreferenceStoreError) -> FileContents? {
        guard size > Self.smallSize, case .of(let keys) = sought else { return nil }
        do throws(SystemError) {
            var start = try SparseBytes(count: 16)
            try start.read(0..<16, of: descriptor, to: 0)
            switch start.withBytes({ PropertyListFormat(detecting: $0) }) {
            case .binary:
                guard let names = keys.names, names.count <= BinaryLocator.mostKeys else { return nil }
                var locator = BinaryLocator(for: names, inDocumentOf: size)
                let memory = try SparseBytes(count: BinaryLocator.memoryLength(forDocumentOf: size))
                return try contents(of: descriptor, .binary, foundBy: &locator, in: memory)
            case .xml:
                var locator = XMLLocator(for: keys, inDocumentOf: size)
                let memory = try SparseBytes(count: XMLLocator.windowLength)
                return try contents(of: descriptor, .xml, foundBy: &locator, in: memory)
            case .json, .openStep, nil:
                return nil
            }
        } catch {
            throw .system(.read, path: path, error)
        }
    }

    /// What a locator finds in a file, from which it is given what it asks for.
    private func contents(
        of descriptor: borrowing FileDescriptor,
        _ format: PropertyListFormat,
        foundBy locator: inout some EntryLocator,
        in memory: consuming SparseBytes
    ) throws(SystemError) -> FileContents? {
        while true {
            let outcome: LocatorOutcome
            do throws(PropertyListError) {
                outcome = try memory.withBytes { memory throws(PropertyListError) in try locator.advance(in: memory) }
            } catch {
                return .malformed(error)
            }
            switch outcome {
            case .needs(let fetch): try memory.read(fetch.range, of: descriptor, to: fetch.place)
            case .found(let root): return .value(ParsedContents(root, format))
            case .needsReader: return nil
            }
        }
    }
}
