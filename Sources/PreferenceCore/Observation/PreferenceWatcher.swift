import PreferenceStore
import Synchronization

/// The thread that is notified of changes by other programs, and makes the domains read them.
enum PreferenceWatcher {
    /// The watcher, whose thread runs until the process ends, or the error that prevents it.
    private static let watcher = Result { () throws(PreferenceStoreError) in
        let watcher = try FileWatcher()
        Forks.prepare()
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

    private static func run(_ watcher: FileWatcher) {
        // A program may leave a file unfinished for any time, and no other suite's change may wait for it.
        var unfinished: [PreferenceDomain] = []
        while true {
            do throws(PreferenceStoreError) {
                let timeout: Duration? = unfinished.isEmpty ? nil : .milliseconds(20)
                switch try watcher.nextChanges(timeout: timeout) {
                case .changed(let paths): unfinished = update(unfinished) { PreferenceDomains.domains(reading: paths) }
                case .timedOut: unfinished = update(unfinished) { [] }
                case .stopped: return
                }
            } catch {
                // The system has no watches left. Check the files every 100 ms until it has.
                report(.store(error))
                unfinished = update([]) { PreferenceDomains.all }
                CallingThread.pause(for: .milliseconds(100))
            }
        }
    }

    /// Makes domains read their files, and notifies observers.
    ///
    /// - Returns: the domains with unfinished files.
    private static func update(
        _ unfinished: [PreferenceDomain],
        and changed: () -> [PreferenceDomain]
    ) -> [PreferenceDomain] {
        let notifications = DeferredNotifications.begin()
        // If this process is writing a suite, or is notifying its observers, the thread that does it does the rest.
        defer { notifications.end(patience: .zero) }
        return Forks.delayed {
            var domains: [ObjectIdentifier: PreferenceDomain] = [:]
            for domain in unfinished + changed() {
                domains[ObjectIdentifier(domain)] = domain
            }
            return domains.values.filter { !$0.filesHaveChanged() }
        }
    }
}
