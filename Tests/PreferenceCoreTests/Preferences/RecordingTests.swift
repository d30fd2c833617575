import Glibc
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import TestSupport
import Testing

@Suite("Recorded transactions", .mayWait)
struct RecordingTests {
    private static func records() throws -> [HistoryRecord] {
        try JournalDirectory(environment: CallingProcess.variable)?.records() ?? []
    }

    @Test("a transaction is recorded if the program asks for it, with its words")
    func recorded() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                let preferences = Preferences(suite: "group.x")
                try preferences.transaction { $0[.count] = 1 }
                preferences[.count] += 1
                #expect(try Self.records().isEmpty)

                try preferences.transaction(recording: "reset from the settings window") { $0.resetAll() }
                try preferences.transaction(recording: "nothing") { _ in }
                let change = try preferences.change(recording: "start") { $0[.count] = 5 }
                #expect(change.warnings.isEmpty)
                let records = try Self.records()
                #expect(records.map(\.action) == ["reset from the settings window", "start"])
                #expect(records.map(\.suite) == ["group.x", "group.x"])
                #expect(records.map(\.path) == [String](repeating: directory.path(of: "group.x.plist"), count: 2))
                #expect(
                    records.map(\.content) == [
                        .changes([PreferenceChange(key: "count", old: 2, new: nil)]),
                        .changes([PreferenceChange(key: "count", old: nil, new: 5)]),
                    ]
                )
                try Preferences.transaction(recording: "static") { $0[.count] = 7 }
                #expect(try Self.records().count == 3)
            }
        }
    }

    @Test("what the installed schema calls secret is not recorded")
    func secrets() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                _ = unsafe setenv("XDG_DATA_HOME", directory.path(of: "data"), 1)
                let schema = "data/prefs/schemas/s.schema.json"
                try directory.write(#"{"properties":{"title":{"secret":true}}}"#, to: schema)
                let preferences = Preferences(suite: "s")
                try preferences.transaction(recording: "set") {
                    $0[.title] = "hunter"; $0[.count] = 1
                }
                let changes = [
                    PreferenceChange(key: "title", old: nil, new: nil),
                    PreferenceChange(key: "count", old: nil, new: 1),
                ]
                #expect(try Self.records().first?.keys.first == changes.map(\.key))
                let names = try directory.names(in: "state/prefs/history")
                #expect(try !directory.text(of: "state/prefs/history/\(names[0])").contains("hunter"))
                // Nor is what a key itself calls secret.
                let pin = PreferenceKey<Int?>("pin").formerly("code").limited(to: 0...9999).secret()
                try preferences.transaction(recording: "set") { $0[pin] = 4812 }
                try preferences.transaction(recording: "reset") { $0.reset(pin) }
                #expect(try !directory.text(of: "state/prefs/history/\(names[0])").contains("4812"))
                // Nor are the keys that were applied as secrets.
                let state = try #require(JournalDirectory(environment: CallingProcess.variable))
                let journal = Journal(in: state, action: "test", suite: nil) { _, _ in { _, _ in false } }
                _ = try SuiteFile(path: directory.path(of: "s.plist")).change(keys: nil, telling: journal) {
                    $0.newSecretKeys = ["count"]
                }.get()
                try preferences.transaction(recording: "set") { $0[.count] = 4711 }
                #expect(try !directory.text(of: "state/prefs/history/\(names[0])").contains("4711"))
                // All values of a schema that cannot be read may be secret.
                try directory.write("{", to: schema)
                try preferences.transaction(recording: "set") { $0[.title] = "hunter2" }
                #expect(try !directory.text(of: "state/prefs/history/\(names[0])").contains("hunter"))
            }
        }
    }

    @Test("nothing is recorded in memory, and if the user has turned the history off")
    func notRecorded() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                try Preferences(.inMemory()).transaction(recording: "set") { $0[.count] = 1 }
                _ = unsafe setenv("PREFS_HISTORY", "off", 1)
                try Preferences(suite: "s").transaction(recording: "set") { $0[.count] = 1 }
                #expect(!directory.exists("state"))
            }
        }
    }

    @Test("a history that cannot be written is reported, and the change is made")
    func fault() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { directory in
                try directory.write("a file", to: "state")
                let problems = ProblemRecord()
                let preferences = Preferences(suite: "s")
                preferences.onProblem = { problems.append($0) }
                try preferences.transaction(recording: "set") { $0[.count] = 1 }
                #expect(problems.problems.count == 1)
                #expect(preferences[.count] == 1)
                let change = try preferences.change(recording: "set") { $0[.count] = 2 }
                #expect(change.warnings.count == 1)
                #expect(problems.problems.count == 1)
            }
        }
    }
}
