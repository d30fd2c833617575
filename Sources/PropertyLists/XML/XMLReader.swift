/// Reads an XML property list into a tree.
enum XMLReader {
    /// The value of a document.
    ///
    /// - Throws: what is wrong with the document, with its line and column.
    static func read(_ bytes: ByteView) throws(PropertyListError) -> PropertyList {
        if let encoding = bytes.wideEncoding ?? bytes.declaredEncoding, !isUTF8(encoding) {
            throw PropertyListError(.unsupportedEncoding(encoding), at: SourcePosition(offset: 0, in: bytes))
        }
        var scanner = XMLScanner(bytes)
        var builder = PropertyListBuilder()
        while let event = try scanner.next() {
            switch event {
            case .key(let text):
                builder.append(key: try scanner.string(of: text))
            case .scalar(let scalar):
                builder.append(try scanner.value(of: scalar))
            case .beginArray:
                try locating(bytes, scanner) { () throws(PropertyListProblem) in try builder.beginArray() }
            case .beginDictionary:
                try locating(bytes, scanner) { () throws(PropertyListProblem) in try builder.beginDictionary() }
            case .endContainer:
                // No archive is a lone reference, but a suite may have such a key, and has to stay a dictionary.
                let meaning = builder.depth == 1 ? PropertyList.dictionary : uidOrDictionary
                try locating(bytes, scanner) { () throws(PropertyListProblem) in try builder.end(dictionary: meaning) }
            }
        }
        guard let root = builder.root else {
            throw scanner.error(.empty)
        }
        return root
    }

    /// Whether text in an encoding is UTF-8 too; names of encodings have no case.
    private static func isUTF8(_ encoding: String) -> Bool {
        ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    }

    /// What a body does with the latest event, its problem as an error with a place: that of a key that stands twice is
    /// where it stands the last time.
    private static func locating<Value>(
        _ bytes: ByteView,
        _ scanner: XMLScanner,
        _ body: () throws(PropertyListProblem) -> Value
    ) throws(PropertyListError) {
        do {
            _ = try body()
        } catch .duplicateKey(let key) {
            let end = scanner.eventOffset
            throw scanner.error(
                .duplicateKey(key),
                at: try offset(ofLast: key, inDictionaryEndingAt: end, of: bytes)
            )
        } catch {
            throw scanner.error(error)
        }
    }
}

/// The key under which CoreFoundation writes a keyed archive's reference in XML, in a dictionary of its own.
let xmlKeyOfUID = "CF$UID"

extension PropertyListDictionary {
    /// The keyed archive's reference that this dictionary stands for in XML, as CoreFoundation has it; nil otherwise.
    var uidInXML: UInt64? {
        guard count == 1, self[0].key.hasSameBytes(as: xmlKeyOfUID), case .integer(let integer) = self[0].value else {
            return nil
        }
        return UInt64(exactly: integer)
    }
}

private func uidOrDictionary(_ dictionary: PropertyListDictionary) -> PropertyList {
    dictionary.uidInXML.map(PropertyList.uid) ?? .dictionary(dictionary)
}
