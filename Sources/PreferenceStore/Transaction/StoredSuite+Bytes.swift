import PropertyLists

extension StoredSuite {
    /// The bytes of a file that takes this one's place and holds another suite: the one place where they are made.
    ///
    /// Of a file that holds a suite already, they are that file's, but for what changes.
    ///
    /// - Throws: `cannotEncode` where the format of this file cannot hold the suite.
    func bytes(holding root: PropertyListDictionary, path: String) throws(PreferenceStoreError) -> [UInt8] {
        do {
            guard damage == nil, !bytes.isEmpty else {
                return try PropertyList.dictionary(root).serialized(as: document.format)
            }
            return try root.serialized(changing: bytes.span, holding: document.root, as: document.format)
        } catch {
            throw .cannotEncode(path: path, document.format, error)
        }
    }
}
