import Synchronization

/// The result of reading a key; if the key has a value of its type, a ``PreferenceReadingWithValue``.
///
/// Neither this class nor the code that uses it depends on the value's type. A read from memory thus looks up no type
/// at run time, which would take longer than the rest of the read.
class PreferenceReading: @unchecked Sendable {
    // Unchecked, since only a final class can be checked. The properties are constants of Sendable types. The only
    // subclass is final, and adds one more such property.

    /// The reason why the key could not be read; if there is a value as well, that is from an earlier reading.
    let problem: PreferenceError?
    /// The version of the contents that were read; 0 if they are not kept up to date.
    let version: UInt64
    fileprivate let hasValue: Bool

    init(hasValue: Bool = false, problem: PreferenceError? = nil, version: UInt64) {
        self.hasValue = hasValue
        self.problem = problem
        self.version = version
    }
}

/// The result of reading a key that has a value.
final class PreferenceReadingWithValue<Value: Sendable>: PreferenceReading, @unchecked Sendable {
    // Unchecked, since its superclass is unchecked: the property is a constant of a Sendable type.

    fileprivate let value: Value

    init(_ value: Value, problem: PreferenceError?, version: UInt64) {
        self.value = value
        super.init(hasValue: true, problem: problem, version: version)
    }
}

extension PreferenceKey {
    /// Returns the value of the key in a reading, or its default.
    func value(of reading: PreferenceReading) -> Value {
        guard reading.hasValue else { return defaultValue }
        // Safe, since a key uses only its own readings, which have values of its own type.
        return unsafe unsafeDowncast(reading, to: PreferenceReadingWithValue<Value>.self).value
    }

    /// Returns whether the key has its default in a reading: it is unset, or set to an equal value.
    func isDefault(in reading: PreferenceReading) -> Bool {
        !reading.hasValue || areEqual(value(of: reading), defaultValue)
    }
}

extension PreferenceKeys {
    /// Reports why the key could not be read, unless it was the last problem reported for the key.
    func reportProblem(of reading: PreferenceReading, to problems: ProblemReporter) {
        if let problem = reading.problem, lastReading.isNew(problem) {
            problems.report(problem)
        }
    }
}

/// The last reading of a key, and the last problem that was reported for it.
struct LastReading: ~Copyable, Sendable {
    /// The last reading, in any suite.
    private let reading = Mutex<PreferenceReading?>(nil)
    private let problem = Mutex<PreferenceError?>(nil)

    /// Returns the last reading if it has this version.
    func reading(of version: UInt64) -> PreferenceReading? {
        reading.withLock { $0?.version == version ? $0 : nil }
    }

    func keep(_ reading: PreferenceReading) {
        self.reading.withLock { $0 = reading }
    }

    /// Records a problem, and returns whether it differs from the last one.
    func isNew(_ problem: PreferenceError) -> Bool {
        self.problem.withLock { last in
            defer { last = problem }
            return last != problem
        }
    }
}
