public import Foundation
public import PreferenceCore
public import PropertyLists

extension Date: PreferenceValue {
    /// A moment in time.
    public static var schema: SchemaRule { .date }

    /// The moment of a date value.
    public init?(propertyList: PropertyList) {
        guard case .date(let date) = propertyList else { return nil }
        self.init(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
    }

    /// A date value, with its fraction of a second.
    ///
    /// Which fraction stays is the file's affair: a binary one keeps it to the bit, an XML one holds the second within
    /// which the moment lies. The store rounds a value when it takes it, so that a read gives what the file holds.
    public var propertyList: PropertyList {
        .date(PropertyListDate(secondsSinceReferenceDate: timeIntervalSinceReferenceDate))
    }
}
