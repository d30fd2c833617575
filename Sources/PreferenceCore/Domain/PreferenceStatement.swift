import PreferenceJournal
import PreferenceStore

/// A write by this process, from the wait for the lock until observers have been notified.
final class PreferenceWrite {
    private let domain: PreferenceDomain
    /// The domains that read the file; none before the write has begun.
    private var domains: [PreferenceDomain] = []
    /// Whether the contents in memory match the file.
    private var isUpToDate = true
    private let notifications = DeferredNotifications.begin()

    init(of domain: PreferenceDomain) {
        self.domain = domain
    }

    /// Leaves the file's changes to this write, not to the watcher: other writers are locked out now.
    func begin() {
        guard domains.isEmpty else { return }
        domains = PreferenceDomains.sharingFile(with: domain)
        domains.forEach { $0.beginWriting() }
    }

    /// Changes the stored preferences.
    ///
    /// - Parameters:
    ///   - keys: the keys that the body may read and change; nil for all keys.
    ///   - lock: the lock that the caller already has, if any.
    ///   - journal: what is told of the change; nil for none.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        keys: [String]?,
        under lock: DirectoryLock? = nil,
        telling journal: Journal? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        isUpToDate = false
        let migrations = domain.missingMigrations
        // A migration can need any key.
        let keys = migrations == nil ? keys : nil
        return try domain.storage.change(options, keys: keys, under: lock, telling: journal) { change in
            // Under the lock: only one writer changes the contents in memory.
            let results = domains.map { $0.refresh(after: change.changes, of: change.file, waits: false) }
            isUpToDate = !results.contains(false)
        } _: { contents throws(Failure) in
            begin()
            var transaction = PreferenceTransaction(contents, path: domain.storage.path)
            transaction.managed = domain.storage.managed
            defer { contents = transaction.changed }
            let problem = migrations?.problem(ofApplyingTo: &transaction)
            let value = try body(&transaction)
            if let problem { transaction.problems.report(problem) } else { migrations?.mark(&transaction) }
            return value
        }
    }

    /// Ends the write, and notifies observers of its changes.
    func end() {
        domains.forEach { $0.endWriting() }
        if !isUpToDate {
            // Also after a failure: the contents in memory must match the file.
            PreferenceDomains.sharingFile(with: domain).forEach { $0.refresh(isLocked: false) }
        }
        notifications.end()
    }
}

/// A statement that changes a preference in place.
///
/// It reads, changes and writes the value under one lock, so that no other writer can intervene.
final class PreferenceStatement {
    /// Whether other writers are locked out; if not, nothing may be written.
    var isAlone: Bool { lock != nil }

    private let options: ChangeOptions
    private let write: PreferenceWrite
    private var lock: DirectoryLock?

    /// Waits for the lock, and updates the contents in memory.
    init(of domain: PreferenceDomain, _ options: ChangeOptions, _ problems: ProblemReporter) {
        self.options = options
        write = PreferenceWrite(of: domain)
        do throws(PreferenceError) {
            lock = try domain.storage.lock(options)
            write.begin()
        } catch {
            problems.report(error)
        }
        domain.refresh()
    }

    func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        _ = try write.change(options, keys: key.names, under: lock) { transaction throws(PreferenceError) in
            try transaction.set(value, for: key)
        }.get()
    }

    /// Releases the lock, and notifies observers of the changes.
    func end() {
        lock = nil
        write.end()
    }
}
