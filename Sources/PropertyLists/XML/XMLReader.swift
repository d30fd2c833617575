/// Reads an XML property list into a tree.
enum XMLReader {
    /// The value of a document.
    ///
    /// - Throws: what is wrong with the document, with its line and column.
    static func read(_ bytes: ByteView) throws(PropertyListError) -> PropertyList {
        if let encoding = bytes.wideEncoding {
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
            case .beginArray, .beginDictionary, .endContainer:
                do throws(PropertyListProblem) {
                    try builder.take(event)
                } catch {
                    guard case .duplicateKey(let key) = error else { throw scanner.error(error) }
                    let end = scanner.eventOffset
                    throw scanner.error(error, at: try offset(ofLast: key, inDictionaryEndingAt: end, of: bytes))
                }
            }
        }
        guard let root = builder.root else {
            throw scanner.error(.empty)
        }
        return root
    }
}

extension PropertyListBuilder {
    fileprivate mutating func take(_ event: XMLEvent) throws(PropertyListProblem) {
        switch event {
        case .beginArray: try beginArray()
        case .beginDictionary: try beginDictionary()
        case .endContainer:
            // No archive is a lone reference, but a suite may have such a key, and has to stay a dictionary.
            try end(dictionary: depth == 1 ? PropertyList.dictionary : uidOrDictionary)
        case .key, .scalar: break
        }
    }
}

/// The key under which CoreFoundation writes a keyed archive's reference in XML, in a dictionary of its own.
let xmlKeyOfUID = "CF$UID"

/// A keyed archive's reference, where a dictionary stands for one as CoreFoundation has it; else the dictionary.
private func uidOrDictionary(_ dictionary: PropertyListDictionary) -> PropertyList {
    guard dictionary.count == 1, dictionary[0].key.hasSameBytes(as: xmlKeyOfUID),
        case .integer(let integer) = dictionary[0].value, let identifier = UInt64(exactly: integer)
    else { return .dictionary(dictionary) }
    return .uid(identifier)
}
