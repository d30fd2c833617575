import Synchronization

/// What a key remembers of its readings.
struct PreferenceMemory: ~Copyable, Sendable {
    /// The last reading, in whatever suite it was.
    private let lastReading = Mutex<PreferenceReading?>(nil)
    /// The last problem that was reported.
    private let lastProblem = Mutex<PreferenceError?>(nil)

    /// The last reading, where it was of this version; nil for any other.
    func reading(of version: UInt64) -> PreferenceReading? {
        lastReading.withLock { $0?.version == version ? $0 : nil }
    }

    /// Keeps a reading until the next one.
    func keep(_ reading: PreferenceReading) {
        lastReading.withLock { $0 = reading }
    }

    /// Takes note of a problem that is reported; false where it is the last one that was.
    func isNew(_ problem: PreferenceError) -> Bool {
        lastProblem.withLock { last in
            defer { last = problem }
            return last != problem
        }
    }
}
