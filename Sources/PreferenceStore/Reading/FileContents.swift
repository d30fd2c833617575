import PropertyLists

/// What a file's bytes are.
enum FileContents {
    /// A property list.
    case value(ParsedContents)
    /// A property list whose root is a dictionary, of which only the keys were read.
    case keys([String], PropertyListFormat)
    /// No bytes.
    case empty
    /// No property list.
    case malformed(PropertyListError)

    /// What bytes stand for.
    ///
    /// - Parameter sought: the entries of the root dictionary that are wanted.
    init(of bytes: [UInt8], sought: SoughtEntries = .all) {
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        do throws(PropertyListError) {
            let keys: KeySelection?
            switch sought {
            case .all:
                keys = nil
            case .of(let sought):
                keys = sought
            case .keysOfAll:
                if let (keys, format) = try PropertyList.parseKeys(bytes.span) {
                    self = .keys(keys, format)
                    return
                }
                keys = nil
            case .toChange(let sought):
                if let entries = try LocatedEntries(of: sought, in: bytes.span) {
                    self = .value(ParsedContents(entries))
                    return
                }
                keys = nil
            }
            let (value, format) = try PropertyList.parse(bytes.span, keys: keys)
            self = .value(ParsedContents(value, format))
        } catch {
            self = .malformed(error)
        }
    }

    /// Whether a program that is writing would leave the file like this for a moment.
    var mayBeUnfinished: Bool {
        switch self {
        case .value, .keys: false
        case .empty, .malformed: true
        }
    }
}

/// The property list that a file's bytes stand for, with those entries of its root dictionary that were sought.
struct ParsedContents {
    let value: PropertyList
    /// How it is written.
    let format: PropertyListFormat
    /// Where the entries stand, if they are some of an XML document that are to change.
    var entries: LocatedEntries?

    init(_ value: PropertyList, _ format: PropertyListFormat) {
        self.value = value
        self.format = format
    }

    /// Those of the entries that are to change.
    init(_ entries: LocatedEntries) {
        self.init(.dictionary(entries.root), .xml)
        self.entries = entries
    }

    /// The value as a suite; nil where it is no dictionary.
    var root: PropertyListDictionary? {
        if case .dictionary(let root) = value { root } else { nil }
    }
}

/// Which entries of a suite's file a reading is for.
enum SoughtEntries {
    case all
    /// Those of some keys.
    case of(KeySelection)
    /// None, but the keys of all.
    case keysOfAll
    /// Those of some keys, which are to change; of a file that has to be written anew for that, all.
    case toChange([String])
}
