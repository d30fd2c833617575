import Foundation
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("The directory lock", .mayWait)
struct DirectoryLockTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("50 threads that set one key each lose no key")
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

    @Test("a writer waits until the timeout, and the error names the process that has the lock")
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

    @Test("a zero timeout tries the lock once")
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

    @Test("the lock accepts the longest and the shortest possible timeout", arguments: [Int128.min, .max])
    func extremeTimeout(attoseconds: Int128) throws {
        let options = ChangeOptions(lockTimeout: Duration(attoseconds: attoseconds))
        #expect(try file.set("a", to: 1, options).outcome == .created)
    }

    @Test("the lock's thread can change other files in the directory; other threads cannot until the lock ends")
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

    @Test("a thread that has the lock can change files until it releases the lock")
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

    @Test("locking creates a missing directory: otherwise, two first writers would not exclude each other")
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

    @Test("a change of a file within another change of it is refused, since one of the two would be lost")
    func nested() throws {
        _ = try file.change { [file] suite in
            suite["a"] = 1
            #expect(throws: PreferenceStoreError.nestedChange(path: file.path)) { try file.set("b", to: 1) }
        }
        #expect(try directory.suite("app.plist") == ["a": 1])
        try file.set("b", to: 1)
    }

    @Test("reading does not need the lock")
    func reading() throws {
        try file.set("a", to: 1)
        _ = try file.change { suite in
            suite["a"] = 2
            #expect(throws: Never.self) { try #expect(file.read()?.root == ["a": 1]) }
        }
        #expect(try file.read()?.root == ["a": 2])
    }

    @Test("a lock belongs to an open file, and a copy of the descriptor shares it")
    func openFile() throws {
        try directory.write("", to: "lock")
        let first = try FileDescriptor.open(directory("lock"), O_RDWR)
        let second = try FileDescriptor.open(directory("lock"), O_RDWR)
        #expect(try first.tryLock())
        #expect(try !second.tryLock())
        // A child of fork(2) has such a copy.
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
