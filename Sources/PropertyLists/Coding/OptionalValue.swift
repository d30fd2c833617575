// What the compiler needs to know of optionals: a property list has no null, so only the whole type of a preference can
// be optional.

/// A type of optionals; only `Optional` is one.
///
/// A preference of such a type can be unset: nil is not stored, since a property list has no null.
public protocol OptionalValue: ExpressibleByNilLiteral {
    /// The type of the values that are stored.
    associatedtype Wrapped

    /// Creates an optional that is not nil.
    init(_ wrapped: Wrapped)

    /// Returns what a closure returns for the value; nil if there is none.
    func map<Failure: Error, Result: ~Copyable>(
        _ transform: (Wrapped) throws(Failure) -> Result
    ) throws(Failure) -> Result?
}

extension Optional: OptionalValue {}

/// A type that is or contains an optional.
public protocol OptionalContaining {}

/// A type with an optional inside, whose nil no property list can contain.
public protocol NullContaining {}

extension Optional: OptionalContaining {}
extension Optional: NullContaining where Wrapped: OptionalContaining {}
extension Array: OptionalContaining, NullContaining where Element: OptionalContaining {}
extension Set: OptionalContaining, NullContaining where Element: OptionalContaining {}
extension Dictionary: OptionalContaining, NullContaining where Value: OptionalContaining {}

/// An actor that exists only for the compiler: its name is the reason in the error for a nested optional.
@globalActor public actor NoNullInPropertyLists {
    /// Nothing uses it.
    public static let shared = NoNullInPropertyLists()
}
