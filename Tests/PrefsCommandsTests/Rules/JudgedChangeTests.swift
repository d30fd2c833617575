import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore
@testable import PrefsCommands

/// Without time under the lock, every change that a schema judges is judged without the lock.
@Suite("Changes that a schema judges for longer than others may wait")
struct JudgedChangeTests {
    private static let schema = """
        {"properties": {
          "size": {"type": "integer", "maximum": 72, "default": 12},
          "since": {"type": "string", "format": "date-time"},
          "name": {"type": "string", "pattern": "^[a-z]+$"},
          "on": {"type": "boolean"},
          "list": {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"enum": ["a", "b"]}]}},
          "token": {"type": "string", "minLength": 3, "secret": true}
        }, "additionalProperties": false}
        """

    private static let lines = [
        "set size 14", "set size 99", "set name Ada", "set --pairs size=3 name=ada", "toggle on", "increment size 60",
        "increment size 2", "append list 1", "append list c", "append list a", "drop list 1", "set token x",
        "set token hunter2", "apply seed.json", "apply seed.json --check", "apply wrong.json", "reset list",
        "rename name nick", "apply seed.json --owner w", "undo", "redo", "apply --owner w --withdraw", "reset --all",
    ]

    private func process(judgingTime: Duration) throws -> CommandProcess {
        let process = try CommandProcess()
        process.judgingTime = judgingTime
        try process.directory.write(Self.schema, to: "data/prefs/schemas/t.schema.json")
        try process.directory.write(
            #"{"since": "2025-01-31T12:00:00Z", "size": 20, "list": ["b", 1]}"#,
            to: "seed.json"
        )
        try process.directory.write(#"{"size": 20, "list": ["b", true], "more": 1}"#, to: "wrong.json")
        return process
    }

    @Test("each line does and prints the same as one that is judged under the lock")
    func sameOutcome() throws {
        let (slow, fast) = (try process(judgingTime: .zero), try process(judgingTime: .seconds(1000)))
        for line in Self.lines {
            let outcomes = [slow, fast].map { process in
                var outcome = process.run(
                    line.split(separator: " ").map {
                        $0.hasSuffix(".json") ? process.directory.path(of: "\($0)") : "\($0)"
                    }
                )
                outcome.errors = outcome.errors.replacing(process.directory.path, with: "")
                    .replacing(#/\([0-9a-z]{10}\)/#, with: "(ID)")
                return outcome
            }
            #expect(outcomes[0] == outcomes[1], "\(line)")
            #expect(try slow.contents() == fast.contents(), "\(line)")
        }
        let (judged, unjudged) = (slow.run("history", "--names-only"), fast.run("history", "--names-only"))
        #expect(
            judged.outputs.joined().split(separator: "\n").count
                == unjudged.outputs.joined().split(separator: "\n").count
        )
    }

    /// Runs a change of a key, and calls a closure each time that it is judged, with the number of earlier times: the
    /// even ones are under the lock.
    private func change(
        _ file: SuiteFile,
        judging body: @escaping (Int, TransactionContents) throws -> Void = { _, _ in }
    ) throws -> (change: SuiteChange<Void>, count: Int) {
        let schema = try PreferenceSchema(parsing: Array(Self.schema.utf8))
        var count = 0
        let judge = JudgedChange(ofFileAt: file.path, in: .zero) {
            $0.root["size"] = 14
        } rules: { draft in
            try body(count, draft)
            count += 1
            _ = schema.violations(in: draft.root)
            return []
        }
        return (try file.change(keys: nil, checking: judge) { try judge.edit(&$0) }.get(), count)
    }

    @Test("an edit that takes too long runs without the lock too")
    func slowEdit() throws {
        let process = try process(judgingTime: .zero)
        let file = SuiteFile(path: process.directory.path(of: "t.plist"))
        let schema = try PreferenceSchema(parsing: Array(Self.schema.utf8))
        var count = 0
        let judge = JudgedChange(ofFileAt: file.path, in: .zero) { draft in
            count += 1
            draft.root["count"] = .integer(PropertyListInteger(Int64(schema.violations(in: ["size": 99]).count)))
        } rules: { _ in
            []
        }
        let change = try file.change(keys: nil, checking: judge) { try judge.edit(&$0) }.get()
        #expect(change.outcome == .created)
        #expect(count == 2)
        #expect(try process.contents() == ["count": 1])
    }

    @Test("the result for the same bytes is used")
    func sameBytes() throws {
        let process = try process(judgingTime: .zero)
        let file = SuiteFile(path: process.directory.path(of: "t.plist"))
        let (change, count) = try change(file)
        #expect(count == 2)
        #expect(change.outcome == .created)
        #expect(try process.contents() == ["size": 14])
    }

    @Test("a file that changes meanwhile is judged again, at most three times")
    func otherBytes() throws {
        let process = try process(judgingTime: .zero)
        let file = SuiteFile(path: process.directory.path(of: "t.plist"))
        let (_, count) = try change(file) { number, draft in
            // More than one writer can write while the lock is released.
            if number == 1 { process.did("set", "other", "1", "--no-schema") }
            #expect(number < 2 || draft.root["other"] == 1)
        }
        #expect(count == 4)
        #expect(try process.contents() == ["other": 1, "size": 14])
        #expect(throws: PreferenceStoreError.changedTooOften(path: file.path)) {
            try change(file) { number, _ in
                if !number.isMultiple(of: 2) { process.did("set", "size", "\(number)", "--no-schema") }
            }
        }
        #expect(try process.contents() == ["other": 1, "size": 5])
    }

    @Test("an error of the judgment is thrown, and nothing is written")
    func failure() throws {
        struct Refusal: Error {}
        let process = try process(judgingTime: .zero)
        let file = SuiteFile(path: process.directory.path(of: "t.plist"))
        #expect(throws: Refusal.self) {
            try change(file) { number, _ in
                if number == 1 { throw Refusal() }
            }
        }
        #expect(!process.directory.exists("t.plist"))
    }
}
