import PreferenceStore

/// A statement that changes a preference in place.
///
/// It reads, changes and writes the value under one lock, so that no other writer can intervene.
final class PreferenceStatement {
    /// Whether other writers are locked out; if not, nothing may be written.
    var isAlone: Bool { lock != nil }

    private let domain: PreferenceDomain
    private let options: ChangeOptions
    private var lock: DirectoryLock?
    private var write: PreferenceWrite?
    private let notifications = DeferredNotifications.begin()

    /// Waits for the lock, and updates the contents in memory.
    init(of domain: PreferenceDomain, _ settings: PreferenceSettings) {
        self.domain = domain
        options = settings.changeOptions
        do throws(PreferenceError) {
            lock = try domain.storage.lock(options)
            write = PreferenceWrite(of: domain)
        } catch {
            lock = nil
            settings.problems.report(error)
        }
        domain.refresh()
    }

    func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        _ = try domain.change(options, keys: key.names, under: lock) { transaction throws(PreferenceError) in
            try transaction.set(value, for: key)
        }.get()
    }

    /// Releases the lock, and notifies observers of the changes.
    func end() {
        lock = nil
        write?.end()
        notifications.end()
    }
}
