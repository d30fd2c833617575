import PreferenceCore
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

private struct Coded: Codable, Equatable { var number = 0 }

extension PreferenceKeys {
    fileprivate static let launchAtLogin = PreferenceKey<Bool>("LaunchAtLogin", default: false)
    fileprivate static let launchCount = PreferenceKey<Int>("LaunchCount", default: 0)
    fileprivate static let username = PreferenceKey<String?>("username")
    fileprivate static let bookshelf = PreferenceKey<[String]>("libraries", default: [])
    fileprivate static let theme = PreferenceKey<Theme>("theme", default: .light)
    fileprivate static let coded = PreferenceKey<Coded?>("coded", default: Coded(number: 1))
    fileprivate static let codedByType: PreferenceKey<Coded?> = .init("codedByType", default: Coded(number: 1))
    fileprivate static let codedByValue = PreferenceKey("codedByValue", default: Optional(Coded(number: 1)))
    fileprivate static let codedByClosure = PreferenceKey<Coded?>("codedByClosure").default { Coded(number: 1) }
    fileprivate static let weekday = PreferenceKey<Weekday?>("weekday", default: .monday)
    fileprivate static let weekdayByType: PreferenceKey<Weekday?> = .init("weekdayByType", default: .monday)
    fileprivate static let weekdayByClosure = PreferenceKey<Weekday?>("weekdayByClosure").default { .monday }
    fileprivate static let list = PreferenceKey<[Coded]?>("list", default: [Coded()])
    fileprivate static let account = PreferenceKey<Account?>("account")
    fileprivate static let shared = PreferenceKey<Int>("n", default: 0, suite: "group.x")
    fileprivate static let untyped = PreferenceKey<PropertyList?>("anything")
}

@Suite("Declared keys", .mayWait)
struct KeyDeclarationTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    /// Sets a key to a value, and expects the stored form in the file and the value in another instance.
    ///
    /// Before that and after a reset, the key reads as its default.
    private func check<Value: Equatable>(
        _ key: PreferenceKey<Value>,
        _ value: Value,
        _ form: PropertyList,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let unset = key.defaultValue
        #expect(preferences[key] == unset, sourceLocation: sourceLocation)
        preferences[key] = value
        #expect(try suites.contents() == [key.name: form], sourceLocation: sourceLocation)
        #expect(try suites.preferences().value(for: key) == value, sourceLocation: sourceLocation)
        #expect(!preferences.isDefault(key), sourceLocation: sourceLocation)
        preferences.reset(key)
        #expect(preferences[key] == unset, sourceLocation: sourceLocation)
    }

    @Test("an optional Codable type can be declared in any way with a default, which nil restores")
    func codedOptionals() throws {
        let form: PropertyList = ["number": 2]
        try check(.coded, Coded(number: 2), form)
        try check(.codedByType, Coded(number: 2), form)
        try check(.codedByValue, Coded(number: 2), form)
        try check(.codedByClosure, Coded(number: 2), form)
        try check(.weekday, .tuesday, 1)
        try check(.weekdayByType, .tuesday, 1)
        try check(.weekdayByClosure, .tuesday, 1)
        try check(.list, [], [])
        preferences[.coded] = Coded(number: 2)
        preferences[.coded] = nil
        #expect(preferences[.coded] == Coded(number: 1) && !preferences.isSet(.coded))
        preferences[.list] = nil
        #expect(preferences[.list] == [Coded()])
    }

    @Test("a migration of an optional key that returns nil has failed")
    func migratedOptionals() throws {
        try suites.write(["k": "7"])
        func value<Value: Equatable>(_ key: PreferenceKey<Value>) -> Value? {
            try? suites.preferences().value(for: key)
        }
        let number = PreferenceKey<Int?>("k", default: 1).migrating { String(propertyList: $0).flatMap { Int($0) } }
        #expect(value(number) == 7)
        #expect(value(PreferenceKey<Int?>("k", default: 1).migrating { _ in nil }) == nil)
        #expect(value(PreferenceKey<Coded?>("k").migrating { Int(propertyList: $0).map(Coded.init) }) == nil)
        let coded = PreferenceKey<Coded?>("k").migrating { String(propertyList: $0).map { Coded(number: $0.count) } }
        #expect(value(coded) == Coded(number: 1))
    }

    @Test("a key accepts values of any kind: with a stored form, a raw value, Codable, or several of these")
    func kinds() throws {
        try check(PreferenceKey<Theme>("k", default: .light), .dark, "dark")
        try check(PreferenceKey<Level>("k", default: .low), .high, 10)
        try check(PreferenceKey<Shape>("k", default: .circle), .square, "square")
        try check(PreferenceKey<Weekday>("k", default: .monday), .tuesday, 1)
        try check(PreferenceKey<Permissions>("k", default: []), [.read, .write], 3)
        try check(PreferenceKey<Grade>("k", default: Grade(level: 1)), Grade(level: 5), 5)
        let window: PropertyList = ["columns": [1, 80], "title": "log"]
        try check(
            PreferenceKey<Window>("k", default: Window(title: "", columns: 0...1)),
            Window(title: "log", columns: 1...80),
            window
        )
        try check(PreferenceKey<Account>("k", default: Account(name: "")), ada, adaForm)
        try check(PreferenceKey<[Account]>("k", default: []), [ada], [adaForm])
        try check(PreferenceKey<[String: Account]>("k", default: [:]), ["a": ada], ["a": adaForm])
        try check(PreferenceKey<Set<Level>>("k", default: []), [.high, .low], [1, 10])
        try check(PreferenceKey<Int128>("k", default: 0), 1 << 63, .integer(.init(UInt64(1) << 63)))
        try check(PreferenceKey<[Set<ClosedRange<Int>>]>("k", default: []), [[1...2, 0...3]], [[[0, 3], [1, 2]]])
        try check(PreferenceKey<Duration>("k", default: .zero), .seconds(2), ["seconds": 2, "attoseconds": 0])
    }

    @Test("an optional key of any kind is nil while it is unset, and setting it to nil removes it")
    func optionals() throws {
        try check(PreferenceKey<Theme?>("k"), .dark, "dark")
        try check(PreferenceKey<Level?>("k"), .high, 10)
        try check(PreferenceKey<Shape?>("k"), .square, "square")
        try check(PreferenceKey<Weekday?>("k"), .tuesday, 1)
        try check(PreferenceKey<Grade?>("k"), Grade(level: 5), 5)
        try check(PreferenceKey<Account?>("k"), ada, adaForm)
        try check(PreferenceKey<[Account]?>("k"), [], [])
        try check(PreferenceKey<PropertyList?>("k"), [1, "a"], [1, "a"])
        preferences[.account] = ada
        preferences[.account]?.name = "Ada L."
        #expect(preferences[.account]?.name == "Ada L.")
        preferences[.account] = nil
        #expect(try suites.contents() == [:])
    }

    @Test("an optional key of any kind can have a default, which it has again after it is set to nil")
    func optionalsWithDefaults() throws {
        try check(PreferenceKey<String?>("k", default: "x"), "y", "y")
        try check(PreferenceKey<Theme?>("k", default: .light), .dark, "dark")
        try check(PreferenceKey<Level?>("k", default: .low), .high, 10)
        try check(PreferenceKey<Weekday?>("k", default: .monday), .tuesday, 1)
        try check(PreferenceKey<Grade?>("k", default: Grade(level: 1)), Grade(level: 5), 5)
        try check(PreferenceKey<Account?>("k", default: Account(name: "")), ada, adaForm)
        try check(PreferenceKey<[Int]?>("k", default: [1]), [], [])
        try check(PreferenceKey<Int?>("k", default: nil), 3, 3)
        try check(PreferenceKey<Int?>("k").default { 1 }, 3, 3)
        try check(PreferenceKey<Theme?>("k").default { .light }, .dark, "dark")
        try check(PreferenceKey<Account?>("k").default { Account(name: "") }, ada, adaForm)
        let key = PreferenceKey<String?>("k", default: "x")
        #expect(preferences[key] == "x" && !preferences.isSet(key) && preferences.isDefault(key))
        preferences[key] = "x"
        #expect(preferences.isSet(key) && preferences.isDefault(key))
        preferences[key]?.append("y")
        #expect(try suites.contents() == ["k": "xy"])
        preferences[key] = nil
        #expect(preferences[key] == "x" && !preferences.isSet(key))
        #expect(try suites.contents() == [:])
        preferences[key]?.append("z")
        #expect(preferences[key] == "xz")
        try preferences.transaction { $0[key] = nil }
        #expect(preferences[key] == "x")
        #expect(try PreferenceSchema(keys: [key]).json().contains("\"default\": \"x\""))
        #expect(Preference<String?>(wrappedValue: "w", "k").projectedValue.key?.defaultValue == "w")
        #expect(Preference<Account?>(wrappedValue: ada, "k").projectedValue.key?.defaultValue == ada)
        #expect(Preference<Level?>(wrappedValue: .high, "k").projectedValue.key?.defaultValue == .high)
    }

    @Test("in generic code, an optional inside an optional has no null")
    func nestedOptional() throws {
        func key<Wrapped: Codable>(of type: Wrapped.Type) -> PreferenceKey<Wrapped?> { PreferenceKey("k") }
        let nested = key(of: Int?.self)
        try preferences.set(3, for: nested)
        #expect(preferences[nested] == 3 && preferences.isSet(nested))
        try preferences.set(.some(nil), for: nested)
        #expect(!preferences.isSet(nested))
    }

    @Test("the default of any kind of key can be computed")
    func closures() {
        #expect(preferences[PreferenceKey<Int>("k", default: 0).default { 3 }] == 3)
        #expect(preferences[PreferenceKey<Theme>("k", default: .light).default { .dark }] == .dark)
        #expect(preferences[PreferenceKey<Level>("k", default: .low).default { .high }] == .high)
        let account = PreferenceKey<Account>("k", default: Account(name: "")).default { Account(name: "Ada") }
        #expect(preferences[account] == Account(name: "Ada"))
        #expect(preferences[PreferenceKey<Int>("k", default: 0, suite: "s").default { 4 }.summary("text")] == 4)
    }

    @Test("a key reports its name, type, default, suite, summary and former names")
    func metadata() throws {
        let key = PreferenceKey<Account?>("account", suite: "group.x").summary("who").formerly("user", "login")
        #expect(key.name == "account")
        #expect(key.valueType == Account?.self)
        #expect(key.defaultValue == nil)
        #expect(try key.suite == SuiteName("group.x"))
        #expect(key.summary == "who")
        #expect(key.formerNames == ["user", "login"])
        #expect(PreferenceKeys.theme.formerNames == [] && !PreferenceKeys.theme.isVolatile)
        #expect(!PreferenceKeys.theme.isSecret)
    }

    @Test("keys are read, changed and reset in the standard suite, or in the suite that they declare")
    func samples() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                Preferences[.launchCount] += 1
                #expect(Preferences[.launchCount] == 1)
                Preferences[.bookshelf].append("x")
                Preferences[.bookshelf][0] += " 2.0"
                #expect(Preferences[.bookshelf] == ["x 2.0"])
                Preferences[.username] = "ada"
                Preferences[.username] = nil
                #expect(!Preferences.isSet(.username))
                Preferences[.theme] = .dark
                #expect(Preferences[.theme] == .dark)
                Preferences[.account] = Account(name: "Ada")
                Preferences[.account]?.name += " L."
                #expect(Preferences[.account]?.name == "Ada L.")
                Preferences[.untyped] = [1]
                let group = Preferences(suite: "group.x")
                group[.launchCount] = 3
                Preferences[.shared] = 5
                #expect(group[.shared] == 5)
                Preferences.reset(.launchCount)
                #expect(Preferences[.launchCount] == 0)
                #expect(Preferences[.bookshelf] == ["x 2.0"])
                #expect(Preferences[.launchAtLogin] == false)
                #expect(group[.launchCount] == 3)
                try #expect(directory.names().count == 2)
            }
        }
    }

    @Test("a key with an invalid name or former name stops the process")
    func badNames() async {
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Int>("a", default: 1).formerly("") }
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Theme?>("a").formerly("a\0b") }
        await #expect(processExitsWith: .failure) { _ = PreferenceKey<Account?>("") }
    }
}

private let ada = Account(name: "Ada", nickname: "countess", sizes: [.high: 1, .low: 2])
private let adaForm: PropertyList = [
    "created": .date(PropertyListDate(secondsSinceReferenceDate: 0)), "name": "Ada", "nickname": "countess",
    "sizes": ["1": 2, "10": 1],
]
