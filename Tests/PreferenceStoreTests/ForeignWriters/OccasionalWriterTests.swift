import PropertyLists
import Testing

@testable import PreferenceStore

/// A program that writes a suite once a period, each time with what it had read just before a change by this package.
@Suite("A program that writes every few minutes")
struct OccasionalWriterTests {
    private static let rounds = 20

    @Test(
        "for an hour after its last write, changes return only when they stay; later ones are restored by the next change",
        arguments: [(5, 1), (30, 1), (59, 1), (90, rounds)],
        [0, 4, 8]
    )
    func overwrites(period: (minutes: Int, overwritten: Int), milliseconds: Int) throws {
        let directory = try TemporaryDirectory()
        let clock = TestClock()
        let path = directory("app.plist")
        func set(_ key: String, during pause: @escaping @Sendable () -> Void = {}) throws {
            try SuiteFile(path: path, probe: StoreProbe(clock: clock.storeClock(during: pause))).set(key, to: 1)
        }
        try directory.write(["theirs": 0], to: "app.plist")
        try directory.date("app.plist", clock.wallTime)
        var overwritten = 0
        for round in 1...Self.rounds {
            clock.advance(by: .minutes(period.minutes))
            let program = try StaleWrite(of: directory, round: round, after: .milliseconds(milliseconds), clock)
            try set("ours\(round)") { program.writeIfDue() }
            program.write()
            if case .dictionary(let suite) = try directory.suite("app.plist"), suite["ours\(round)"] == nil {
                overwritten += 1
            }
            clock.advance(by: .seconds(1))
            try set("next\(round)")
        }
        // Nothing shows that the program exists before its first write in place.
        #expect(overwritten == period.overwritten)
        guard case .dictionary(let suite) = try directory.suite("app.plist") else {
            Issue.record("no dictionary")
            return
        }
        #expect((1...Self.rounds).allSatisfy { suite["ours\($0)"] == 1 && suite["next\($0)"] == 1 })
        #expect(suite["theirs"] == .integer(PropertyListInteger(Int64(Self.rounds))))
    }
}

/// The write of a program that has read the suite, sets a key of its own, and takes a while.
private final class StaleWrite: Sendable {
    private let directory: TemporaryDirectory
    private let suite: PropertyListDictionary
    private let time: Duration
    private let clock: TestClock
    private let writes = Rounds()

    init(of directory: TemporaryDirectory, round: Int, after delay: Duration, _ clock: TestClock) throws {
        guard case .dictionary(var suite) = try directory.suite("app.plist") else { throw CancellationError() }
        suite["theirs"] = .integer(PropertyListInteger(Int64(round)))
        self.directory = directory
        self.suite = suite
        self.clock = clock
        time = clock.wallTime + delay
    }

    func writeIfDue() {
        if clock.wallTime >= time {
            write()
        }
    }

    /// Writes the suite in place, unless it is written already.
    func write() {
        guard writes.next(upTo: 1) != nil else { return }
        clock.advance(by: max(.zero, time - clock.wallTime))
        #expect(throws: Never.self) {
            try directory.write(suite, to: "app.plist")
            try directory.date("app.plist", clock.wallTime)
        }
    }
}
