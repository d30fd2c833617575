/// What a key was when it was read.
struct PreferenceReading<Value: Sendable>: Sendable {
    /// The value that was found; nil where there was none, or none of the key's type.
    let value: Value?
    /// Why it could not be read.
    let problem: PreferenceError?
    /// Of what the key was read in; 0 where that is not kept up to date.
    let version: UInt64
    let observedKey: ObservedKey

    init(
        of key: PreferenceKey<Value>,
        in contents: Result<PreferenceSnapshot, PreferenceError>,
        version: UInt64,
        _ observedKey: ObservedKey
    ) {
        self.version = version
        self.observedKey = observedKey
        do throws(PreferenceError) {
            var snapshot = try contents.get()
            value = try snapshot.storedValue(for: key)
            problem = nil
        } catch {
            value = nil
            problem = error
        }
    }
}

extension PreferenceReading {
    /// The value that was found; a problem is reported the first time that the key has it.
    func reportingProblem(of key: PreferenceKey<Value>) -> Value? {
        if let problem, key.isNew(problem) {
            Preferences.onProblem(problem)
        }
        return value
    }
}
