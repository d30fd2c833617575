import Dispatch
import Glibc
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("The directory lock and other processes")
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
}
