import Synchronization

/// The error of a conversion that cannot throw: of a `Codable` type whose own form is that of its coding.
package final class ConversionFault: Sendable {
    @TaskLocal static var current: ConversionFault?

    private let error = Mutex<(any Error)?>(nil)

    /// Keeps an error, if no conversion has failed before.
    func keep(_ error: any Error) {
        self.error.withLock { $0 = $0 ?? error }
    }

    /// Runs a closure, and throws its error, or else the first one of the conversions in it.
    package static func rethrowing<Value>(_ body: () throws -> Value) throws -> Value {
        let fault = ConversionFault()
        let value = try $current.withValue(fault, operation: body)
        if let error = fault.error.withLock({ $0 }) { throw error }
        return value
    }
}
