import Dispatch
import PreferenceCore
import TestSupport
import Testing

@Suite("Streams of values", .mayWait)
struct StreamTests {
    private let preferences = Preferences(.inMemory())

    @Test("a stream ends when its loop exits, and releases the key", .timeLimit(.minutes(10)))
    func leaving() async {
        weak var lost: PreferenceKey<Int>?
        do {
            let key = PreferenceKey<Int>("k", default: 0)
            lost = key
            for await value in preferences.values(of: key) {
                preferences[key] = 1
                if value == 1 { break }
            }
        }
        #expect(lost == nil)
    }

    @Test("a stream ends when its task is cancelled", .timeLimit(.minutes(10)))
    func cancelling() async {
        let started = AsyncStream<Void>.makeStream()
        let preferences = preferences
        let task = Task {
            var values: [Int] = []
            for await value in preferences.values(of: .count) {
                values.append(value)
                started.continuation.yield()
            }
            return values
        }
        let changes = Task {
            for await _ in preferences.changes() {}
        }
        var starts = started.stream.makeAsyncIterator()
        await starts.next()
        task.cancel()
        changes.cancel()
        #expect(await task.value == [7])
        await changes.value
        preferences[.count] = 1
    }

    @Test("a default that writes another key of the stream is evaluated under no lock")
    func writingDefault() async {
        let preferences = preferences
        let key = PreferenceKey<Int>("writing", default: 0).default {
            preferences[.count] += 1
            return 0
        }
        var values = preferences.values(of: .count, key).makeAsyncIterator()
        let first = await values.next()
        let second = await values.next()
        #expect(first?.1 == 0 && first?.0 ?? 0 >= 7)
        #expect(second?.0 ?? 0 > first?.0 ?? 0)
    }

    @Test("snapshots() begins with the present values, and has the latest ones of several changes")
    func snapshots() async throws {
        preferences[.count] = 1
        var snapshots = preferences.snapshots().makeAsyncIterator()
        var present = try #require(await snapshots.next())
        #expect(try present.value(for: .count) == 1)
        for count in 2...100 {
            preferences[.count] = count
        }
        var latest = try #require(await snapshots.next())
        #expect(try latest.value(for: .count) == 100)
        #expect(try present.value(for: .count) == 1)
        try await preferences.transaction {
            $0[.count] = 5; $0[.title] = "x"
        }
        var both = try #require(await snapshots.next())
        #expect(try both.entries().map(\.value) == [5, "x"])
    }

    @Test("a stream never yields a value twice in a row or an older value, from the first one on")
    func order() async {
        let end = 5_000
        let preferences = preferences
        let start = Meeting(of: 2)
        DispatchQueue(label: "writer").async {
            start.wait()
            for number in 8...end {
                preferences[.count] = number
            }
        }
        start.wait()
        var last = 0
        while last < end {
            var values = preferences.values(of: .count).makeAsyncIterator()
            last = await values.next() ?? end
            for _ in 0..<3 where last < end {
                let next = await values.next() ?? end
                #expect(next > last)
                last = next
            }
        }
    }

    @Test("a stream from static access uses the key's own suite", .timeLimit(.minutes(10)))
    func staticAccess() async {
        let key = PreferenceKey<Int>("n", default: 0, suite: "group.x")
        await Preferences.$standard.withValue(preferences) {
            let news = News()
            let observation = Preferences.observe(key) { old, new in news.add("\(old) \(new)") }
            var values = Preferences.values(of: key).makeAsyncIterator()
            #expect(await values.next() == 0)
            Preferences.standard[key] = 5
            Preferences[key] = 1
            #expect(await values.next() == 1)
            #expect(news.next() == "0 1")
            #expect(news.rest == [])
            withExtendedLifetime(observation) {}
        }
    }

    @Test("a stream of several keys yields all their values, once for each change", .timeLimit(.minutes(10)))
    func severalKeys() async throws {
        let news = News()
        let observation = preferences.observe(.count, .title) { count, title in news.add("\(count) \(title)") }
        var values = preferences.values(of: .count, .title, .flag).makeAsyncIterator()
        preferences[.ratio] = 1
        preferences[.count] = 1
        try await preferences.transaction {
            $0[.count] = 2; $0[.title] = "x"; $0[.flag] = true
        }
        preferences[.flag] = false
        preferences.reset(.title)
        #expect(news.rest == ["1 untitled", "2 x", "2 untitled"])
        for expected in ["7 untitled false", "1 untitled false", "2 x true", "2 x false", "2 untitled false"] {
            let (count, title, flag) = try #require(await values.next())
            #expect("\(count) \(title) \(flag)" == expected)
        }
        withExtendedLifetime(observation) {}
    }

    @Test("several keys from static access are observed each in its own suite")
    func severalSuites() {
        let shared = PreferenceKey<Int>("n", default: 0, suite: "group.x")
        Preferences.$standard.withValue(preferences) {
            let news = News()
            let observation = Preferences.observe(.count, shared) { count, shared in news.add("\(count) \(shared)") }
            Preferences[.count] = 1
            Preferences[shared] = 2
            Preferences.standard[shared] = 3
            Preferences.reset(.count)
            #expect(news.rest == ["1 0", "1 2", "7 2"])
            observation.cancel()
            Preferences[shared] = 4
            #expect(news.rest.count == 3)
        }
    }

    @Test("one statement that writes keys of two suites yields each pair of values once", .timeLimit(.minutes(10)))
    func nestedSuites() async {
        let shared = PreferenceKey<Int>("n", default: 0, suite: "group.x")
        await Preferences.$standard.withValue(preferences) {
            let news = News()
            let observation = Preferences.observe(.count, shared) { count, shared in news.add("\(count) \(shared)") }
            var values = Preferences.values(of: .count, shared).makeAsyncIterator()
            Preferences[.libraries] = ["a"]
            Preferences[.libraries].removeAll { _ in
                Preferences[.count] = 1
                Preferences[shared] = 2
                return true
            }
            #expect(news.rest == ["1 0", "1 2"])
            for expected in ["7 0", "1 0", "1 2"] {
                let pair = await values.next()
                #expect(pair.map { "\($0.0) \($0.1)" } == expected)
            }
            withExtendedLifetime(observation) {}
        }
    }
}
