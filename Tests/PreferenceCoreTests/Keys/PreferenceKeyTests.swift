import PreferenceCore
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

// Static members with the names of the metadata, which must not hide it.
extension PreferenceKeys {
    fileprivate static let name = PreferenceKey<String>("name", default: "")
    fileprivate static let suite = PreferenceKey<String>("suite", default: "")
    fileprivate static let summary = PreferenceKey<String>("summary", default: "")
    fileprivate static let formerNames = PreferenceKey<[String]>("formerNames", default: [])
    fileprivate static let names = PreferenceKey<[String]>("names", default: [])
    fileprivate static let defaultValue = PreferenceKey<Int?>("defaultValue")
    fileprivate static let valueType = PreferenceKey<Int?>("valueType")
    fileprivate static let limited = PreferenceKey<Int?>("limited").limited(to: 0...1)
    fileprivate static let bridge = PreferenceKey<Int?>("bridge")
    fileprivate static let declaration = PreferenceKey<Int?>("declaration")
    fileprivate static let description = PreferenceKey<Int?>("description")
    fileprivate static let hash = PreferenceKey<Int?>("hash")
    fileprivate static let register = PreferenceKey<Int?>("register")
}

@Suite("Keys", .mayWait)
struct PreferenceKeyTests {
    @Test("keys are equal if their names and suites are equal, whatever else they declare")
    func equality() throws {
        let key = PreferenceKey<Int>("n", default: 1).summary("a number")
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

    @Test("keys are compared by their bytes: two spellings of one character make two keys")
    func canonicalEquivalence() {
        let composed = PreferenceKey<Int?>("caf\u{E9}")
        let decomposed = PreferenceKey<Int?>("cafe\u{301}")
        #expect(composed != decomposed)
        #expect(Set<PreferenceKeys>([composed, decomposed]).count == 2)
    }

    @Test("a key can have the name of any metadata, which all keys still report")
    func namesOfMetadata() {
        let keys: [PreferenceKeys] = [
            .name, .suite, .summary, .formerNames, .names, .defaultValue, .valueType, .limited, .bridge, .declaration,
            .description, .hash, .register,
        ]
        let names = [
            "name", "suite", "summary", "formerNames", "names", "defaultValue", "valueType", "limited", "bridge",
            "declaration", "description", "hash", "register",
        ]
        #expect(keys.map(\.name) == names)
        #expect(keys.allSatisfy { $0.suite == nil && $0.summary.isEmpty && $0.formerNames.isEmpty })
        #expect(Set(keys).count == keys.count)
        let preferences = Preferences(.inMemory())
        for key in [PreferenceKey<String>.name, .suite, .summary] {
            #expect(key.defaultValue == "")
            #expect(key.valueType == String.self)
            #expect(key.description == "PreferenceKey<String>(\"\(key.name)\")")
            preferences[key] = key.name
            #expect(preferences[key] == key.name)
        }
    }

    @Test("a key describes itself by its type, name and suite")
    func description() {
        #expect("\(PreferenceKey<Int>("a.b", default: 1))" == #"PreferenceKey<Int>("a.b")"#)
        let key: PreferenceKeys = PreferenceKey<String?>("a\"\n", suite: "group.x")
        #expect("\(key)" == #"PreferenceKey<Optional<String>>("a\"\n", suite: "group.x")"#)
    }

    @Test("a key has no suite, summary or default unless it declares one")
    func plainDeclaration() {
        let key = PreferenceKey<[String]?>("k")
        #expect(key.suite == nil)
        #expect(key.summary == "")
        #expect(key.defaultValue == nil)
        #expect(key.valueType == [String]?.self)
    }

    @Test("a default that is a closure is evaluated each time it is needed, and only then")
    func closure() throws {
        let evaluations = Counter()
        let key = PreferenceKey<Int>("n", default: 0).default { evaluations.next() }
        #expect(evaluations.count == 0)
        #expect(key.defaultValue == 1)
        #expect(key.defaultValue == 2)
        let suites = try SuiteDirectory()
        let preferences = try suites.preferences()
        #expect(preferences[key] == 3)
        preferences[key] = 10
        // The write may evaluate the default to find out whether the value changes.
        let count = evaluations.count
        #expect(preferences[key] == 10)
        #expect(try preferences.value(for: key) == 10)
        #expect(preferences.isSet(key))
        #expect(evaluations.count == count)
    }

    @Test("an unset key is at its default even if the closure never returns the same value twice")
    func changingDefault() throws {
        let evaluations = Counter()
        let key = PreferenceKey<Int>("n", default: 0).default { evaluations.next() }
        let preferences = try SuiteDirectory().preferences()
        #expect(preferences.isDefault(key))
    }

    @Test(
        "a validated key name is any text without NUL, and can be empty",
        arguments: ["", " ", "a.b", "-n", "\n", "Ü", "$date"]
    )
    func validating(name: String) throws {
        let suites = try SuiteDirectory()
        let key = try PreferenceKey<Int?>(validating: name, suite: SuiteName("s")).summary("text")
        #expect(key.name == name)
        #expect(try key.suite == SuiteName("s"))
        #expect(key.summary == "text")
        let preferences = try suites.preferences()
        try preferences.set(2, for: key)
        #expect(preferences[key] == 2)
        #expect(try suites.contents() == [name: 2])
    }

    @Test("a validated key name that contains NUL is rejected", arguments: ["\0", "a\0b", "a\0"])
    func nul(name: String) {
        #expect(throws: PreferenceError.invalidKey(name)) { try PreferenceKey<Int?>(validating: name) }
    }

    @Test("declaring an empty name, a name with NUL or an invalid suite name stops the process")
    func declarations() async {
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int>("", default: 1) }
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int?>("a\0b") }
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int?>("a", suite: "../a") }
        await #expect(processExitsWith: .failure) { _ = Preferences(suite: "") }
    }
}

private final class Counter: Sendable {
    private let calls = Atomic(0)

    var count: Int { calls.load(ordering: .relaxed) }

    func next() -> Int {
        calls.add(1, ordering: .relaxed).newValue
    }
}
