import PreferenceStore
import Synchronization

/// The thread that hears of changes by other programs, and has the domains read them.
enum PreferenceWatcher {
    /// The watcher, whose thread runs as long as the process; why there is none otherwise.
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
    /// - Returns: why the system refuses that.
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

    /// Reports once that files cannot be watched: they are read each time then.
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
                // The system has no watches left: the files are looked at from time to time until it has.
                report(.store(error))
                PreferenceDomains.all.forEach { $0.refresh() }
                CallingThread.pause(for: .milliseconds(100))
            }
        }
    }
}
