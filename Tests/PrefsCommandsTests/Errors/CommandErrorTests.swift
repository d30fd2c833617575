import CommandErrors
import CommandGrammar
import Glibc
import PreferenceCore
import PropertyLists
import Testing

@testable import PreferenceSchemas
@testable import PreferenceStore
@testable import PrefsCommands

@Suite("Errors and notes that a command seldom prints")
struct CommandErrorTests {
    private typealias Store = PreferenceStoreError

    private static let key = ValuePointer("size")
    private static let part = ValuePointer("win", at: JSONPointer("/f/0") ?? .whole)
    private static let path = "/etc/app.plist"
    private static let id = "7gq2ab40xz"

    private static func lines(_ messages: [Message], labelled label: String) -> String {
        String(decoding: messages.flatMap { $0.lines(labelled: label) }, as: UTF8.self)
    }

    @Test(
        "an error has an exit code, and a hint if something can be done",
        arguments: [
            (
                .notRepresentable(.tooDeep(limit: 512), at: nil), 3,
                "cannot print the value: values nest deeper than 512 levels"
            ),
            (
                .noDomain(path: "seed.json"), 3,
                "defaults(1) cannot open seed.json: its name does not end with .plist\nhint: use --format commands"
            ),
            (.outputFile(.notRegularFile(path: "out", .directory)), 5, "out: is a directory"),
            (
                .noJournalDirectory, 4,
                "no directory for the history\nhint: set HOME or XDG_STATE_HOME to an absolute path"
            ),
            (.noDataDirectory, 4, "no directory for schemas\nhint: set HOME or XDG_DATA_HOME to an absolute path"),
            (.notKept(id: id), 7, "cannot undo 7gq2ab40xz: its values are too large or too old to be kept"),
            (
                .partsNotKept(id: id, count: 2, of: 3), 7,
                "cannot undo 7gq2ab40xz: of 3 changed files, 2 still have a record of it\nhint: --force undoes those"
            ),
            (
                .valuesNotKept([key], hasOthers: true, id: id), 7,
                """
                cannot undo 7gq2ab40xz: the values of 'size' are not recorded: secret, or erased
                hint: --force undoes the others
                """
            ),
            (
                .changedSince(part, now: .integer(5), left: nil, others: 2, action: ("undo", id), suite: "t"), 7,
                """
                cannot undo 7gq2ab40xz in suite 't': 'win' at '/f/0' is set again, to 5, and 2 more places changed
                hint: --force undoes it even so; with --dry-run it only shows how
                """
            ),
            (
                .suiteExists(path: path, id: id), 7,
                "cannot undo 7gq2ab40xz: /etc/app.plist exists again\nhint: --force sets the removed keys in it"
            ),
            (
                .suiteChanged(path: path, id: id), 7,
                "cannot undo 7gq2ab40xz: /etc/app.plist has changed since\nhint: --force removes it even so"
            ),
            (.fileMoved(path: path), 7, "cannot undo a change of /etc/app.plist: the path leads to another file now"),
            (
                .notRecordable(path: path, nil), 7,
                "cannot record the removal of /etc/app.plist: the history is off\nhint: --force removes it for good"
            ),
            (
                .moreViolations(count: 1000, path: "a.json"), 3,
                """
                1000 violations of the schema; the first 100 are printed (a.json)
                hint: 'prefs check --json FILE' prints all violations in a file
                """
            ),
            (.editorNotUTF8(variable: "EDITOR"), 2, "$EDITOR is not UTF-8\nhint: set it to the command of an editor"),
            (
                .editorNotStarted("vi -e", SystemError(code: EAGAIN)), 5,
                "cannot start the editor 'vi -e': resource temporarily unavailable; nothing was changed"
            ),
            (
                .value(.invalid(String(repeating: "é", count: 200), .json), at: key), 3,
                "cannot set 'size': '\(String(repeating: "é", count: 160))'... is not JSON"
            ),
            (
                .value(.invalid("x", .kind(.array)), at: key), 3,
                "cannot set 'size': 'x' is not a JSON array\nhint: write JSON, as in '[\"a\", 2]'; 'prefs append' adds an element"
            ),
            (
                .value(.invalid("x", .kind(.dictionary)), at: key), 3,
                "cannot set 'size': 'x' is not a JSON object\nhint: write JSON, as in '{\"a\": 2}'"
            ),
        ] as [(CommandError, UInt8, String)]
    )
    func error(_ error: CommandError, code: UInt8, text: String) {
        #expect(error.exitCode.rawValue == code)
        #expect(Self.lines(error.messages(by: []), labelled: "prefs") == "prefs: \(text)\n")
    }

    @Test(
        "an error of a lower module gets its exit code and hint",
        arguments: [
            (Store.noConfigurationDirectory(.raisedPrivileges), 4, "--file PATH names a file"),
            (Store.noRealPath(path: path), 4, nil),
            (Store.tooLarge(path: path, size: 2, limit: 1), 4, nil),
            (Store.cannotEncode(path: path, .json, PropertyListError(.edit)), 3, nil),
            (Store.notTrusted(path: path, .symbolicLink, owner: 1), 5, nil),
            (Store.lockFileLeft(path: path, owner: 1), 5, "remove that file"),
            (Store.deadlock(path: path), 5, nil), (Store.nestedChange(path: path), 5, nil),
            (Store.changedTooOften(path: path), 5, "try again when they are done"),
            (Store.notJournaled(path: path, .noRealPath(path: path)), 5, nil),
            (Store.writtenBytesDiffer(path: path), 5, nil),
            (Store.durabilityUnknown(path: path, SystemError(code: EIO)), 5, nil),
            (
                Store.cannotWatch(.tooManyWatches), 4,
                "raise fs.inotify.max_user_watches with sysctl"
            ),
            (
                Store.cannotWatch(.tooManyWatchers), 4,
                "raise fs.inotify.max_user_instances with sysctl, or ulimit -n"
            ),
            (Store.system(.list, path: path, SystemError(code: EIO)), 4, nil),
            (Store.system(.rename, path: path, SystemError(code: EIO)), 5, nil),
            (PreferenceError.otherSuite(key: "k", suite: .global), 2, nil),
            (PreferenceError.sharedVariable("V", keys: ["a", "b"]), 2, nil),
            (PreferenceError.unwritable(key: "k", type: "T", reason: "r"), 3, nil),
            (PreferenceError.managed(key: "k", path: path), 7, nil),
            (PreferenceError.newerVersion(2, known: 1, path: path), 7, nil),
            (PreferenceError.notMigrated(version: 2, "s", path: path, reason: "r"), 7, nil),
        ] as [(any Error, UInt8, String?)]
    )
    func lowerModule(_ inner: any Error, code: UInt8, hint: String?) {
        let error = CommandError(inner)
        #expect(error.exitCode.rawValue == code)
        #expect(error.messages(by: [])[0].text == "\(inner)")
        #expect(error.hint == hint)
    }

    @Test(
        "a note has a hint if something can be done",
        arguments: [
            (.forgot([], path: path), "erased the history of /etc/app.plist"),
            (
                .warning(.secretsInRemovedFiles(path: path, ids: [id])),
                """
                removed files in the history of /etc/app.plist still have such values: 7gq2ab40xz
                hint: 'prefs history -f /etc/app.plist --clear' erases them
                """
            ),
            (
                .schemaOfOldName(path: "t.schema.json", "t", new: "writer"),
                "t.schema.json is still the schema of 't'\nhint: prefs schema install t.schema.json -s writer"
            ),
            (.watching("suite 'editor'"), "watching suite 'editor'"),
            (
                .keptExact([key]),
                """
                'size' stays: the seed's number is the stored one, rounded
                hint: {"$integer": "..."} sets an exact integer
                """
            ),
            (
                .keptExact([key, part]),
                """
                'size', 'win' at '/f/0' stay: the seed's number is the stored one, rounded
                hint: {"$integer": "..."} sets an exact integer
                """
            ),
            (
                .fractionLost([key, part]),
                """
                'size', 'win' at '/f/0' lose their fraction of a second in this format
                hint: a binary file keeps it, and so does a float: in Swift, the bridge .timestamp
                """
            ),
            (
                .probablyVolatile(["launches"]),
                """
                changed more than twice, probably volatile: 'launches'
                hint: --ignore GLOB leaves them out, as does "volatile": true in the schema
                """
            ),
            (.filesOfNoSuite([".config/.plist"]), "left out '.config/.plist': the name is not a suite's"),
            (
                .partOfRun(1, of: 3),
                "of the 3 files of this run, 1 has a record: it was stopped, or the others were erased"
            ),
            (.notSeed(path: "seeds/a.yaml"), "seeds/a.yaml is passed over: a seed is SUITE.json or SUITE.plist"),
        ] as [(Message, String)]
    )
    func note(_ note: Message, text: String) {
        #expect(Self.lines([note], labelled: "note") == "note: \(text)\n")
    }
}
