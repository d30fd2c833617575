public import Foundation
public import PreferenceCore
public import PropertyLists

extension UUID: PreferenceValue {
    /// Text that is a UUID.
    public static var schema: SchemaRule { .string(.uuid) }

    /// The identifier that a string of 36 characters spells, in letters of either case.
    public init?(propertyList: PropertyList) {
        guard case .string(let text) = propertyList else { return nil }
        self.init(uuidString: text)
    }

    /// A string like `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
    public var propertyList: PropertyList { .string(uuidString) }
}
