import Foundation
import PropertyLists
import Synchronization
import Testing

@testable import PreferenceStore

@Suite("The lock")
struct DirectoryLockTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("keeps every key of 50 threads that set one each")
    func threads() throws {
        let failures = Mutex<[PreferenceStoreError]>([])
        let done = DispatchGroup()
        for number in 0..<50 {
            done.enter()
            Thread.detachNewThread { [file] in
                do throws(PreferenceStoreError) {
                    try file.set("key\(number)", to: 1, ChangeOptions(lockTimeout: .seconds(60)))
                } catch {
                    failures.withLock { $0.append(error) }
                }
                done.leave()
            }
        }
        done.wait()
        #expect(failures.withLock { $0 } == [])
        #expect(try file.read()?.root.count == 50)
        #expect(try directory.names == ["app.plist"])
    }

    @Test("is waited for until the timeout, then its holder is named")
    func timeout() throws {
        let clock = TestClock()
        let waiting = SuiteFile(path: file.path, probe: StoreProbe(clock: clock.storeClock()))
        let holder = try file.change { _ in
            inOtherThread {
                #expect {
                    try waiting.set("a", to: 1)
                } throws: {
                    guard case PreferenceStoreError.lockTimedOut(waiting.path, let holder?) = $0 else { return false }
                    return holder.process == CallingProcess.identifier && holder.name != nil
                }
            }
        }
        #expect(holder.get().outcome == .unchanged)
        #expect(clock.waited == ChangeOptions().lockTimeout)
    }

    @Test("is tried once without a timeout")
    func noTimeout() throws {
        let clock = TestClock()
        let waiting = SuiteFile(path: file.path, probe: StoreProbe(clock: clock.storeClock()))
        _ = try file.change { _ in
            inOtherThread {
                #expect(throws: PreferenceStoreError.self) {
                    try waiting.set("a", to: 1, ChangeOptions(lockTimeout: .zero))
                }
            }
        }
        #expect(clock.waited == .zero)
    }

    @Test("is had with any timeout, the longest and the shortest that there are", arguments: [Int128.min, .max])
    func extremeTimeout(attoseconds: Int128) throws {
        let options = ChangeOptions(lockTimeout: Duration(attoseconds: attoseconds))
        #expect(try file.set("a", to: 1, options).outcome == .created)
    }

    @Test("lets its thread change other files of the directory, and keeps other threads out until the first lock ends")
    func inner() throws {
        let other = SuiteFile(path: directory("other.plist"))
        _ = try file.change { suite in
            suite["a"] = 1
            #expect(throws: Never.self) { try other.set("b", to: 1, ChangeOptions(lockTimeout: .zero)) }
            inOtherThread {
                #expect(throws: PreferenceStoreError.self) {
                    try other.set("b", to: 2, ChangeOptions(lockTimeout: .zero))
                }
            }
        }
        #expect(try directory.suite("app.plist") == ["a": 1])
        #expect(try directory.suite("other.plist") == ["b": 1])
        try other.set("b", to: 2, ChangeOptions(lockTimeout: .zero))
    }

    @Test("is held by a thread that may go on to change files, until it gives it up")
    func held() throws {
        do {
            let lock = try file.lock(ChangeOptions(lockTimeout: .zero))
            try file.set("a", to: 1, ChangeOptions(lockTimeout: .zero))
            inOtherThread { [file] in
                #expect(throws: PreferenceStoreError.self) {
                    try file.set("a", to: 2, ChangeOptions(lockTimeout: .zero))
                }
            }
            withExtendedLifetime(lock) {}
        }
        try file.set("a", to: 3, ChangeOptions(lockTimeout: .zero))
        #expect(try directory.suite("app.plist") == ["a": 3])
    }

    @Test("makes the directory where it is not there: two that came first would both be alone otherwise")
    func missingDirectory() throws {
        let file = SuiteFile(path: directory.path + "/new/directory/app.plist")
        let lock = try file.lock(ChangeOptions(lockTimeout: .zero))
        inOtherThread {
            #expect(throws: PreferenceStoreError.self) {
                try file.set("a", to: 1, ChangeOptions(lockTimeout: .zero))
            }
        }
        withExtendedLifetime(lock) {}
    }

    @Test("refuses a change of a file within a change of it: one of them would be lost")
    func nested() throws {
        _ = try file.change { [file] suite in
            suite["a"] = 1
            #expect(throws: PreferenceStoreError.nestedChange(path: file.path)) { try file.set("b", to: 1) }
        }
        #expect(try directory.suite("app.plist") == ["a": 1])
        try file.set("b", to: 1)
    }

    @Test("is not needed to read")
    func reading() throws {
        try file.set("a", to: 1)
        _ = try file.change { suite in
            suite["a"] = 2
            #expect(throws: Never.self) { try #expect(file.read()?.root == ["a": 1]) }
        }
        #expect(try file.read()?.root == ["a": 2])
    }

    @Test("is one of an open file, which a copy of the descriptor shares")
    func openFile() throws {
        try directory.write("", to: "lock")
        let first = try FileDescriptor.open(directory("lock"), O_RDWR)
        let second = try FileDescriptor.open(directory("lock"), O_RDWR)
        #expect(try first.tryLock())
        #expect(try !second.tryLock())
        // As a child of fork(2) has it.
        let copy = try first.duplicate()
        try first.close()
        #expect(try !second.tryLock())
        copy.unlock()
        #expect(try second.tryLock())
    }

    private func inOtherThread(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            body()
            done.signal()
        }
        done.wait()
    }
}
