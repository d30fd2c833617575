import PreferenceKit
import TestSupport
import Testing

/// Several processes, each with eight threads, that change one suite at the same time.
@Suite("Several processes at once", .mayWait, .serialized)
struct ProcessesTests {
    private static let threads = 8
    private static let turns = 10
    /// The number of all changes.
    private static let total = 5 * threads * turns
    /// The time that a change can wait for all others, in seconds, in a build without optimization on a busy machine.
    private static let patience = 400

    private let suite: SuiteInDirectory

    init() throws {
        // On a busy machine, dozens of threads can wait for each other for a long time.
        Preferences.lockTimeout = .seconds(Self.patience)
        suite = try SuiteInDirectory()
    }

    /// Runs the same task in four other processes and in this one, and waits until all are done.
    ///
    /// It then waits until a key's value satisfies a condition, because the notification of the last writes takes a
    /// moment.
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

    @Test("increments add up to their number")
    func increments() throws {
        let preferences = try suite.preferences()
        try together("increment", until: .launchCount, of: preferences, { $0 == Self.total }) { _, _ in
            preferences[.launchCount] += 1
        }
        #expect(preferences[.launchCount] == Self.total)
        #expect(try suite.contents() == ["LaunchCount": Self.total.propertyList])
    }

    @Test("appends leave an element each")
    func appends() throws {
        let preferences = try suite.preferences()
        try together("append", until: .libraries, of: preferences, { $0.count == Self.total }) { thread, turn in
            preferences[.libraries].append("own \(thread) \(turn)")
        }
        let libraries = preferences[.libraries]
        #expect(libraries.count == Self.total)
        #expect(Set(libraries).count == Self.total)
    }

    @Test("no read from memory and no snapshot of the file shows an incomplete transaction")
    func transactions() throws {
        let preferences = try suite.preferences()
        let balance = PreferenceKey<Int>("balance", default: 0)
        try together("transfer", until: balance, of: preferences, { $0 == -Self.total }) { _, _ in
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
        #expect(preferences[.launchCount] == Self.total)
        #expect(preferences[balance] == -Self.total)
    }
}
