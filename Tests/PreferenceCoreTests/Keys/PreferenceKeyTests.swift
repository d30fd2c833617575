import PreferenceCore
import PreferenceStore
import PropertyLists
import Synchronization
import Testing

@Suite("Keys")
struct PreferenceKeyTests {
    @Test("are equal when name and suite are, whatever else they say")
    func equality() throws {
        let key = PreferenceKey<Int>("n", default: 1, summary: "a number")
        #expect(key == PreferenceKey<Int>("n", default: 2))
        #expect(key == PreferenceKey<String?>("n"))
        #expect(key != PreferenceKey<Int>("N", default: 1))
        #expect(key != PreferenceKey<Int>("n", default: 1, suite: "group.x"))
        #expect(PreferenceKey<Int>("n", default: 1, suite: "a") != PreferenceKey<Int>("n", default: 1, suite: "b"))
        #expect(PreferenceKey<Int>("n", default: 1, suite: "a") == PreferenceKey<Bool?>("n", suite: "a"))
        let keys: Set<PreferenceKeys> = [
            key, PreferenceKey<String?>("n"), PreferenceKey<Int>("n", default: 1, suite: "a"), PreferenceKey<Int?>("m"),
        ]
        #expect(keys.count == 3)
    }

    @Test("are told apart by their bytes: two spellings of one character are two keys")
    func canonicalEquivalence() {
        let composed = PreferenceKey<Int?>("caf\u{E9}")
        let decomposed = PreferenceKey<Int?>("cafe\u{301}")
        #expect(composed != decomposed)
        #expect(Set<PreferenceKeys>([composed, decomposed]).count == 2)
    }

    @Test("say what they are declared as")
    func metadata() throws {
        let key = PreferenceKey<Int>("n.m", default: 3, suite: "group.x", summary: "how many")
        #expect(key.name == "n.m")
        #expect(try key.suite == SuiteName("group.x"))
        #expect(key.summary == "how many")
        #expect(key.defaultValue == 3)
        #expect(key.valueType == Int.self)
    }

    @Test("have no suite, no summary and no value unless they are declared with one")
    func plainDeclaration() {
        let key = PreferenceKey<[String]?>("k")
        #expect(key.suite == nil)
        #expect(key.summary == "")
        #expect(key.defaultValue == nil)
        #expect(key.valueType == [String]?.self)
    }

    @Test("evaluate a default that is a closure each time, and only when it is needed")
    func closure() throws {
        let evaluations = Counter()
        let key = PreferenceKey<Int>("n") { evaluations.next() }
        #expect(evaluations.count == 0)
        #expect(key.defaultValue == 1)
        #expect(key.defaultValue == 2)
        let suites = try SuiteDirectory()
        let preferences = try suites.preferences()
        #expect(preferences[key] == 3)
        preferences[key] = 10
        // Whether that was a change, the default tells.
        let count = evaluations.count
        #expect(preferences[key] == 10)
        #expect(try preferences.value(for: key) == 10)
        #expect(preferences.isSet(key))
        #expect(evaluations.count == count)
    }

    @Test("an unset key is its default even where the closure never gives the same twice")
    func changingDefault() throws {
        let evaluations = Counter()
        let key = PreferenceKey<Int>("n") { evaluations.next() }
        let preferences = try SuiteDirectory().preferences()
        #expect(preferences.isDefault(key))
    }

    @Test("from outside may be empty, and of any text but NUL", arguments: ["", " ", "a.b", "-n", "\n", "Ü", "$date"])
    func validating(name: String) throws {
        let suites = try SuiteDirectory()
        let key = try PreferenceKey<Int>(validating: name, default: 1, suite: SuiteName("s"), summary: "text")
        #expect(key.name == name)
        #expect(try key.suite == SuiteName("s"))
        #expect(key.summary == "text")
        let preferences = try suites.preferences()
        try preferences.set(2, for: key)
        #expect(preferences[key] == 2)
        #expect(try suites.contents() == [name: 2])
        let optional = try PreferenceKey<Int?>(validating: name)
        #expect(try preferences.value(for: optional) == 2)
    }

    @Test("from outside are refused with NUL in them", arguments: ["\0", "a\0b", "a\0"])
    func nul(name: String) {
        #expect(throws: PreferenceError.invalidKey(name)) { try PreferenceKey<Int>(validating: name, default: 1) }
        #expect(throws: PreferenceError.invalidKey(name)) { try PreferenceKey<Int?>(validating: name) }
    }

    @Test("that a program declares stop it at once where they are empty, hold NUL or name no suite")
    func declarations() async {
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int>("", default: 1) }
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int?>("a\0b") }
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int?>("a", suite: "../a") }
        await #expect(processExitsWith: .failure) { _ = Preferences(suite: "") }
    }
}

/// Counts calls.
private final class Counter: Sendable {
    private let calls = Atomic(0)

    var count: Int { calls.load(ordering: .relaxed) }

    func next() -> Int {
        calls.add(1, ordering: .relaxed).newValue
    }
}
