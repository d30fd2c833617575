import PropertyLists

extension FileDescriptor {
    /// Writes a document where the file stands.
    func write(_ document: SplicedDocument) throws(SystemError) {
        try document.forEachPart { part throws(SystemError) in try write(part) }
    }

    /// Whether the file holds a document and nothing else.
    func holds(_ document: SplicedDocument) throws(SystemError) -> Bool {
        var offset = 0
        var isSame = true
        try document.forEachPart { part throws(SystemError) in
            if isSame {
                isSame = try holds(part, at: offset)
                offset += part.count
            }
        }
        guard isSame else { return false }
        return try ends(at: offset)
    }
}
