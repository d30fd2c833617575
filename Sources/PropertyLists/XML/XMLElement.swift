/// The elements of an XML property list, as Apple's PropertyList-1.0.dtd names them.
enum XMLElement: CaseIterable {
    case string
    case key
    case integer
    case `true`
    case `false`
    case dictionary
    case array
    case real
    case date
    case data
    case plist

    /// The element of that name; nil where property lists have none.
    init?(name: ByteView) {
        for element in XMLElement.allCases
        where element.name.utf8CodeUnitCount == name.count && name.holds(element.name, at: 0) {
            self = element
            return
        }
        return nil
    }

    /// The name, as it stands in a tag.
    var name: StaticString {
        switch self {
        case .string: "string"
        case .key: "key"
        case .integer: "integer"
        case .true: "true"
        case .false: "false"
        case .dictionary: "dict"
        case .array: "array"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .plist: "plist"
        }
    }
}
