import Observation
import PreferenceKit
import TestSupport
import Testing

@Suite("Changes by another process", .mayWait)
struct OtherProgramTests {
    private let suite: SuiteInDirectory
    private let preferences: Preferences

    init() throws {
        suite = try SuiteInDirectory()
        preferences = try suite.preferences()
    }

    private func set(_ key: String, to value: Int, by program: OtherProgram) throws {
        let outcome = try program.set(key, to: value, in: suite.directory)
        #expect(outcome.ending == .exited(0), "\(outcome)")
    }

    private func remove(_ key: String, by program: OtherProgram) throws {
        let outcome = try program.remove(key, in: suite.directory)
        #expect(outcome.ending == .exited(0), "\(outcome)")
    }

    private func track(_ news: News) {
        withObservationTracking {
            _ = preferences[.launchCount]
        } onChange: {
            news.add("changed")
        }
    }

    @Test("a change or removal reaches every observer", .timeLimit(.minutes(10)), arguments: OtherProgram.allCases)
    func observers(program: OtherProgram) async throws {
        let handled = News()
        let tracked = News()
        let observation = preferences.observe(.launchCount) { old, new in handled.add("\(old) \(new)") }
        var values = preferences.values(of: .launchCount).makeAsyncIterator()
        var changes = preferences.changes().makeAsyncIterator()
        #expect(await values.next() == 0)

        track(tracked)
        try set("LaunchCount", to: 3, by: program)
        #expect(handled.next() == "0 3")
        #expect(tracked.next() == "changed")
        #expect(await values.next() == 3)
        var change = try #require(await changes.next())
        #expect((change.key, change.old, change.new) == ("LaunchCount", nil, 3))
        #expect(preferences[.launchCount] == 3)

        track(tracked)
        try remove("LaunchCount", by: program)
        #expect(handled.next() == "3 0")
        #expect(tracked.next() == "changed")
        #expect(await values.next() == 0)
        change = try #require(await changes.next())
        #expect((change.key, change.old, change.new) == ("LaunchCount", 3, nil))
        #expect(!preferences.isSet(.launchCount))
        withExtendedLifetime(observation) {}
    }

    @Test("a change of another key, or to an equal value, does not reach an observer", arguments: OtherProgram.allCases)
    func unrelated(program: OtherProgram) throws {
        let handled = News()
        let tracked = News()
        preferences[.launchCount] = 3
        let observation = preferences.observe(.launchCount) { old, new in handled.add("\(old) \(new)") }
        let other = PreferenceKey<Int>("other", default: 0)
        let otherObservation = preferences.observe(other) { _, new in handled.add("other \(new)") }
        track(tracked)
        try set("LaunchCount", to: 3, by: program)
        try set("other", to: 1, by: program)
        #expect(handled.next() == "other 1")
        try set("LaunchCount", to: 4, by: program)
        #expect(handled.next() == "3 4")
        #expect(tracked.next() == "changed")
        #expect(handled.rest == [])
        #expect(tracked.rest == [])
        withExtendedLifetime((observation, otherObservation)) {}
    }

    @Test("a change in place starts from another process's change and loses nothing", arguments: OtherProgram.allCases)
    func changeInPlace(program: OtherProgram) throws {
        #expect(preferences[.launchCount] == 0)
        try set("LaunchCount", to: 3, by: program)
        preferences[.launchCount] += 1
        #expect(preferences[.launchCount] == 4)
        #expect(try suite.contents() == ["LaunchCount": 4])
    }
}
