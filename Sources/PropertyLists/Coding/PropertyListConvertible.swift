/// A type with a property-list form of its own.
///
/// The form is what stands in the file, so that a person and another program can read it. Reading is strict: a form
/// of another kind is refused, never guessed at. Numbers alone cross over where nothing is lost: a whole real is read as
/// an integer, and an integer as a real that is exactly it.
public protocol PropertyListConvertible {
    /// The value that a property list stands for; nil where it stands for none of this type.
    init?(propertyList: PropertyList)

    /// The form of this value.
    var propertyList: PropertyList { get }

    /// The values that a property list stands for; nil where one of them is not of this type.
    ///
    /// A list is an array of its elements' forms; a type whose lists have a form of their own (bytes are data) says so
    /// here and in ``propertyList(of:)``.
    static func elements(of propertyList: PropertyList) -> [Self]?

    /// The form of a list of values.
    static func propertyList(of elements: [Self]) -> PropertyList
}

extension PropertyListConvertible {
    public static func elements(of propertyList: PropertyList) -> [Self]? {
        guard case .array(let forms) = propertyList else { return nil }
        var elements: [Self] = []
        elements.reserveCapacity(forms.count)
        for form in forms {
            guard let element = Self(propertyList: form) else { return nil }
            elements.append(element)
        }
        return elements
    }

    public static func propertyList(of elements: [Self]) -> PropertyList {
        .array(elements.map(\.propertyList))
    }
}

extension PropertyList: PropertyListConvertible {
    public init(propertyList: PropertyList) {
        self = propertyList
    }

    public var propertyList: PropertyList { self }
}
