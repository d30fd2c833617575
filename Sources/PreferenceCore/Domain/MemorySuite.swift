import PreferenceStore
import PropertyLists
import Synchronization

/// A suite that no file holds.
package final class MemorySuite: Sendable {
    private struct State {
        var contents: PropertyListDictionary = [:]
        var isChanging = false
    }

    /// One for all suites of a backend, as a folder has one: two that are changed crosswise wait for no one.
    private let writers: RecursiveLock
    private let state = Mutex(State())

    /// What stands for its file in messages.
    static let file = SuiteFile(path: "preferences in memory")

    init(writers: RecursiveLock) {
        self.writers = writers
    }

    var contents: PropertyListDictionary {
        state.withLock(\.contents)
    }

    func lock(_ options: ChangeOptions) throws(PreferenceError) -> RecursiveLock.Hold {
        guard let lock = writers.hold(timeout: options.lockTimeout) else {
            throw .store(.lockTimedOut(path: Self.file.path, holder: nil))
        }
        return lock
    }

    /// Changes the suite as ``SuiteFile/changeDocument(_:keys:_:)`` changes a file.
    func change<Value, Failure: Error>(
        _ options: ChangeOptions,
        _ body: (inout SuiteDocument) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        let lock = try lock(options)
        defer { withExtendedLifetime(lock) {} }
        let old = try begin()
        // It holds what an XML file would.
        var document = SuiteDocument(root: old)
        let value: Value
        do {
            value = try body(&document)
        } catch {
            end(old)
            return .failure(error)
        }
        let contents = document.root.held(in: document.format)
        end(contents)
        return .success(SuiteChange(value: value, outcome: contents == old ? .unchanged : .changed, warnings: []))
    }

    private func begin() throws(PreferenceError) -> PropertyListDictionary {
        let contents = state.withLock { state -> PropertyListDictionary? in
            guard !state.isChanging else { return nil }
            state.isChanging = true
            return state.contents
        }
        guard let contents else { throw .store(.nestedChange(path: Self.file.path)) }
        return contents
    }

    private func end(_ contents: PropertyListDictionary) {
        state.withLock { $0 = State(contents: contents) }
    }
}
