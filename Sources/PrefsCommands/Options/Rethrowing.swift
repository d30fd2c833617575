import CommandErrors

/// Returns the value of an expression, and converts its error.
///
/// In the module of `CommandError`, it would not be compiled for each type: the runtime would search for conformances.
func rethrowing<Value: ~Copyable, Inner: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    as wrap: (Inner) -> CommandError
) throws -> Value {
    do throws(Inner) {
        return try value()
    } catch {
        throw wrap(error)
    }
}
