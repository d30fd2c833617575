import Synchronization

/// The time in which schemas may judge values.
///
/// A verdict can take long: a pattern takes the product of its length and that of the text, and alternatives that of
/// their number and that of the values. A caller that keeps others waiting sets a budget. When it is used up, the rest
/// is not judged, and what was found does not count.
package final class SchemaBudget: Sendable {
    @TaskLocal static var current: SchemaBudget?

    private let isOver: @Sendable () -> Bool
    private let steps = Atomic(0)
    private let isUsedUp = Atomic(false)

    /// The number of steps between two looks at the clock; one is a verdict, or the next character of a text.
    private static let stride = 64

    private init(isOver: @escaping @Sendable () -> Bool) {
        self.isOver = isOver
    }

    /// Runs a closure, with a budget for the schemas that judge in it.
    ///
    /// - Parameter isOver: returns whether the budget is used up; it is called again and again.
    /// - Throws: `SchemaBudgetExceeded` if the budget did not suffice, whatever the closure returned or threw; the
    ///   closure's error.
    package static func limit<Value>(
        until isOver: @escaping @Sendable () -> Bool,
        _ body: () throws -> Value
    ) throws -> Value {
        let budget = SchemaBudget(isOver: isOver)
        let result = $current.withValue(budget) { Result { try body() } }
        guard !budget.isUsedUp.load(ordering: .relaxed) else { throw SchemaBudgetExceeded() }
        return try result.get()
    }

    /// Counts a step, and returns whether it may be made.
    func allowsStep() -> Bool {
        if isUsedUp.load(ordering: .relaxed) { return false }
        let step = steps.wrappingAdd(1, ordering: .relaxed).oldValue
        guard step.isMultiple(of: Self.stride), isOver() else { return true }
        isUsedUp.store(true, ordering: .relaxed)
        return false
    }
}

/// A schema could not judge a value within its budget.
package struct SchemaBudgetExceeded: Error {}
