import Glibc
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport
import Testing

@testable import PreferenceCore

extension PreferenceKeys {
    fileprivate static let points = PreferenceKey<Double>("points", default: 12)
}

extension ProblemTests {
    @Suite("Migrations in steps")
    struct MigrationTests {
        private let suites: SuiteDirectory
        private let preferences: Preferences

        init() throws {
            suites = try SuiteDirectory()
            preferences = try suites.preferences()
        }

        /// Pixels become points in version 1, and a title of any type becomes a string in version 3.
        private static let steps = [
            PreferenceMigration(1, "sizes are in points") { suite in
                guard let pixels = Double(propertyList: suite[stored: "pixels"] ?? 0), pixels > 0 else { return }
                suite[stored: "pixels"] = nil
                suite[.points] = pixels * 0.75
            },
            PreferenceMigration(3, "titles are strings") { suite in
                guard case .integer(let number)? = suite[stored: "title"] else { return }
                suite[.title] = "\(number)"
            },
        ]

        private static let newest: PropertyListDictionary = ["points": 12.0, "title": "5", "prefs.version": 3]

        private func expectContents(_ contents: PropertyListDictionary) throws {
            #expect(try suites.contents() == .dictionary(contents))
        }

        @Test("the steps that a suite lacks run once, in one transaction", arguments: [nil, 0, 1, 2, 3] as [Int?])
        func steps(version: Int?) throws {
            var old: PropertyListDictionary = ["pixels": 16, "title": 5]
            old["prefs.version"] = version?.propertyList
            try suites.write(old)
            try preferences.migrate(Self.steps)
            #expect(preferences.version == 3)
            var new: PropertyListDictionary = version ?? 0 < 1 ? ["points": 12.0] : ["pixels": 16]
            new["title"] = version == 3 ? 5 : "5"
            new["prefs.version"] = 3
            try expectContents(new)
            let bytes = try suites.bytes()
            try preferences.migrate(Self.steps)
            #expect(try suites.bytes() == bytes)
        }

        @Test("a suite without keys gets no file, and its version with its first key")
        func unset() throws {
            try preferences.migrate(Self.steps)
            #expect(!suites.exists() && preferences.version == 0)
            preferences.reset(.title)
            #expect(!suites.exists())
            preferences[.title] = "5"
            try expectContents(["title": "5", "prefs.version": 3])
            // A suite that is gone, and comes back, is a new one.
            #expect(unsafe unlink(suites.path()) == 0)
            suites.refreshDomains()
            preferences[.count] += 1
            try expectContents(["count": 8, "prefs.version": 3])
        }

        @Test("resetAll keeps the version")
        func resetAll() throws {
            try suites.write(Self.newest)
            preferences.resetAll()
            try expectContents(["prefs.version": 3])
            try preferences.migrate(Self.steps)
            preferences[.count] = 1
            try expectContents(["prefs.version": 3, "count": 1])
        }

        @Test("a file of a newer version, and one whose version is no integer, are errors, and stay as they are")
        func refused() throws {
            let path = suites.path()
            let key = PreferenceMigration.versionKey
            for (value, error) in [
                (4, PreferenceError.newerVersion(4, known: 3, path: path)),
                ("x", .wrongType(key: key, expected: "Int", found: .string, path: path)),
            ] as [(PropertyList, PreferenceError)] {
                try suites.write(["title": 5, "prefs.version": value])
                let bytes = try suites.bytes()
                #expect(throws: error) { try preferences.migrate(Self.steps) }
                #expect(try suites.bytes() == bytes)
            }
        }

        @Test("a step that fails leaves the suite as it was, and names itself")
        func failure() throws {
            struct NoSize: Error {}
            try suites.write(["pixels": 16])
            let bytes = try suites.bytes()
            let steps = Self.steps.prefix(1) + [PreferenceMigration(2, "sizes") { _ in throw NoSize() }]
            #expect(
                throws: PreferenceError.notMigrated(version: 2, "sizes", path: suites.path(), reason: "NoSize()")
            ) { try preferences.migrate(Array(steps)) }
            #expect(try suites.bytes() == bytes)
            #expect(preferences[.points] == 12 && preferences.version == 0)
        }

        @Test("a file that cannot be read is not migrated")
        func corrupt() throws {
            try suites.writeOld("<plist>")
            #expect(throws: PreferenceError.self) { try preferences.migrate(Self.steps) }
            #expect(try suites.bytes() == Array("<plist>".utf8))
        }

        @Test(
            "a file that cannot be written is migrated in memory, and with the next write that succeeds",
            arguments: [false, true]
        )
        func unwritable(isOwnFile: Bool) throws {
            if isOwnFile {
                try preferences.transaction {
                    $0[stored: "pixels"] = 32
                    $0[stored: "title"] = 5
                }
            } else {
                try suites.write(["pixels": 32, "title": 5])
            }
            let bytes = try suites.bytes()
            try suites.directory.link("user/other", to: suites.name())
            let error = PreferenceError.store(.hardLinked(path: suites.path(), count: 2))
            #expect(try problems { try preferences.migrate(Self.steps) } == [error])
            #expect(preferences[.points] == 24 && preferences[.title] == "5")
            var snapshot = try preferences.snapshot()
            #expect(try snapshot.value(for: .points) == 24)
            #expect(problems { preferences[.count] = 1 } == [error])
            #expect(try suites.bytes() == bytes && preferences[.points] == 24)
            #expect(unsafe unlink(suites.directory.path(of: "user/other")) == 0)
            preferences[.count] += 1
            try expectContents(["points": 24.0, "title": "5", "count": 8, "prefs.version": 3])
            #expect(preferences[.points] == 24 && preferences[.count] == 8)
        }

        @Test("a step may read the suite beside its transaction, in memory too, and remembers nothing of that")
        func nestedReading() throws {
            try suites.write(["count": 3])
            try suites.directory.link("user/other", to: suites.name())
            let steps = [
                PreferenceMigration(1, "the count is doubled") { [preferences] suite in
                    guard let count = Int(propertyList: suite[stored: "count"] ?? 0) else { return }
                    suite[.title] = preferences[.title]
                    suite[.count] = count * 2
                }
            ]
            let error = PreferenceError.store(.hardLinked(path: suites.path(), count: 2))
            #expect(try problems { try preferences.migrate(steps) } == [error])
            let observation = preferences.observe(.points) { _ in }
            #expect(preferences[.count] == 6 && preferences[.count] == 6)
            #expect(unsafe unlink(suites.directory.path(of: "user/other")) == 0)
            preferences[.points] = 9
            try expectContents(["count": 6, "points": 9.0, "title": "untitled", "prefs.version": 1])
            observation.cancel()
        }

        @Test("of many threads that start at once, one migrates")
        func race() async throws {
            try suites.write(["n": 0])
            let steps = [
                PreferenceMigration(1, "n counts") { suite in
                    suite[stored: "n"] = ((Int(propertyList: suite[stored: "n"] ?? 0) ?? 0) + 1).propertyList
                }
            ]
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        try Preferences(suite: SuiteName("app"), directories: suites.directories).migrate(steps)
                    }
                }
                try await group.waitForAll()
            }
            try expectContents(["n": 1, "prefs.version": 1])
        }

        @Test("a suite in memory is migrated too, and observers are told of one change")
        func memory() throws {
            let preferences = Preferences(.inMemory(["pixels": 16, "title": 5]))
            let told = ProblemRecord()
            let observation = preferences.observe(.points, .title) { points, title in
                told.append(.invalidKey("\(points) \(title)"))
            }
            try preferences.migrate(Self.steps)
            #expect(told.problems == [.invalidKey("12.0 5")])
            #expect(preferences.version == 3)
            observation.cancel()
        }

        @Test("the schema has the version and the steps, and allows no later version")
        func schema() throws {
            let schema = try PreferenceSchema(keys: [.points], migrations: Self.steps, allowsOtherKeys: false)
            let json = try schema.json()
            #expect(json.contains(#""description": "The version of the stored preferences: 1 sizes are in points; 3 "#))
            #expect(schema.violations(in: ["points": 12.0, "prefs.version": 3]).isEmpty)
            #expect(schema.violations(in: ["prefs.version": 4]).count == 1)
        }
    }
}
