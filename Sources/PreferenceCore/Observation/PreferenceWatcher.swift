import PreferenceStore
import Synchronization

/// The thread that is notified of changes by other programs, and makes the domains read them.
enum PreferenceWatcher {
    /// The watcher of one process, or the error that prevents it.
    private struct Watch {
        /// The process, as the number of its forks: the child of a fork has none of its parent's threads.
        let forkCount: Int
        let watcher: Result<FileWatcher, PreferenceStoreError>
    }

    private static let watch = Mutex<Watch?>(nil)
    private static let hasFailed = Atomic(false)

    /// Returns the watcher of this process, whose thread runs until the process ends.
    private static func watcher() throws(PreferenceStoreError) -> FileWatcher {
        try watch.withLock { watch in
            if let watch, watch.forkCount == Forks.count {
                return watch.watcher
            }
            let watcher = Result { () throws(PreferenceStoreError) in
                let watcher = try FileWatcher()
                do throws(SystemError) {
                    try CallingThread.start { run(watcher) }
                } catch {
                    throw .cannotWatch(.system(error))
                }
                return watcher
            }
            watch = Watch(forkCount: Forks.count, watcher: watcher)
            return watcher
        }.get()
    }

    /// Watches files.
    ///
    /// - Returns: the error if the files cannot be watched; nil on success.
    static func watch(_ paths: [String]) -> PreferenceError? {
        var watched: [String] = []
        do throws(PreferenceStoreError) {
            let watcher = try watcher()
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
            try? watcher().unwatch(path)
        }
    }

    private static func run(_ watcher: FileWatcher) {
        // A program may leave a file unfinished for any time, and no other suite's change may wait for it.
        var unfinished: [PreferenceDomain] = []
        while true {
            do throws(PreferenceStoreError) {
                let timeout: Duration? = unfinished.isEmpty ? nil : .milliseconds(20)
                switch try watcher.nextChanges(timeout: timeout) {
                case .changed(let paths): unfinished += PreferenceDomains.domains(reading: paths)
                case .timedOut: break
                case .stopped: return
                }
            } catch {
                // The system has no watches left. Check the files every 100 ms until it has.
                report(.store(error))
                unfinished = PreferenceDomains.all
                CallingThread.pause(for: .milliseconds(100))
            }
            unfinished = update(unfinished)
        }
    }

    /// Makes domains read their files, and notifies observers.
    ///
    /// - Returns: the domains with unfinished files.
    private static func update(_ domains: [PreferenceDomain]) -> [PreferenceDomain] {
        let notifications = DeferredNotifications.begin()
        defer { notifications.end() }
        return Forks.delayed {
            var unfinished: [ObjectIdentifier: PreferenceDomain] = [:]
            for domain in domains where !domain.filesHaveChanged() {
                unfinished[ObjectIdentifier(domain)] = domain
            }
            return Array(unfinished.values)
        }
    }
}
