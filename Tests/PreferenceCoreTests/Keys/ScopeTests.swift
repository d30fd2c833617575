import Dispatch
import PreferenceCore
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

struct GeneralScope: PreferenceScope {
    let launchCount = PreferenceKey<Int>("launchCount", default: 0).formerly("LaunchCount")
    let warnBeforeQuitting = PreferenceKey<Bool>("warnBeforeQuitting", default: true)
    let theme = PreferenceKey<Theme?>("theme", suite: "group.x").summary("colours")
}

/// A key that another module adds to a public scope.
extension GeneralScope {
    var recent: PreferenceKey<[String]> { PreferenceKey("recent", default: []) }
}

struct BareScope: PreferenceScope {
    static let prefix = ""

    let count = PreferenceKey<Int>("bareCount", default: 0)
}

struct DeclaredScope: PreferenceScope {
    static let prefix = "ui:"

    let width = PreferenceKey<Double>("width", default: 80)
}

struct Editor: PreferenceScope {
    let font = PreferenceKey<String?>("font")
}

/// A scope with a key of another suite.
struct ViewScope: PreferenceScope {
    let zoom = PreferenceKey<Double>("zoom", default: 1)
    let theme = PreferenceKey<Theme>("theme", default: .light, suite: "group.x")
}

/// A scope with computed keys.
struct TabScope: PreferenceScope {
    static let current = Mutex("a")

    let title = PreferenceKey<String>("title", default: "")
    let name = PreferenceKey<String>("name", default: "")

    var width: PreferenceKey<Int> { PreferenceKey("width." + Self.current.withLock { $0 }, default: 0) }
    var text: PreferenceKey<String> { Self.current.withLock { $0 } == "a" ? title : name }
}

struct Scope: PreferenceScope {}

extension PreferenceScopes {
    var general: GeneralScope.Type { GeneralScope.self }
    var bare: BareScope.Type { BareScope.self }
    var ui: DeclaredScope.Type { DeclaredScope.self }
    var editor: Editor.Type { Editor.self }
    var view: ViewScope.Type { ViewScope.self }
    var tab: TabScope.Type { TabScope.self }
}

@Suite("Scopes", .mayWait)
struct ScopeTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a scope's prefix comes from its type name or its declaration, and precedes each key's name")
    func prefixes() throws {
        preferences.general.launchCount += 1
        preferences.general.warnBeforeQuitting = false
        preferences.bare.count = 2
        preferences.ui.width /= 2
        preferences.editor.font = "Mono"
        #expect(
            try suites.contents() == [
                "general.launchCount": 1, "general.warnBeforeQuitting": false, "bareCount": 2, "ui:width": 40.0,
                "editor.font": "Mono",
            ]
        )
        #expect(Scope.prefix == "scope.")
        preferences.editor.font = nil
        #expect(!preferences.editor.isSet(\.font))
    }

    @Test("a scope's key reads and changes the same value as an ordinary key with the full name")
    func sameKey() throws {
        let count = PreferenceKey<Int>("general.launchCount", default: 7)
        try suites.write(["general.launchCount": 3])
        #expect(preferences.general.launchCount == 3)
        preferences.general.launchCount += 1
        #expect(preferences[count] == 4)
        #expect(GeneralScope.key(\.launchCount) == count)
        #expect(PreferenceScopes.key(\.general, \.launchCount) == count)
        #expect(preferences.general.isSet(\.launchCount))
        preferences.general.reset(\.launchCount)
        #expect(preferences.general.isDefault(\.launchCount))
        #expect(preferences.general.launchCount == 0)
        #expect(try suites.contents() == [:])
    }

    @Test("a computed key in an extension of a scope has the scope's prefix")
    func extended() throws {
        preferences.general.recent.append("a")
        preferences.general.recent[0] += "b"
        #expect(preferences.general.recent == ["ab"])
        #expect(try suites.contents() == ["general.recent": ["ab"]])
    }

    @Test("a scope lists its stored keys in the order of declaration, with all their properties")
    func enumeration() throws {
        #expect(
            GeneralScope.keys.map(\.name) == ["general.launchCount", "general.warnBeforeQuitting", "general.theme"]
        )
        #expect(GeneralScope.keys.map(\.summary) == ["", "", "colours"])
        #expect(try GeneralScope.keys.map(\.suite) == [nil, nil, SuiteName("group.x")])
        #expect(Scope.keys.isEmpty)
        #expect(BareScope.keys.map(\.name) == ["bareCount"])
    }

    @Test("a scope returns the same key instance each time")
    func identity() {
        #expect(GeneralScope.key(\.launchCount) === GeneralScope.key(\.launchCount))
        #expect(GeneralScope.key(\.launchCount) === GeneralScope.keys.first)
    }

    @Test("a former name has no prefix, so a key can move into a scope")
    func formerNames() throws {
        try suites.write(["LaunchCount": 3])
        #expect(preferences.general.launchCount == 3)
        preferences.general.launchCount += 1
        #expect(try suites.contents() == ["general.launchCount": 4])
    }

    @Test("static access to a scope uses the standard suite, or the suite that a key declares")
    func staticAccess() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                Preferences.general.launchCount += 1
                Preferences.general.launchCount += 1
                #expect(Preferences.standard.general.launchCount == 2)
                Preferences.general.theme = .dark
                #expect(Preferences(suite: "group.x").general.theme == .dark)
                #expect(!Preferences.standard.general.isSet(\.theme))
                #expect(Preferences.general.isSet(\.theme))
                Preferences(suite: "group.x").general.warnBeforeQuitting = false
                #expect(Preferences.general.warnBeforeQuitting)
                Preferences.general.reset(\.theme)
                #expect(Preferences.general.theme == nil)
                try #expect(directory.names().count == 2)
            }
        }
    }

    @Test("a scope has keys of several suites, and can be used through a property wrapper")
    func severalSuites() throws {
        struct Settings {
            @Preference(\.view, \.zoom) var zoom
        }
        preferences.view.zoom *= 2
        #expect(preferences.view.zoom == 2)
        #expect(try suites.contents() == ["view.zoom": 2.0])
        #expect(PreferenceScopes.key(\.view, \.zoom) === ViewScope.key(\.zoom))
        Preferences.$standard.withValue(Preferences(.inMemory())) {
            Preferences.view.zoom += 2
            #expect(Settings().zoom == 3)
            Preferences.view.theme = .dark
            #expect(Preferences.standard.view.theme == .light)
            #expect(Preferences.view.isSet(\.theme))
        }
    }

    @Test("a computed key of a scope is computed each time")
    func computed() {
        preferences.tab.width = 1
        preferences.tab.text = "title"
        TabScope.current.withLock { $0 = "b" }
        #expect(preferences.tab.width == 0)
        #expect(preferences.tab.text == "")
        TabScope.current.withLock { $0 = "a" }
        #expect(preferences.tab.width == 1)
        #expect(preferences.tab.text == "title")
    }

    @Test("two threads that use a scope for the first time at once get the same keys")
    func threads() {
        struct CrowdedScope: PreferenceScope {
            let key = PreferenceKey<Int>("key", default: 0)

            init() {
                // Each of the two initializers waits for the other.
                CrowdedScope.made.leave()
                CrowdedScope.made.wait()
            }

            static let made = {
                let group = DispatchGroup()
                group.enter()
                group.enter()
                return group
            }()
        }
        let keys = Mutex<[PreferenceKey<Int>]>([])
        let done = DispatchGroup()
        for label in ["first", "second"] {
            DispatchQueue(label: label).async(group: done) {
                let key = CrowdedScope.key(\.key)
                keys.withLock { $0.append(key) }
            }
        }
        done.wait()
        #expect(keys.withLock { $0.count == 2 && $0[0] === $0[1] })
        #expect(CrowdedScope.prefix == "crowded.")
    }

    @Test("a transaction has scopes, and scopes have scopes")
    func transactions() throws {
        let preferences = Preferences(.inMemory(["other": 1]))
        try preferences.transaction {
            $0.general.launchCount += 2
            $0.general.recent.append("x")
            $0.outer.inner.size = 9
            $0.outer.inner.size += 1
            #expect($0.general.launchCount == 2 && $0.outer.inner.size == 10 && $0.outer.tab == 4)
        }
        let expected: [String: PropertyList] = [
            "general.launchCount": 2, "general.recent": ["x"], "outer.inner.size": 10, "other": 1,
        ]
        #expect(try preferences.dictionaryRepresentation() == expected)
        preferences.outer.inner.size += 1
        #expect(preferences.outer.inner.size == 11)
    }

    @Test("a snapshot has scopes, whose values are from its one reading, and throw what it throws")
    func snapshots() throws {
        try suites.write(["general.launchCount": 2, "outer.inner.size": 10, "ui:width": "wide"])
        var snapshot = try preferences.snapshot()
        #expect(try snapshot.general.launchCount == 2)
        preferences.general.launchCount = 3
        #expect(try snapshot.general.launchCount == 2)
        #expect(try snapshot.outer.inner.size == 10)
        #expect(throws: PreferenceError.self) { try snapshot.ui.width }
    }

    @Test("a scope resets its stored keys, observes one, and has a stream of its values")
    func whole() async throws {
        let preferences = Preferences(.inMemory(["general.launchCount": 3, "general.theme": "dark", "other": 1]))
        let changes = Mutex<[[Int]]>([])
        let observation = preferences.general.observe(\.launchCount) { old, new in
            changes.withLock { $0.append([old, new]) }
        }
        var values = preferences.general.values(of: \.launchCount).makeAsyncIterator()
        #expect(await values.next() == 3)
        preferences.general.resetAll()
        #expect(try preferences.dictionaryRepresentation() == ["other": 1])
        #expect(await values.next() == 0)
        #expect(changes.withLock(\.self) == [[3, 0]])
        observation.cancel()
    }

    @Test("a property of a scope's key can be in given preferences")
    func property() {
        let preferences = Preferences(.inMemory())
        let property = Preference(\.general, \.launchCount, in: preferences)
        property.wrappedValue += 1
        #expect(preferences.general.launchCount == 1)
    }
}

struct OuterScope: PreferenceScope {
    let tab = PreferenceKey<Int>("tab", default: 4)
    var inner: InnerScope.Type { InnerScope.self }
}

struct InnerScope: PreferenceScope {
    static let prefix = "outer.inner."
    let size = PreferenceKey<Int>("size", default: 0)
}

extension PreferenceScopes {
    fileprivate var outer: OuterScope.Type { OuterScope.self }
}
