import Foundation
import PropertyLists
import Synchronization
import Testing

@testable import PreferenceStore

@Suite("The process")
struct CallingProcessTests {
    @Test(
        "runs a program that keeps its name when it is replaced on the disk",
        arguments: [
            ("/bin/app", ["/bin/app"], "/bin/app"),
            ("/bin/app (deleted)", ["/bin/app"], "/bin/app"),
            ("/bin/app (deleted)", [], "/bin/app"),
            ("/bin/app (deleted)", ["/bin/app (deleted)"], "/bin/app (deleted)"),
            ("/bin/app (deleted) (deleted)", [], "/bin/app (deleted)"),
        ] as [(String, Set<String>, String)]
    )
    func executable(link: String, files: Set<String>, path: String) {
        #expect(CallingProcess.executablePath(ofLink: link, isThere: files.contains) == path)
    }

    @Test("names its suite after the program")
    func suite() throws {
        let program = try #require(CallingProcess.executablePath)
        #expect(FileManager.default.isExecutableFile(atPath: program))
        #expect(try SuiteName.ofProcess().rawValue == URL(fileURLWithPath: program).lastPathComponent)
    }

    @Test("tells a variable that is not set from one that is no UTF-8")
    func variables() {
        let text: [CChar] = [0x61, 0]
        let bytes: [CChar] = [CChar(truncatingIfNeeded: 0xE9), 0]
        #expect(unsafe EnvironmentValue(text) == .text("a"))
        #expect(unsafe EnvironmentValue(bytes) == .notUTF8)
        #expect(CallingProcess.variable("PREFS_\(UUID())") == .unset)
    }
}

@Suite("A signal", .serialized)
struct HeldSignalsTests {
    private static let deliveries = Atomic(0)

    @Test("that comes while a temporary file is there waits until it is not")
    func waits() throws {
        let directory = try TemporaryDirectory()
        signal(SIGUSR2) { _ in HeldSignalsTests.deliveries.add(1, ordering: .relaxed) }
        defer { signal(SIGUSR2, SIG_DFL) }

        let probe = StoreProbe { moment in
            if moment == .written {
                pthread_kill(pthread_self(), SIGUSR2)
            }
            if moment == .committed {
                #expect(HeldSignalsTests.deliveries.load(ordering: .relaxed) == 0)
            }
        }
        try withoutHeldSignals { try SuiteFile(path: directory("app.plist"), probe: probe).set("a", to: 1) }
        #expect(HeldSignalsTests.deliveries.load(ordering: .relaxed) == 1)
        #expect(try directory.names == ["app.plist"])
    }

    @Test("is held for one thread, for as long as it takes, but for those that tell of a fault")
    func heldSignals() {
        withoutHeldSignals {
            CallingProcess.holdingSignals {
                CallingProcess.holdingSignals {}
                #expect(isHeld(SIGTERM) && isHeld(SIGINT) && isHeld(SIGTSTP))
                #expect(!isHeld(SIGSEGV) && !isHeld(SIGABRT))
            }
            #expect(!isHeld(SIGTERM))
        }
    }

    /// Does something as an ordinary thread does, where those that run the tests hold signals back.
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
