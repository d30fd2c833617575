/// What a body returns, its error as that of the floor above.
///
/// - Parameter wrap: makes the error of the floor above, such as `PreferenceError.store`.
@inlinable
package func rethrowing<Value, Inner: Error, Outer: Error>(
    as wrap: (Inner) -> Outer,
    _ body: () throws(Inner) -> Value
) throws(Outer) -> Value {
    do {
        return try body()
    } catch {
        throw wrap(error)
    }
}
