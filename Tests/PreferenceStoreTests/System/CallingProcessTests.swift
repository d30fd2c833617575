import Foundation
import PropertyLists
import Synchronization
import Testing

@testable import PreferenceStore

@Suite("The calling process")
struct CallingProcessTests {
    @Test(
        "the program keeps its path when its file is replaced on disk",
        arguments: [
            ("/bin/app", ["/bin/app"], "/bin/app"),
            ("/bin/app (deleted)", ["/bin/app"], "/bin/app"),
            ("/bin/app (deleted)", [], "/bin/app"),
            ("/bin/app (deleted)", ["/bin/app (deleted)"], "/bin/app (deleted)"),
            ("/bin/app (deleted) (deleted)", [], "/bin/app (deleted)"),
        ] as [(String, Set<String>, String)]
    )
    func executable(link: String, files: Set<String>, path: String) {
        #expect(CallingProcess.executablePath(ofLink: link, exists: files.contains) == path)
    }

    @Test("the process's suite is named after the program")
    func suite() throws {
        let program = try #require(CallingProcess.executablePath)
        #expect(FileManager.default.isExecutableFile(atPath: program))
        #expect(try SuiteName.ofProcess().rawValue == URL(fileURLWithPath: program).lastPathComponent)
    }

    @Test("a variable that is not set differs from one that is not UTF-8")
    func variables() {
        let text: [CChar] = [0x61, 0]
        let bytes: [CChar] = [CChar(truncatingIfNeeded: 0xE9), 0]
        #expect(unsafe EnvironmentValue(text) == .text("a"))
        #expect(unsafe EnvironmentValue(bytes) == .notUTF8)
        #expect(CallingProcess.variable("PREFS_\(UUID())") == .unset)
    }
}

@Suite("Blocked signals", .serialized)
struct BlockedSignalsTests {
    private static let deliveries = Atomic(0)

    @Test("a signal that arrives while a temporary file exists is delivered when the file is gone")
    func waits() throws {
        let directory = try TemporaryDirectory()
        signal(SIGUSR2) { _ in BlockedSignalsTests.deliveries.add(1, ordering: .relaxed) }
        defer { signal(SIGUSR2, SIG_DFL) }

        let probe = StoreProbe { moment in
            if moment == .written {
                pthread_kill(pthread_self(), SIGUSR2)
            }
            if moment == .committed {
                #expect(BlockedSignalsTests.deliveries.load(ordering: .relaxed) == 0)
            }
        }
        try withoutHeldSignals { try SuiteFile(path: directory("app.plist"), probe: probe).set("a", to: 1) }
        #expect(BlockedSignalsTests.deliveries.load(ordering: .relaxed) == 1)
        #expect(try directory.names == ["app.plist"])
    }

    @Test("signals, except those of a fault, are blocked for one thread until the outermost value ends")
    func heldSignals() {
        withoutHeldSignals {
            do {
                let signals = BlockedSignals()
                do { extendLifetime(BlockedSignals()) }
                #expect(isHeld(SIGTERM) && isHeld(SIGINT) && isHeld(SIGTSTP))
                #expect(!isHeld(SIGSEGV) && !isHeld(SIGABRT))
                extendLifetime(signals)
            }
            #expect(!isHeld(SIGTERM))
        }
    }

    /// Runs a closure with no signals blocked, as in an ordinary thread.
    ///
    /// The threads that run the tests block signals.
    @discardableResult
    private func withoutHeldSignals<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
        var none = sigset_t()
        var previous = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        return try body()
    }

    private func isHeld(_ signal: Int32) -> Bool {
        var held = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &held)
        return unsafe sigismember(&held, signal) == 1
    }
}
