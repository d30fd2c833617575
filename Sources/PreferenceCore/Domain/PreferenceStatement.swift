import PreferenceStore

/// A statement that changes a preference in place: it reads, changes and writes, and nobody writes in between.
final class PreferenceStatement {
    /// Whether other writers are kept out; where they cannot be, nothing may be written.
    let isAlone: Bool
    private var lock: PreferenceLock?
    private let writing = Writing.begin()

    /// Waits for the right to write, and has what is in memory read again.
    init(of domain: PreferenceDomain) {
        do throws(PreferenceError) {
            lock = try domain.storage.lock(ChangeOptions(lockTimeout: Preferences.lockTimeout))
            isAlone = true
        } catch {
            lock = nil
            isAlone = false
            Preferences.onProblem(error)
        }
        domain.refresh()
    }

    /// Lets others write again, and tells what has changed.
    func end() {
        lock = nil
        writing.end()
    }
}
