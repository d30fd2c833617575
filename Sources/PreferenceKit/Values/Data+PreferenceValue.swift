public import Foundation
public import PreferenceCore
public import PropertyLists

extension Data: PreferenceValue {
    /// Data.
    public static var schema: SchemaRule { .data }

    /// The bytes of a data value.
    public init?(propertyList: PropertyList) {
        guard case .data(let bytes) = propertyList else { return nil }
        self.init(bytes)
    }

    /// A data value of the bytes.
    public var propertyList: PropertyList { .data(Array(self)) }
}
