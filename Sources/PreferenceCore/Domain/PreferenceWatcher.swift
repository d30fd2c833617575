import PreferenceStore
import Synchronization

/// The thread that is notified of changes by other programs, and makes the domains read them.
enum PreferenceWatcher {
    /// The watcher, whose thread runs until the process ends, or the error that prevents it.
    private static let watcher = Result { () throws(PreferenceStoreError) in
        let watcher = try FileWatcher()
        do throws(SystemError) {
            try CallingThread.start { run(watcher) }
        } catch {
            throw .cannotWatch(.system(error))
        }
        return watcher
    }

    private static let hasFailed = Atomic(false)

    /// Watches files.
    ///
    /// - Returns: the error if the files cannot be watched; nil on success.
    static func watch(_ paths: [String]) -> PreferenceError? {
        var watched: [String] = []
        do throws(PreferenceStoreError) {
            let watcher = try watcher.get()
            for path in paths {
                try watcher.watch(path)
                watched.append(path)
            }
            return nil
        } catch {
            endWatching(watched)
            return .store(error)
        }
    }

    /// Reports, only once, that files cannot be watched and are read at each access instead.
    static func report(_ problem: PreferenceError) {
        if !hasFailed.exchange(true, ordering: .relaxed) {
            ProblemReporter.ofProgram.report(problem)
        }
    }

    static func endWatching(_ paths: [String]) {
        for path in paths {
            try? watcher.get().unwatch(path)
        }
    }

    /// Updates the domains whose files change, for ever.
    ///
    /// A fork can interrupt only the waits and the handlers of observers. All else takes locks: this package's, and in
    /// the first call of a function also those by which Swift's library looks up types. So the first wait is short, and
    /// delays forks.
    private static func run(_ watcher: FileWatcher) {
        var hasWaited = false
        // A program may leave a file unfinished for any time, and no other suite's change may wait for it.
        var unfinished: [PreferenceDomain] = []
        var isStopped = false
        while !isStopped {
            Forks.delayed {
                do throws(PreferenceStoreError) {
                    switch try watcher.nextChanges(timeout: .zero) {
                    case .changed(let paths):
                        unfinished = update(unfinished + PreferenceDomains.domains(reading: paths))
                    case .timedOut where hasWaited:
                        let timeout: Duration? = unfinished.isEmpty ? nil : .milliseconds(20)
                        try Forks.allowed { () throws(PreferenceStoreError) in try watcher.wait(timeout: timeout) }
                        unfinished = update(unfinished)
                    case .timedOut:
                        hasWaited = true
                        try watcher.wait(timeout: .milliseconds(1))
                    case .stopped: isStopped = true
                    }
                } catch {
                    // The system has no watches left. Check the files every 100 ms until it has.
                    Forks.allowed { report(.store(error)) }
                    unfinished = update(PreferenceDomains.all)
                    Forks.allowed { SystemClock.pause(for: .milliseconds(100)) }
                }
            }
        }
    }

    /// Makes domains read their files, and notifies observers.
    ///
    /// - Returns: the domains with unfinished files.
    private static func update(_ domains: [PreferenceDomain]) -> [PreferenceDomain] {
        let notifications = DeferredNotifications.begin()
        // If this process is writing a suite, or is notifying its observers, the thread that does it does the rest.
        defer { notifications.end(patience: .zero) { notification in Forks.allowed { notification.send() } } }
        var distinct: [ObjectIdentifier: PreferenceDomain] = [:]
        for domain in domains {
            distinct[ObjectIdentifier(domain)] = domain
        }
        return distinct.values.filter { !$0.filesHaveChanged() }
    }
}
