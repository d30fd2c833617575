import Observation
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Observation tracking of keys", .mayWait)
struct TrackingTests {
    private let preferences = Preferences(.inMemory())
    private let news = News()

    private func track(_ name: String, _ read: () -> Void) {
        withObservationTracking(read) { [news] in news.add(name) }
    }

    @Test("two declarations of a name are tracked apart: with other defaults, types, names and conversions")
    func declarations() {
        let zero = PreferenceKey<Int>("n", default: 0)
        let five = PreferenceKey<Int>("n", default: 5)
        let text = PreferenceKey<String>("n", default: "")
        let limited = PreferenceKey<Int>("n", default: 2).limited(to: 0...3)
        let renamed = PreferenceKey<Int>("m", default: 1).formerly("n")
        track("zero") { _ = preferences[zero] }
        track("five") { _ = preferences[five] }
        track("text") { _ = preferences[text] }
        track("limited") { _ = preferences[limited] }
        track("renamed") { _ = preferences[renamed] }
        preferences[zero] = 5
        #expect(Set(news.rest) == ["zero", "renamed"])
        preferences[zero] = 3
        #expect(Set(news.rest) == ["zero", "renamed", "five", "limited"])
        preferences[text] = "x"
        #expect(news.rest.count == 5)
    }

    @Test("a key that is made for one read is tracked until its value changes")
    func madeForRead() {
        for turn in 0..<200 {
            track("\(turn)") { _ = preferences[PreferenceKey<Int>("n\(turn)", default: 0)] }
        }
        for turn in 0..<200 {
            preferences[PreferenceKey<Int>("n\(turn)", default: 0)] = 1
            #expect(news.next() == "\(turn)")
        }
        #expect(news.rest == [])
    }

    @Test("a key that several closures track is reported to each, and a closure that tracks it twice is called once")
    func several() {
        for name in ["a", "b"] {
            track(name) { _ = (preferences[.count], preferences[.count], preferences[.title]) }
        }
        preferences[.count] = 1
        preferences[.title] = "x"
        #expect(Set(news.rest) == ["a", "b"])
        #expect(news.rest.count == 2)
    }

    @Test("a key that nobody tracks any more is released, with its default, while its suite lives on")
    func release() {
        final class Token: Sendable {}
        weak var read: Token?
        weak var tracked: Token?
        do {
            let tokens = [Token(), Token()]
            (read, tracked) = (tokens[0], tokens[1])
            let keys = tokens.enumerated().map { index, token in
                PreferenceKey<Int>("k\(index)", default: 0).default { withExtendedLifetime(token) { 0 } }
            }
            #expect(preferences[keys[0]] == 0)
            track("changed") { _ = preferences[keys[1]] }
        }
        #expect(read == nil)
        #expect(tracked != nil)
        preferences[PreferenceKey<Int>("k1", default: 0)] = 1
        #expect(news.next() == "changed")
        #expect(tracked == nil)
    }

    @Test("references to keys that nobody tracks are removed as others are added")
    func references() {
        var keys = TrackedKeys()
        for turn in 0..<10_000 {
            _ = keys.object(for: PreferenceKey<Int>("n\(turn)", default: 0).formerly("m\(turn)"))
        }
        #expect(keys.count < 200)
        let kept = keys.object(for: .count)
        for turn in 0..<10_000 {
            _ = keys.object(for: PreferenceKey<Int>("n\(turn)", default: 0))
        }
        #expect(keys.object(for: .count) === kept)
        #expect(keys.objects(named: ["count", "count", "n1"]).map(ObjectIdentifier.init) == [ObjectIdentifier(kept)])
    }
}
