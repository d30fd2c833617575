import PropertyLists

/// What a file's bytes are.
enum FileContents {
    /// A property list, and how it is written.
    case value(PropertyList, PropertyListFormat)
    /// No bytes.
    case empty
    /// No property list.
    case malformed(PropertyListError)

    /// What bytes stand for.
    ///
    /// - Parameter keys: the keys of the root dictionary that are wanted; nil wants all.
    init(of bytes: [UInt8], keys: [String]?) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        do throws(PropertyListError) {
            let (value, format) = try PropertyList.parse(bytes.span, keys: keys)
            self = .value(value, format)
        } catch {
            self = .malformed(error)
        }
    }

    /// Whether a program that is writing would leave the file like this for a moment.
    var mayBeUnfinished: Bool {
        switch self {
        case .value: false
        case .empty, .malformed: true
        }
    }
}
