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
            Preferences.onProblem(problem)
        }
    }

    static func endWatching(_ paths: [String]) {
        for path in paths {
            try? watcher.get().unwatch(path)
        }
    }

    private static func run(_ watcher: FileWatcher) {
        while true {
            do throws(PreferenceStoreError) {
                guard case .changed(let paths) = try watcher.nextChanges() else { return }
                PreferenceDomains.domains(reading: paths).forEach { $0.filesHaveChanged() }
            } catch {
                // The system has no watches left. Check the files every 100 ms until it has.
                report(.store(error))
                PreferenceDomains.all.forEach { $0.refresh() }
                CallingThread.pause(for: .milliseconds(100))
            }
        }
    }
}
