public import PropertyLists

/// A type with an optional in it, or an optional itself: what no property list can hold, since it has no null.
///
/// It exists for the compiler alone, which would take such a type for any other `Codable` one.
public protocol OptionalContaining {}

extension Optional: OptionalContaining {}
extension Array: OptionalContaining where Element: OptionalContaining {}
extension Set: OptionalContaining where Element: OptionalContaining {}
extension Dictionary: OptionalContaining where Value: OptionalContaining {}

// An unavailable initialiser would leave the choice to that of `Codable` types. These are chosen, and throw where no error
// is handled, which does not compile; the deprecation says why.
extension PreferenceKey where Value: Codable & OptionalContaining {
    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: give an optional key no default, nest no optional")
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) throws(PreferenceError) {
        throw .null(in: Value.self, key: name)
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: give an optional key no default, nest no optional")
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) throws(PreferenceError) {
        throw .null(in: Value.self, key: name)
    }
}

extension PreferenceKey {
    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: nest no optional in the optional one")
    public convenience init<Wrapped: Codable & OptionalContaining>(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Wrapped?)? = nil
    ) throws(PreferenceError) where Value == Wrapped? {
        throw .null(in: Value.self, key: name)
    }
}

extension PreferenceError {
    fileprivate static func null(in type: Any.Type, key: String) -> PreferenceError {
        .unwritable(key: key, type: "\(type)", reason: "a property list has no null")
    }
}
