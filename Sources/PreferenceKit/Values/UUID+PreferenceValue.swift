public import Foundation
public import PropertyLists

extension UUID: PreferenceValue {
    /// The identifier that a string of 36 characters spells, in letters of either case.
    public init?(propertyList: PropertyList) {
        guard case .string(let text) = propertyList else { return nil }
        self.init(uuidString: text)
    }

    /// A string like `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
    public var propertyList: PropertyList { .string(uuidString) }
}
