import Foundation

@testable import PreferenceStore

extension FileWatcher {
    /// The paths that may have changed up to now, sorted.
    ///
    /// The system queues an event before the change returns.
    func changesUpToNow() throws -> [String] {
        guard case .changed(let paths) = try nextChanges(timeout: .zero) else { return [] }
        return paths.sorted()
    }

    /// How many files and folders the system watches for this watcher, by proc(5).
    func watchCount() throws -> Int {
        let information = try String(contentsOfFile: "/proc/self/fdinfo/\(inotify.number)", encoding: .utf8)
        return information.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
}
