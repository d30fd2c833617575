import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

/// A scope whose keys are those of a suite.
private struct UnprefixedScope: PreferenceScope {
    static var prefix: String { "" }
    let count = PreferenceKeys.count
}

extension PreferenceScopes {
    fileprivate var unprefixed: UnprefixedScope.Type { UnprefixedScope.self }
}

extension ProblemTests {
    @Suite("Files that cannot be read or written", .mayWait)
    struct FailureTests {
        private let suites: SuiteDirectory
        private let preferences: Preferences

        init() throws {
            suites = try SuiteDirectory()
            preferences = try suites.preferences()
        }

        /// Expects each access to fail with one problem of the expected kind.
        ///
        /// A throwing access throws the problem and reports nothing. Any other access reports it, and a read returns
        /// the default.
        private func expectFailures(_ isExpected: @escaping (PreferenceError) -> Bool) {
            let accesses: [(String, () -> Void)] = [
                ("read", { #expect(preferences[.count] == 7) }),
                ("write", { preferences[.count] = 1 }),
                ("change", { preferences[.count] += 1 }),
                ("reset", { preferences.reset(.count) }),
                ("reset in a scope", { preferences.unprefixed.reset(\.count) }),
                ("reset of a binding", { PreferenceBinding(.count, in: preferences).reset() }),
                ("resetAll", { preferences.resetAll() }),
                ("isSet", { #expect(!preferences.isSet(.count)) }),
                ("isDefault", { #expect(preferences.isDefault(.count)) }),
            ]
            for (name, access) in accesses {
                let reported = problems(access)
                #expect(reported.count == 1, "\(name): \(reported)")
                #expect(reported.allSatisfy(isExpected), "\(name): \(reported)")
            }
            let throwing: [() throws -> Void] = [
                { _ = try preferences.value(for: .count) },
                { try preferences.set(1, for: .count) },
                { try preferences.remove(.count) },
                { try preferences.transaction { $0[.count] = 1 } },
            ]
            for access in throwing {
                let reported = problems {
                    #expect {
                        try access()
                    } throws: {
                        ($0 as? PreferenceError).map(isExpected) == true
                    }
                }
                #expect(reported == [])
            }
        }

        @Test("a corrupt file stays unchanged, and every access reports it")
        func corrupt() throws {
            try suites.writeOld("<plist><dict><key>count</key>")
            let before = try suites.bytes()
            expectFailures {
                guard case .store(.corrupt(suites.path(), _)) = $0 else { return false }
                return true
            }
            #expect(try suites.bytes() == before)
            #expect(try suites.directory.names(in: "user") == ["app.plist"])
        }

        @Test("damage is not a change: readers and observers keep the last value until a whole file says otherwise")
        func damaged() throws {
            try suites.write(["count": 1, "title": "x"])
            let news = News()
            #expect(preferences[.count] == 1)
            let observations = [
                preferences.observe(.count) { old, new in news.add("\(old) \(new)") },
                preferences.observe(.count, .title) { count, title in news.add("\(count) \(title)") },
            ]
            try suites.directory.write("<plist>", to: suites.name())
            try suites.directory.age(suites.name())
            let reported = problems {
                preferences[.count] = 2
                #expect(preferences[.count] == 1)
                #expect(preferences[.title] == "x")
                preferences[.count] += 1
                #expect(preferences.isSet(.count))
                #expect(!preferences.isDefault(.count))
                #expect(preferences[.count] == 1)
                #expect(throws: PreferenceError.self) { try preferences.value(for: .count) }
            }
            // The write, the first read of each key, the change, and both questions.
            #expect(reported.count == 6)
            #expect(news.rest == [])
            try suites.write(["count": 3])
            #expect(preferences[.count] == 3)
            #expect([news.next(), news.next()] == ["1 3", "3 untitled"])
            #expect(news.rest == [])
            withExtendedLifetime(observations) {}
        }

        @Test("a file that does not contain a dictionary stays unchanged")
        func array() throws {
            try suites.directory.write(PropertyList.array([1]).serialized(as: .xml), to: suites.name())
            let before = try suites.bytes()
            expectFailures { $0 == .store(.rootNotDictionary(path: suites.path(), .array)) }
            #expect(try suites.bytes() == before)
        }

        @Test("a directory in place of the file stays unchanged")
        func directory() throws {
            try suites.directory.makeDirectory(suites.name())
            expectFailures { $0 == .store(.notRegularFile(path: suites.path(), .directory)) }
        }

        @Test("a write fails if its directory is a file, and leaves that file unchanged")
        func fileForDirectory() throws {
            try suites.directory.write("text", to: "user")
            let reported = problems { preferences[.count] = 1 }
            #expect(reported.count == 1)
            #expect(preferences[.count] == 7)
            #expect(try suites.directory.text(of: "user") == "text")
        }

        @Test("a failed write in a read-only directory changes neither the file nor the values in memory")
        func readOnlyDirectory() throws {
            try suites.write(["count": 1])
            let before = try suites.bytes()
            try suites.directory.setMode(0o755, of: ".")
            try suites.directory.setMode(0o644, of: suites.name())
            try suites.directory.setMode(0o555, of: "user")
            let other = try suites.preferences()
            let reported = withoutRootAccess {
                problems {
                    preferences[.count] = 2
                    #expect(preferences[.count] == 1)
                    preferences[.count] += 1
                    preferences.reset(.count)
                    preferences.resetAll()
                    #expect(preferences[.count] == 1)
                    #expect(other[.count] == 1)
                }
            }
            #expect(reported.count == 4)
            for problem in reported {
                guard case .store(.system) = problem else {
                    Issue.record("\(problem)")
                    continue
                }
            }
            #expect(try suites.bytes() == before)
            #expect(try suites.directory.names(in: "user") == ["app.plist"])
            try suites.directory.setMode(0o700, of: "user")
        }

        @Test("without a configuration directory, reads return defaults, writes fail, and both give the reason")
        func noConfigurationDirectory() {
            let reason = PreferenceStoreError.noConfigurationDirectory(.noHome)
            let preferences = Preferences(PreferenceBackend(place: .directories(.failure(.store(reason)))))
            let reported = problems {
                #expect(preferences[.count] == 7)
                preferences[.count] = 1
                #expect(!preferences.isSet(.count))
                preferences.resetAll()
            }
            #expect(reported == Array(repeating: .store(reason), count: 4))
            #expect(throws: PreferenceError.store(reason)) { try preferences.value(for: .count) }
            #expect(throws: PreferenceError.store(reason)) { try preferences.set(1, for: .count) }
            #expect(throws: PreferenceError.store(reason)) { try preferences.snapshot() }
            #expect(throws: PreferenceError.store(reason)) { try preferences.transaction { $0[.count] = 1 } }
        }

        @Test("a problem is described in one line")
        func descriptions() {
            let errors: [(PreferenceError, String)] = [
                (.invalidKey("a\0b"), #"invalid key $'a\u0000b': it contains NUL"#),
                (
                    .wrongType(key: "n", expected: "Int", found: .boolean, path: "/p/app.plist"),
                    #"/p/app.plist: 'n' is of type bool, not Int"#
                ),
                (
                    .wrongType(key: "a", expected: "A", found: .dictionary, path: "/p", reason: "name: no string"),
                    "/p: 'a' is of type dictionary, not A: name: no string"
                ),
                (
                    .unwritable(key: "l", type: "Array<Int?>", reason: "property lists have no null"),
                    "cannot store 'l' of type Array<Int?>: property lists have no null"
                ),
                (
                    .otherSuite(key: "theme", suite: .global),
                    "key 'theme' belongs to suite '.GlobalPreferences', not to the standard suite"
                ),
                (.owned(key: "n", owner: "installer"), "key 'n' is owned by 'installer'"),
                (
                    .newerVersion(3, known: 2, path: "/p"),
                    "/p: of version 3, but this program knows only version 2"
                ),
                (
                    .notMigrated(version: 2, "sizes are in points", path: "/p", reason: "no size"),
                    "cannot migrate /p to version 2, 'sizes are in points': no size"
                ),
                (.store(.tooManySymlinks(path: "/p")), "/p: too many symbolic links"),
            ]
            for (error, text) in errors {
                #expect(error.description == text)
            }
        }

        @Test("a problem is one line on standard error unless the program sets a handler")
        func defaultHandler() async throws {
            let result = try await #require(
                processExitsWith: .success,
                observing: [\.standardErrorContent]
            ) {
                let suites = try SuiteDirectory()
                try suites.write(["count": "one"])
                #expect(try suites.preferences()[.count] == 7)
            }
            let text = String(decoding: result.standardErrorContent, as: UTF8.self)
            let lines = text.split(separator: "\n").filter { $0.hasPrefix("preferences: ") }
            #expect(lines.count == 1, "\(text)")
            #expect(
                lines.first?.hasSuffix(#"/user/app.plist: 'count' is of type string, not Int"#) == true
            )
        }
    }
}
