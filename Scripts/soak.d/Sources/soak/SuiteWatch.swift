import Foundation
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport

/// A program that watches a suite's file, and reads it when it is told of a change, as an app does.
final class SuiteWatch: Sendable {
    private let suite: SuiteUnderTest
    private let path: String
    private let watcher: FileWatcher
    /// What it has read last.
    private let contents = Mutex(PropertyListDictionary())
    private let thread = Workers()

    /// Starts to watch.
    init(of suite: SuiteUnderTest) throws {
        self.suite = suite
        path = suite.prefs.folder.path(of: suite.file)
        watcher = try FileWatcher()
        try watcher.watch(path)
        thread.start { self.run() }
    }

    private func run() {
        do {
            try read()
            while case .changed = try watcher.nextChanges() {
                try read()
            }
        } catch {
            suite.report("the watch: \(error)")
        }
    }

    private func read() throws {
        let root = try SuiteFile(path: path).read()?.root ?? [:]
        contents.withLock { $0 = root }
        suite.note { $0.reads += 1 }
    }

    /// Ends when nobody writes any more; what was read last must be what the file holds, told of in ten seconds at most.
    func end() throws {
        let bytes = try suite.bytes()
        let root = try PropertyList(parsing: bytes.span, as: .xml)
        let deadline = ContinuousClock.now + .seconds(10)
        while contents.withLock({ PropertyList.dictionary($0) != root }) {
            guard .now < deadline else {
                suite.report("the watch was not told of the last change of the file", bytes)
                break
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
        watcher.stop()
        thread.wait()
    }
}
