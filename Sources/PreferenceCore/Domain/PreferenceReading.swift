/// What a key was when it was read, but for the type of its value.
///
/// The key's memory holds this class: a generic one in each key would cost a command that reads a single key more than
/// the reading does, since the runtime makes such types when they are first used.
class PreferenceReading: @unchecked Sendable {
    // Unchecked, since only a final class can be checked: its properties are constants of Sendable types, and
    // PreferenceReadingOf, its only subclass, is final and adds one more.

    /// Why it could not be read.
    let problem: PreferenceError?
    /// Of what the key was read in; 0 where that is not kept up to date.
    let version: UInt64
    let observedKey: ObservedKey

    fileprivate init(problem: PreferenceError?, version: UInt64, observedKey: ObservedKey) {
        self.problem = problem
        self.version = version
        self.observedKey = observedKey
    }
}

/// What a key was when it was read.
final class PreferenceReadingOf<Value: Sendable>: PreferenceReading, @unchecked Sendable {
    // Unchecked, since its superclass is: its property is a constant of a Sendable type.

    /// The value that was found; nil where there was none, or none of the key's type.
    let value: Value?

    init(
        of key: PreferenceKey<Value>,
        in contents: Result<PreferenceSnapshot, PreferenceError>,
        version: UInt64,
        _ observedKey: ObservedKey
    ) {
        let found = Result { () throws(PreferenceError) in
            var snapshot = try contents.get()
            return try snapshot.storedValue(for: key)
        }
        switch found {
        case .success(let found):
            value = found
            super.init(problem: nil, version: version, observedKey: observedKey)
        case .failure(let problem):
            value = nil
            super.init(problem: problem, version: version, observedKey: observedKey)
        }
    }

    /// The value that was found; a problem is reported the first time that the key has it.
    func reportingProblem(of key: PreferenceKey<Value>) -> Value? {
        if let problem, key.memory.isNew(problem) {
            Preferences.onProblem(problem)
        }
        return value
    }
}
