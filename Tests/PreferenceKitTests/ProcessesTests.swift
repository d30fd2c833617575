import PreferenceKit
import TestSupport
import Testing

/// Real processes, each with eight threads, that change one suite at once.
@Suite("Several processes at once", .serialized)
struct ProcessesTests {
    private static let threads = 8
    private static let turns = 25

    private let suite: SuiteInFolder

    init() throws {
        // On a busy machine, dozens that wait for each other take their time.
        Preferences.lockTimeout = .seconds(100)
        suite = try SuiteInFolder()
    }

    /// Has four other processes do a work, this one do the same, and waits until all are done.
    private func together(_ work: String, _ body: @escaping @Sendable (_ thread: Int, _ turn: Int) -> Void) throws {
        let arguments = [work, "app", "\(Self.threads)", "\(Self.turns)"]
        let peers = try (0..<4).map { _ in try Peer.subprocess(arguments, in: suite.folder).start() }
        inThreads(Self.threads) { thread in
            for turn in 0..<Self.turns {
                body(thread, turn)
            }
        }
        for peer in peers {
            let outcome = try peer.finish()
            #expect(outcome.ending == .exited(0), "\(outcome)")
        }
    }

    @Test("a thousand times += 1 makes a thousand")
    func increments() throws {
        let preferences = try suite.preferences()
        try together("increment") { _, _ in preferences[.launchCount] += 1 }
        #expect(preferences[.launchCount] == 1000)
        #expect(try suite.contents() == ["LaunchCount": 1000])
    }

    @Test("a thousand times append leaves a thousand elements")
    func appends() throws {
        let preferences = try suite.preferences()
        try together("append") { thread, turn in preferences[.libraries].append("own \(thread) \(turn)") }
        let libraries = preferences[.libraries]
        #expect(libraries.count == 1000)
        #expect(Set(libraries).count == 1000)
    }

    @Test("no transaction is seen half done, by reads from memory or snapshots of the file")
    func transactions() throws {
        let preferences = try suite.preferences()
        let balance = PreferenceKey<Int>("balance", default: 0)
        try together("transfer") { _, _ in
            do {
                try preferences.transaction { transaction in
                    transaction[.launchCount] += 1
                    transaction[balance] -= 1
                }
                var snapshot = try preferences.snapshot()
                #expect(try snapshot.value(for: .launchCount) + snapshot.value(for: balance) == 0)
            } catch {
                Issue.record(error)
            }
        }
        #expect(preferences[.launchCount] == 1000)
        #expect(preferences[balance] == -1000)
    }
}
