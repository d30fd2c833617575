import Dispatch
import Glibc
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("The directory lock and other processes", .mayWait)
struct LockProcessTests {
    @Test("a child of fork does not keep the lock when its parent releases it")
    func lastingChild() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let file = SuiteFile(path: directory("app.plist"))
            let lock = try file.lock(ChangeOptions(lockTimeout: .zero))
            let lockFile = try FileDescriptor.open(directory(ProcessLock.fileName), O_RDWR)
            let child = try ForkedChild { waitForever() }
            #expect(try !lockFile.tryLock())
            _ = consume lock
            #expect(try lockFile.tryLock())
            #expect(throws: Never.self) { try file.set("a", to: 1, ChangeOptions(lockTimeout: .zero)) }
            _ = consume child
        }
    }

    @Test("a child of fork can change files, even if another thread had the lock at that time")
    func changingChild() async {
        await #expect(processExitsWith: .success) { try Self.forkWhileAnotherThreadHasTheLock() }
    }

    private static func forkWhileAnotherThreadHasTheLock() throws {
        let directory = try TemporaryDirectory()
        let file = SuiteFile(path: directory("app.plist"))
        let isLocked = DispatchSemaphore(value: 0)
        let isForked = DispatchSemaphore(value: 0)
        let holder = Background {
            let lock = try file.lock(ChangeOptions(lockTimeout: .zero))
            isLocked.signal()
            isForked.wait()
            withExtendedLifetime(lock) {}
        }
        isLocked.wait()
        let child = try ForkedChild { (try? file.set("a", to: 1)) == nil ? 1 : 0 }
        isForked.signal()
        try holder.result()
        #expect(try child.exitCode() == 0)
        #expect(try directory.suite("app.plist") == ["a": 1])
    }

    @Test("of two processes that wait for each other, one gives up at half of the timeout, and the other succeeds")
    func crosswise() async {
        await #expect(processExitsWith: .success) { try Self.waitCrosswise() }
    }

    private static func waitCrosswise() throws {
        let directory = try TemporaryDirectory()
        for name in ["a", "b"] {
            try directory.makeDirectory(name)
        }
        let names = try ["a", "b"].sorted { try directory.status($0).identity < directory.status($1).identity }
        let files = names.map { SuiteFile(path: directory("\($0)/app.plist")) }
        // Opening a FIFO waits for the other end.
        try directory.run("mkfifo meeting")

        let child = try ForkedChild {
            do {
                let lock = try files[0].lock(ChangeOptions())
                _ = try FileDescriptor.open(directory("meeting"), O_WRONLY)
                try files[1].set("a", to: 1, ChangeOptions(lockTimeout: .seconds(60)))
                return withExtendedLifetime(lock) { 0 }
            } catch {
                return 1
            }
        }
        let clock = TestClock()
        let waiting = SuiteFile(path: files[0].path, probe: StoreProbe(clock: clock.storeClock()))
        let lock = try files[1].lock(ChangeOptions())
        _ = try FileDescriptor.open(directory("meeting"), O_RDONLY)
        #expect {
            try waiting.set("a", to: 2)
        } throws: {
            guard case PreferenceStoreError.lockTimedOut = $0 else { return false }
            return true
        }
        #expect(clock.waited == ChangeOptions().lockTimeout / 2)
        _ = consume lock
        #expect(try child.exitCode() == 0)
        #expect(try directory.suite("\(names[1])/app.plist") == ["a": 1])
    }
}
