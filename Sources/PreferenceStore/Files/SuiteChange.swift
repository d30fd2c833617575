/// What came of a change.
public struct SuiteChange<Value> {
    /// What happened to the file.
    public enum Outcome: Hashable, Sendable {
        /// Nothing: it holds what it would have held after the change, or still is not there.
        case unchanged
        /// It holds other values.
        case changed
        /// It was not there, and is now.
        case created
    }

    /// What the caller's closure returned, the last time that it ran.
    public let value: Value
    /// What happened to the file.
    public let outcome: Outcome
    /// What was odd about the file, and what was kept beside it.
    public let warnings: [SuiteWarning]

    package init(value: Value, outcome: Outcome, warnings: [SuiteWarning]) {
        self.value = value
        self.outcome = outcome
        self.warnings = warnings
    }
}

extension SuiteChange: Sendable where Value: Sendable {}
