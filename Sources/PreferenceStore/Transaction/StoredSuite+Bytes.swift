import PropertyLists

extension StoredSuite {
    /// The document of a file that takes this one's place and holds another suite: the one place where it is made.
    ///
    /// Of a file that holds a suite already, its bytes are that file's, but for what changes.
    ///
    /// - Parameters:
    ///   - root: the suite; where only some entries of this one were read, what becomes of those.
    ///   - format: another format than this file's, if the whole of it was read; nil for the same.
    /// - Throws: `cannotEncode` where the format cannot hold the suite.
    func document(
        holding root: PropertyListDictionary,
        as format: PropertyListFormat? = nil,
        path: String
    ) throws(PreferenceStoreError) -> SplicedDocument {
        do throws(PropertyListError) {
            let format = format ?? document.format
            guard damage == nil, !bytes.isEmpty, format == document.format else {
                return SplicedDocument(try PropertyList.dictionary(root).serialized(as: format))
            }
            guard let entries else {
                return try root.spliced(changing: bytes, holding: document.root, as: document.format)
            }
            if let document = try entries.document(bytes, changedTo: root) {
                return document
            }
        } catch {
            throw .cannotEncode(path: path, document.format, error)
        }
        let whole = try wholeRoot(path: path)
        do throws(PropertyListError) {
            var changed = whole
            KeyChanges(from: document.root, to: root).apply(to: &changed)
            changed.sortNewKeys(of: whole)
            return try changed.spliced(changing: bytes, holding: whole, as: document.format)
        } catch {
            throw .cannotEncode(path: path, document.format, error)
        }
    }

    /// The whole suite, of which perhaps only some entries were read before.
    ///
    /// - Throws: `corrupt` and `rootNotDictionary` where the bytes are no suite after all.
    func wholeRoot(path: String) throws(PreferenceStoreError) -> PropertyListDictionary {
        guard entries != nil else { return document.root }
        let whole: PropertyList
        do throws(PropertyListError) {
            whole = try PropertyList(parsing: bytes.span)
        } catch {
            throw .corrupt(path: path, error)
        }
        guard case .dictionary(let root) = whole else { throw .rootNotDictionary(path: path, whole.kind) }
        return root
    }
}

extension PropertyListDictionary {
    /// The suite that bytes stand for; nil where they stand for none.
    init?(parsing bytes: [UInt8]) {
        guard case .dictionary(let root)? = try? PropertyList(parsing: bytes.span) else { return nil }
        self = root
    }
}
