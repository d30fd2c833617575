import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

extension PreferenceKeys {
    fileprivate static let theme = PreferenceKey<String>("theme", default: "system").formerly("colour")
    fileprivate static let size = PreferenceKey<Int>("size", default: 12)
}

@Suite("Managed preferences")
struct ManagedPreferencesTests {
    private let directory: TemporaryDirectory
    private let preferences: Preferences
    private let problems = ProblemRecord()

    init() throws {
        directory = try TemporaryDirectory()
        preferences = Preferences(.directory(directory.path), suite: try SuiteName("t"))
        preferences.onProblem = { [problems] in problems.append($0) }
    }

    /// Returns preferences that have read nothing; another spelling of the path shares nothing with `preferences`.
    private func fresh(_ suite: String = "t") throws -> Preferences {
        let fresh = Preferences(.directory(directory.path + "/."), suite: try SuiteName(suite))
        fresh.onProblem = preferences.onProblem
        return fresh
    }

    /// Replaces the policy for the suite, or for all suites.
    private func decide(_ contents: PropertyListDictionary, suite: String = "t") throws {
        _ = try SuiteFile(path: directory.path(of: "managed/\(suite).plist")).change { $0 = contents }.get()
    }

    private var path: String { directory.path(of: "managed/t.plist") }

    @Test("a managed value comes before the file, overrides and the default, also under a former name")
    func precedence() throws {
        func overridden(_ path: String) throws -> Preferences {
            let values = PreferenceOverride.dictionary(["theme": "override", "size": 3])
            return Preferences(.directory(path), suite: try SuiteName("t"), overriding: values)
        }
        preferences[.theme] = "light"
        #expect(try preferences[.theme] == "light" && overridden(directory.path)[.theme] == "override")
        #expect(!preferences.isManaged(.theme))
        try decide(["colour": "dark"])
        try decide(["size": 7, "colour": "hidden"], suite: ".GlobalPreferences")
        for preferences in [try fresh(), try overridden(directory.path + "/.")] {
            #expect(preferences.isManaged(.theme) && preferences.isManaged(.size))
            #expect(preferences[.theme] == "dark" && preferences[.size] == 7)
            #expect(try preferences.value(for: .theme) == "dark")
            let path = directory.path(of: "./managed/t.plist")
            #expect(preferences.origin(of: .theme) == .managed(path: path, key: "colour"))
            #expect(preferences.isSet(.size) && !preferences.isDefault(.size))
        }
        let other = try fresh("other")
        #expect(other.isManaged(.theme) && other[.theme] == "hidden")
    }

    @Test("a write of a managed key throws, a subscript reports it and reads the managed value, and the file stays")
    func writes() throws {
        preferences[.theme] = "light"
        preferences[.size] = 1
        try decide(["theme": "dark"])
        let error = PreferenceError.managed(key: "theme", path: path)
        #expect(throws: error) { try preferences.set("blue", for: .theme) }
        #expect(throws: error) { try preferences.remove(.size, .theme) }
        #expect(throws: error) {
            try preferences.transaction { transaction in
                try transaction.set(5, for: .size)
                try transaction.set("blue", for: .theme)
            }
        }
        #expect(throws: error) { try preferences.apply(["theme": "blue", "size": 9], owner: "o") }
        #expect(try !preferences.setIfMissing("blue", for: .theme))
        try preferences.apply(["theme": "dark", "size": 9], owner: "o")
        preferences[.theme] = "blue"
        preferences[.theme] += "!"
        preferences.reset(.theme)
        #expect(problems.problems == [error, error, error])
        #expect(preferences[.theme] == "dark" && preferences[.size] == 9)
        preferences.resetAll()
        #expect(try SuiteFile(path: directory.path(of: "t.plist")).read()?.root == ["theme": "light"])
    }

    @Test("observers are told when the policy changes, and not of a change of the file that it hides")
    func observation() throws {
        preferences[.theme] = "light"
        let seen = Monitor<[String]>([])
        let observer = preferences.observe(.theme) { _, value in seen.change { $0.append(value) } }
        try decide(["theme": "dark"])
        #expect(seen.wait(timeout: .seconds(60)) { $0 == ["dark"] ? true : nil } == true)
        _ = try SuiteFile(path: directory.path(of: "t.plist")).change { $0["theme"] = "hidden" }.get()
        try decide(["theme": "blue"])
        #expect(seen.wait(timeout: .seconds(60)) { $0 == ["dark", "blue"] ? true : nil } == true)
        try decide([:])
        #expect(seen.wait(timeout: .seconds(60)) { $0 == ["dark", "blue", "hidden"] ? true : nil } == true)
        withExtendedLifetime(observer) {}
    }

    @Test("a corrupt policy is reported, and the value read last counts, else the default; nothing is written")
    func corrupt() throws {
        preferences[.theme] = "light"
        try decide(["theme": "dark"])
        #expect(preferences[.theme] == "dark" && preferences[.theme] == "dark")
        try directory.write("<plist><dict>", to: "managed/t.plist")
        try directory.age("managed/t.plist")
        let fresh = try fresh()
        #expect(fresh[.theme] == "system" && fresh[.size] == 12 && !fresh.isManaged(.theme))
        #expect(throws: PreferenceError.self) { try fresh.value(for: .theme) }
        #expect(problems.problems.count == 2)
        #expect(throws: PreferenceError.self) { try preferences.set(3, for: .size) }
        #expect(try SuiteFile(path: directory.path(of: "t.plist")).read()?.root == ["theme": "light"])
    }

    @Test("a suite in memory has no policy")
    func memory() {
        let preferences = Preferences(.inMemory(["theme": "light"]))
        #expect(!preferences.isManaged(.theme) && preferences[.theme] == "light")
    }
}
