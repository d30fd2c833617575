import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Preferences in the child of fork(2)", .mayWait)
struct ForkTests {
    @Test("a child reads what other programs write after the fork, and writes")
    func foreignWrites() async {
        await #expect(processExitsWith: .success) {
            let suites = try SuiteDirectory()
            let preferences = try suites.preferences()
            preferences[.count] = 1
            // The second read starts the watcher, which the child lacks.
            #expect(preferences[.count] == 1)
            #expect(preferences[.count] == 1)
            let child = try ForkedChild {
                do {
                    let file = SuiteFile(path: suites.path())
                    _ = try file.change { root throws(Never) in root["count"] = 2 }
                    guard try preferences[.count] == 2 && preferences.value(for: .count) == 2 else { return 2 }
                    _ = try file.change { root throws(Never) in root["count"] = 3 }
                    guard preferences[.count] == 3 else { return 3 }
                    let handled = Mutex(0)
                    let observation = preferences.observe(.count) { _, new in handled.withLock { $0 = new } }
                    preferences[.count] += 1
                    guard handled.withLock({ $0 }) == 4 else { return 4 }
                    return withExtendedLifetime(observation) { 0 }
                } catch {
                    return 1
                }
            }
            #expect(try child.exitCode() == 0)
            // Otherwise, the watcher might read the child's writes a moment later.
            preferences.domain.refresh()
            #expect(preferences[.count] == 4)
            let news = News()
            let observation = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
            _ = try SuiteFile(path: suites.path()).change { root throws(Never) in root["count"] = 5 }
            #expect(news.next() == "4 5")
            withExtendedLifetime(observation) {}
        }
    }

    @Test("a fork beside the watcher at work leaves the child no lock that nobody releases")
    func locks() async {
        await #expect(processExitsWith: .success) {
            let suites = try SuiteDirectory()
            let preferences = try suites.preferences()
            try suites.write(["count": 1])
            #expect(preferences[.count] == 1)
            #expect(preferences[.count] == 1)
            let path = suites.path()
            let writer = try Subprocess(
                "/bin/sh",
                ["-c", "while cp '\(path)' '\(path).new' && mv '\(path).new' '\(path)'; do :; done"]
            )
            .start()
            for _ in 0..<50 {
                let child = try ForkedChild { preferences[.count] == 1 ? 0 : 1 }
                #expect(try child.exitCode() == 0)
            }
            withExtendedLifetime(writer) {}
        }
    }
}
