import Observation
@testable import PreferenceCore
import Synchronization
import TestSupport
import Testing

@Suite("Change handlers", .mayWait)
struct HandlerTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a handler reads the new value, and writing that value again causes no change")
    func sameValue() {
        let news = News()
        let observation = preferences.observe(.count) { [preferences] _, new in
            let text = "\(new) \(preferences[.count]) \(preferences.isSet(.count))"
            preferences[.count] = preferences[.count]
            preferences[.count] += 0
            news.add(text)
        }
        preferences[.count] = 1
        #expect(news.next() == "1 1 true")
        preferences.reset(.count)
        #expect(news.next() == "7 7 false")
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }

    @Test("the 1,000th change needs no more of the stack than the first")
    func manyChanges() {
        let addresses = Mutex<[UInt]>([])
        let observer = PreferenceObserver { _ in
            var mark = 0
            let address = unsafe withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
            addresses.withLock { $0.append(address) }
        }
        let snapshot = PreferenceSnapshot(of: [])
        let domain = ObjectIdentifier(observer)
        for _ in 0..<1_000 {
            observer.notify(of: ChangeNotification(domain: domain, old: snapshot, new: snapshot))
        }
        #expect(addresses.withLock(\.count) == 1_000)
        #expect(Set(addresses.withLock { $0 }).count == 1)
    }

    @Test("a handler can cancel its own token, and then receives no change, even one that it writes itself")
    func cancelling() {
        let news = News()
        let token = Mutex<PreferenceObservation?>(nil)
        let observation = preferences.observe(.count) { [preferences] _, new in
            news.add("\(new)")
            token.withLock { $0 }?.cancel()
            preferences[.count] = 10
        }
        token.withLock { $0 = observation }
        preferences[.count] = 1
        preferences[.count] = 2
        #expect(news.next() == "1")
        #expect(news.rest == [])
        #expect(preferences[.count] == 2)
    }

    @Test("a handler can release its own token, which ends the observation")
    func lettingGo() {
        let news = News()
        let token = Mutex<PreferenceObservation?>(nil)
        token.withLock {
            $0 = preferences.observe(.count) { _, new in
                news.add("\(new)")
                _ = token.withLock { $0.take() }
            }
        }
        preferences[.count] = 1
        preferences[.count] = 2
        #expect(news.next() == "1")
        #expect(news.rest == [])
    }

    @Test("a handler can observe the same key again, and the new handler receives later changes")
    func observingAnew() {
        let news = News()
        let tokens = Mutex<[PreferenceObservation]>([])
        let observation = preferences.observe(.count) { [preferences] old, new in
            guard tokens.withLock(\.isEmpty) else { return }
            let inner = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
            tokens.withLock { $0.append(inner) }
        }
        preferences[.count] = 1
        #expect(news.rest == [])
        preferences[.count] = 2
        #expect(news.next() == "1 2")
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }

    @Test("a tracking closure can track a key again after each change")
    func trackingAnew() {
        let news = News()
        @Sendable func track() {
            withObservationTracking {
                _ = preferences[.count]
            } onChange: {
                news.add("changed")
                track()
            }
        }
        track()
        for value in 1...3 {
            preferences[.count] = value
            #expect(news.next() == "changed")
        }
        #expect(news.rest == [])
    }

    @Test("cancelling an observation releases its handler, even if the handler retains the observation")
    func memory() {
        final class Owner: Sendable {
            let token = Mutex<PreferenceObservation?>(nil)
        }
        weak var lost: Owner?
        do {
            let owner = Owner()
            lost = owner
            let observation = preferences.observe(.count) { _, _ in withExtendedLifetime(owner) {} }
            owner.token.withLock { $0 = observation }
            observation.cancel()
        }
        #expect(lost == nil)
    }

    @Test("a handler receives each change of eight threads once, and each starts from the value before")
    func threads() {
        let news = News()
        let observation = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
        inThreads(8) { [preferences] _ in
            for _ in 0..<5 {
                preferences[.count] += 1
            }
        }
        var last = 7
        while last < 47, let text = news.next() {
            let values = text.split(separator: " ").compactMap { Int($0) }
            #expect(values.first == last)
            last = values.last ?? last
        }
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }
}
