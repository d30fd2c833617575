import PreferenceKit
import TestSupport
import Testing

/// Real processes, each with eight threads, that change one suite at once.
@Suite("Several processes at once", .serialized)
struct ProcessesTests {
    private static let threads = 8
    private static let turns = 25
    /// For how many seconds a change may wait for all others, in a build without optimization beside other work.
    private static let patience = 400

    private let suite: SuiteInDirectory

    init() throws {
        // On a busy machine, dozens that wait for each other take their time.
        Preferences.lockTimeout = .seconds(Self.patience)
        suite = try SuiteInDirectory()
    }

    /// Has four other processes do a work, this one do the same, and waits until all are done and a condition on memory
    /// holds: the news of the others' last writes takes a moment.
    private func together<Value>(
        _ work: String,
        until key: PreferenceKey<Value>,
        of preferences: Preferences,
        _ isDone: @escaping @Sendable (Value) -> Bool,
        _ body: @escaping @Sendable (_ thread: Int, _ turn: Int) -> Void
    ) throws {
        let news = News()
        let observation = preferences.observe(key) { _, new in
            if isDone(new) { news.add("done") }
        }
        let arguments = [work, "app", "\(Self.threads)", "\(Self.turns)"]
        var peer = Peer.subprocess(arguments, in: suite.directory)
        peer.limit = Self.patience
        let peers = try (0..<4).map { _ in try peer.start() }
        inThreads(Self.threads) { thread in
            for turn in 0..<Self.turns {
                body(thread, turn)
            }
        }
        for peer in peers {
            let outcome = try peer.finish()
            #expect(outcome.ending == .exited(0), "\(outcome)")
        }
        #expect(news.next() == "done")
        withExtendedLifetime(observation) {}
    }

    @Test("a thousand times += 1 makes a thousand")
    func increments() throws {
        let preferences = try suite.preferences()
        try together("increment", until: .launchCount, of: preferences, { $0 == 1000 }) { _, _ in
            preferences[.launchCount] += 1
        }
        #expect(preferences[.launchCount] == 1000)
        #expect(try suite.contents() == ["LaunchCount": 1000])
    }

    @Test("a thousand times append leaves a thousand elements")
    func appends() throws {
        let preferences = try suite.preferences()
        try together("append", until: .libraries, of: preferences, { $0.count == 1000 }) { thread, turn in
            preferences[.libraries].append("own \(thread) \(turn)")
        }
        let libraries = preferences[.libraries]
        #expect(libraries.count == 1000)
        #expect(Set(libraries).count == 1000)
    }

    @Test("no transaction is seen half done, by reads from memory or snapshots of the file")
    func transactions() throws {
        let preferences = try suite.preferences()
        let balance = PreferenceKey<Int>("balance", default: 0)
        try together("transfer", until: balance, of: preferences, { $0 == -1000 }) { _, _ in
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
