public import PropertyLists

// Declarations that no program can use. For each common mistake, the compiler finds one of them, whose message names
// the cause. Without them, it lists the candidates instead.

// MARK: A declaration without a default, or of another type

extension PreferenceKey {
    /// Does not compile: the key needs a default.
    @available(*, unavailable, message: "a key needs a default, unless its type is optional")
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) {
        preconditionFailure("unavailable")
    }

    /// Does not compile: the default does not have the key's type.
    @available(*, unavailable, message: "the default is not of the key's type")
    @_disfavoredOverload
    public convenience init<Other: Equatable>(
        _ name: String,
        default defaultValue: Other,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) {
        preconditionFailure("unavailable")
    }

    /// Does not compile: the type cannot be stored.
    @available(*, unavailable, message: "the type is neither PreferenceValue nor Codable: give the key a bridge")
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) {
        preconditionFailure("unavailable")
    }

    /// Does not compile: the type cannot be stored.
    @available(*, unavailable, message: "the type is neither PreferenceValue nor Codable: give the key a bridge")
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: OptionalValue {
        preconditionFailure("unavailable")
    }
}

// MARK: Null

/// A type that is or contains an optional; no property list can contain its values, since it has no null.
///
/// The protocol exists only for the compiler, which would otherwise treat such a type as any other `Codable` type.
public protocol OptionalContaining {}

/// A collection whose elements are or contain optionals; for the compiler, as ``OptionalContaining``.
public protocol OptionalCollection: OptionalContaining {}

extension Optional: OptionalContaining {}
extension Array: OptionalContaining, OptionalCollection where Element: OptionalContaining {}
extension Set: OptionalContaining, OptionalCollection where Element: OptionalContaining {}
extension Dictionary: OptionalContaining, OptionalCollection where Value: Codable & OptionalContaining {}

/// An actor that exists only for the compiler: its name is the reason in the error for a nested optional.
@globalActor public actor NoNullInPropertyLists {
    /// Nothing uses it.
    public static let shared = NoNullInPropertyLists()
}

// If these initialisers were unavailable, the compiler would choose those for `Codable` types. It chooses these
// instead, and a declaration cannot call them, since they are isolated to an actor. The deprecation message gives the
// reason in full.
extension PreferenceKey {
    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: Codable & OptionalCollection {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: Codable & OptionalCollection {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    @_disfavoredOverload
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: OptionalValue & Codable, Value.Wrapped: Codable & OptionalContaining {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    public convenience init(
        _ name: String,
        default defaultValue: Value,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil
    ) where Value: OptionalValue & Codable, Value.Wrapped: Codable & OptionalContaining {
        preconditionFailure("unavailable")
    }

    /// Does not compile: a property list has no null.
    @available(*, deprecated, message: "a property list has no null: only the whole type of a key can be optional")
    @NoNullInPropertyLists
    public convenience init(
        _ name: String,
        suite: String? = nil,
        summary: String = "",
        formerly formerNames: [String] = [],
        volatile isVolatile: Bool = false,
        migrating migrate: (@Sendable (PropertyList) -> Value?)? = nil,
        default defaultProvider: @escaping @Sendable () -> Value
    ) where Value: OptionalValue & Codable, Value.Wrapped: Codable & OptionalContaining {
        preconditionFailure("unavailable")
    }
}
