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
    init(of bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        do throws(PropertyListError) {
            let (value, format) = try PropertyList.parse(bytes.span)
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
