import Synchronization

/// What a key was when it was read; where there was a value of its type, a ``PreferenceReadingWithValue``.
///
/// This class and what becomes of it know nothing of the value's type, so that a read from memory asks the runtime for
/// none: to look one up costs more than all the rest.
class PreferenceReading: @unchecked Sendable {
    // Unchecked, since only a final class can be checked: its properties are constants of Sendable types, and its only
    // subclass is final and adds one more.

    /// Why the key could not be read.
    let problem: PreferenceError?
    /// Of what the key was read in; 0 where that is not kept up to date.
    let version: UInt64
    let observedKey: ObservedKey
    fileprivate let hasValue: Bool

    fileprivate init(
        hasValue: Bool = false,
        problem: PreferenceError? = nil,
        version: UInt64,
        _ observedKey: ObservedKey
    ) {
        self.hasValue = hasValue
        self.problem = problem
        self.version = version
        self.observedKey = observedKey
    }
}

/// What a key was that had a value.
final class PreferenceReadingWithValue<Value: Sendable>: PreferenceReading, @unchecked Sendable {
    // Unchecked, since its superclass is: its property is a constant of a Sendable type.

    fileprivate let value: Value

    fileprivate init(_ value: Value, version: UInt64, _ observedKey: ObservedKey) {
        self.value = value
        super.init(hasValue: true, version: version, observedKey)
    }
}

extension PreferenceKey {
    /// Reads the key in contents of a version, and remembers the reading.
    func read(
        in contents: Result<PreferenceSnapshot, PreferenceError>,
        version: UInt64,
        _ observedKey: ObservedKey
    ) -> PreferenceReading {
        let reading: PreferenceReading
        do throws(PreferenceError) {
            var snapshot = try contents.get()
            if let value = try snapshot.storedValue(for: self) {
                reading = PreferenceReadingWithValue(value, version: version, observedKey)
            } else {
                reading = PreferenceReading(version: version, observedKey)
            }
        } catch {
            reading = PreferenceReading(problem: error, version: version, observedKey)
        }
        lastReading.keep(reading)
        return reading
    }

    /// The value that the key had when it was read, or its default.
    func value(of reading: PreferenceReading) -> Value {
        guard reading.hasValue else { return defaultValue }
        // Safe, since only this type makes readings for itself, and with values of its own.
        return unsafe unsafeDowncast(reading, to: PreferenceReadingWithValue<Value>.self).value
    }

    /// Whether the key had its default when it was read: none was found, or an equal value.
    func isDefault(in reading: PreferenceReading) -> Bool {
        !reading.hasValue || areEqual(value(of: reading), defaultValue)
    }
}

extension PreferenceKeys {
    /// Reports why the key could not be read, the first time that it has this problem.
    func reportProblem(of reading: PreferenceReading) {
        if let problem = reading.problem, lastReading.isNew(problem) {
            Preferences.onProblem(problem)
        }
    }
}

/// What a key remembers of its readings.
struct LastReading: ~Copyable, Sendable {
    /// The last reading, in whatever suite it was.
    private let reading = Mutex<PreferenceReading?>(nil)
    private let problem = Mutex<PreferenceError?>(nil)

    /// The last reading, where it was of this version; nil for any other.
    func reading(of version: UInt64) -> PreferenceReading? {
        reading.withLock { $0?.version == version ? $0 : nil }
    }

    func keep(_ reading: PreferenceReading) {
        self.reading.withLock { $0 = reading }
    }

    /// Takes note of a problem that is reported; false where it is the last one that was.
    func isNew(_ problem: PreferenceError) -> Bool {
        self.problem.withLock { last in
            defer { last = problem }
            return last != problem
        }
    }
}
