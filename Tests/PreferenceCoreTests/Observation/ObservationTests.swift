import Foundation
import Observation
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Observation", .mayWait)
struct ObservationTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("observing a key reports each change of its value with the old value, and nothing else")
    func changes() throws {
        let news = News()
        let observation = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
        preferences[.count] = 1
        preferences[.count] = 1
        preferences[.title] = "x"
        preferences[.count] += 1
        preferences.reset(.count)
        preferences[.count] = 7
        try preferences.transaction {
            $0[.count] = 1; $0[.count] = 3; $0[.flag] = true
        }
        for text in ["7 1", "1 2", "2 7", "7 3"] {
            #expect(news.next() == text)
        }
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }

    @Test("with initial: true, the first call has the present value, and later ones follow in order")
    func initial() throws {
        let news = News()
        preferences[.count] = 3
        let observation = preferences.observe(.count, initial: true) { news.add("\($0)") }
        #expect(news.rest == ["3"])
        preferences[.count] = 4
        let later = preferences.observe(.count, initial: false) { news.add("later \($0)") }
        let both = preferences.observe(.count, .title, initial: true) { news.add("\($0) \($1)") }
        #expect(news.rest == ["3", "4", "4 untitled"])
        try preferences.transaction { transaction in
            transaction[.count] = 5
            let inner = preferences.observe(.count, initial: true) { news.add("inner \($0)") }
            withExtendedLifetime(inner) {}
        }
        #expect(Set(news.rest.dropFirst(3)) == ["5", "later 5", "5 untitled"])
        withExtendedLifetime((observation, later, both)) {}
    }

    @Test("a handler can take no value, the new one, or the old and the new one, now too")
    func handlers() {
        let news = News()
        let observations = [
            preferences.observe(.count) { news.add("none") },
            preferences.observe(.count, .title) { news.add("none of two") },
            preferences.observe(.count) { _ in news.add("ignored") },
            preferences.observe(.count) { news.add("new \($0)") },
            preferences.observe(.count, initial: true) { old, new in news.add("\(old) to \(new)") },
            preferences.observe(.count, .title, initial: true) { news.add("now") },
        ]
        #expect(news.rest == ["7 to 7", "now"])
        preferences[.count] = 8
        let all = ["none", "none of two", "ignored", "new 8", "7 to 8", "now"]
        #expect(Set(news.rest.dropFirst(2)) == Set(all) && news.rest.count == 2 + all.count)
        withExtendedLifetime(observations) {}
    }

    @Test("with initial: true, no change is lost or told out of order, whoever writes meanwhile")
    func initialOrder() throws {
        let writer = try suites.preferences()
        let numbers = Mutex<[Int]>([])
        let isDone = Atomic(false)
        let thread = Thread {
            for number in 1...50 { writer[.count] = number }
            isDone.store(true, ordering: .releasing)
        }
        writer[.count] = 0
        thread.start()
        while !isDone.load(ordering: .acquiring) {
            let seen = Mutex<[Int]>([])
            let observation = preferences.observe(.count, initial: true) { value in seen.withLock { $0.append(value) } }
            let told = seen.withLock { $0 }
            #expect(told == told.sorted() && !told.isEmpty)
            observation.cancel()
            numbers.withLock { $0 += told }
        }
        #expect(numbers.withLock { $0 == $0.sorted() })
    }

    @Test("an array of keys of any types has one observer")
    func keys() throws {
        let news = News()
        let observation = preferences.observe([.count, .title, .flag], initial: true) { news.add("now") }
        #expect(news.rest == ["now"])
        preferences[.count] = 1
        preferences[.ratio] = 2
        try preferences.transaction { transaction in
            transaction[.title] = "x"
            transaction[.flag] = true
        }
        #expect(news.rest == ["now", "now", "now"])
        withExtendedLifetime(observation) {}
    }

    @Test("an observation ends when its token is released or cancelled")
    func ends() {
        let news = News()
        var observation: PreferenceObservation? = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
        #expect(observation != nil)
        observation = nil
        preferences[.count] = 1
        let cancelled = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
        cancelled.cancel()
        preferences[.count] = 2
        #expect(news.rest == [])
    }

    @Test("a handler can write, and the resulting change is reported afterwards")
    func writingHandler() {
        let news = News()
        let observation = preferences.observe(.count) { [preferences] old, new in
            news.add("\(old) \(new)")
            if new < 3 {
                preferences[.count] = new + 1
                news.add("wrote \(new + 1)")
            }
        }
        preferences[.count] = 1
        for text in ["7 1", "wrote 2", "1 2", "wrote 3", "2 3"] {
            #expect(news.next() == text)
        }
        withExtendedLifetime(observation) {}
    }

    @Test("a thread is never notified of a change in the middle of its own statement")
    func afterStatement() throws {
        let other = try suites.preferences("other")
        let news = News()
        let caller = Caller.current
        let isInStatement = Atomic(false)
        let observation = other.observe(.count) { _, new in
            let isMidst = isInStatement.load(ordering: .relaxed) && Caller.current == caller
            news.add(isMidst ? "in the midst" : "\(new)")
        }
        preferences[.libraries] = ["a"]
        preferences[.libraries].removeAll { _ in
            isInStatement.store(true, ordering: .relaxed)
            other[.count] = 1
            isInStatement.store(false, ordering: .relaxed)
            return false
        }
        #expect(news.next() == "1")
        withExtendedLifetime(observation) {}
    }

    @Test("observation tracking reports one change of a key that was read, and of no other key")
    func tracking() {
        let news = News()
        withObservationTracking {
            _ = preferences[.count]
        } onChange: {
            news.add("changed")
        }
        preferences[.title] = "x"
        preferences[.count] = 7
        #expect(news.rest == [])
        preferences[.count] = 1
        preferences[.count] = 2
        #expect(news.next() == "changed")
        #expect(news.rest == [])
    }

    @Test("observation tracking reports that a value is no longer the default")
    func trackingDefault() {
        let news = News()
        withObservationTracking {
            news.add("\(preferences.isDefault(.count))")
        } onChange: {
            news.add("changed")
        }
        #expect(news.next() == "true")
        preferences[.count] = 8
        #expect(news.next() == "changed")
        #expect(!preferences.isDefault(.count))
    }

    @Test("observation tracking reports another program's write")
    func trackingForeign() throws {
        let news = News()
        withObservationTracking {
            _ = preferences[.count]
        } onChange: {
            news.add("changed")
        }
        try suites.directory.write(PropertyList.dictionary(["count": 3]).serialized(as: .xml), to: suites.name())
        #expect(news.next() == "changed")
    }

    @Test("values(of:) yields the current value, and then each change", .timeLimit(.minutes(10)))
    func values() async throws {
        var values = preferences.values(of: .count).makeAsyncIterator()
        #expect(await values.next() == 7)
        preferences[.count] = 1
        preferences[.title] = "x"
        preferences[.count] = 1
        preferences[.count] = 2
        #expect(await values.next() == 1)
        #expect(await values.next() == 2)
        try suites.directory.write(PropertyList.dictionary(["count": 3]).serialized(as: .xml), to: suites.name())
        #expect(await values.next() == 3)
    }

    @Test("changes() yields each change of any key, with the stored values", .timeLimit(.minutes(10)))
    func anyChanges() async throws {
        preferences[.count] = 1
        var changes = preferences.changes().makeAsyncIterator()
        try await preferences.transaction {
            $0[.count] = 2; $0[.title] = "x"
        }
        #expect(await changes.next() == PreferenceChange(key: "count", old: 1, new: 2))
        #expect(await changes.next() == PreferenceChange(key: "title", old: nil, new: "x"))
        preferences.reset(.title)
        #expect(await changes.next() == PreferenceChange(key: "title", old: "x", new: nil))
    }

    @Test("a file that is temporarily unreadable is not reported as a change")
    func corrupt() throws {
        preferences[.count] = 1
        let news = News()
        let observation = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
        try suites.writeOld("<plist>")
        #expect(throws: PreferenceError.self) { try preferences.value(for: .count) }
        try suites.write(["count": 2])
        #expect(try preferences.value(for: .count) == 2)
        #expect(news.next() == "1 2")
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }
}
