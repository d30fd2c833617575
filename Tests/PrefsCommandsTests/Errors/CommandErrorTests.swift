import Glibc
import PreferenceCore
import PreferenceStore
import PropertyLists
import Testing

@testable import PrefsCommands

@Suite("Messages of failed commands")
struct CommandErrorTests {
    private static let ioError = SystemError(code: EIO)
    private static let deep = ValuePath("k", at: JSONPointer("/a/0") ?? .whole)

    @Test(
        "an error of the arguments, keys or values has its message and exit code",
        arguments: [
            ErrorCase(
                .usage(.invalidSeconds("soon")),
                .usage,
                "'soon' is not a number of seconds: write one from 0 to 86400, as in 2.5"
            ),
            ErrorCase(
                .usage(.standardInputNotWritable),
                .usage,
                "standard input is there to be read: --file needs the PATH of a file to change"
            ),
            ErrorCase(
                .usage(.standardInputNotWatchable),
                .usage,
                "standard input cannot be watched: --file needs the PATH of a file"
            ),
            ErrorCase(
                .usage(.keyWithoutValue("k")),
                .usage,
                "the last key, 'k', has no value after it: keys and values stand in turn"
            ),
            ErrorCase(.usage(.typeWithoutValue("-int")), .usage, "'-int' ends the line, and needs a value after it"),
            ErrorCase(
                .argumentNotUTF8(position: 3),
                .usage,
                "argument 3 is not UTF-8: for bytes, 'prefs set KEY --value-file PATH --data' takes them from a file"
            ),
            ErrorCase(
                .raisedPrivileges,
                .unreadableFile,
                "cannot read or write files: the process has raised privileges (set-user-ID or the like)"
            ),
            ErrorCase(.unset([ValuePath("a")], in: "the suite 't'"), .absent, "'a' is unset in the suite 't'"),
            ErrorCase(
                .unset([ValuePath("a"), ValuePath("b'c")], in: "/p"),
                .absent,
                #"'a', 'b'\''c' are unset in /p"#
            ),
            ErrorCase(
                .wrongType(at: ValuePath("k"), found: .real, expected: [.data]),
                .invalidValue,
                "'k' holds a value of type float, not data"
            ),
            ErrorCase(
                .notRepresentable(.notFinite("nan"), at: ValuePath("k")),
                .invalidValue,
                "the value of 'k' cannot be printed like that: JSON has no number for nan: use --typed"
            ),
            ErrorCase(
                .notRepresentable(.tooDeep(limit: 512), at: nil),
                .invalidValue,
                "this cannot be printed like that: values nest deeper than 512 levels"
            ),
            ErrorCase(
                .holdsNUL,
                .invalidValue,
                "a key or value holds NUL, which cannot end its own record: use --json"
            ),
            ErrorCase(
                .value(.invalid("x", .kind(.integer)), at: ValuePath("k")),
                .invalidValue,
                "'k' is left as it is: 'x' is not an integer: write digits, as in -42"
            ),
            ErrorCase(
                .valueOfStoredKind(.invalid("x", .kind(.boolean)), at: ValuePath("k"), .boolean),
                .invalidValue,
                """
                'k' is left as it is, since it is of type bool: 'x' is not a bool: write true, false, yes, no, on, off, \
                1 or 0; to store another type, name it, as in --string
                """
            ),
            ErrorCase(
                .notStorable(.tooDeep(limit: 512), at: ValuePath("k")),
                .invalidValue,
                "'k' is left as it is: values nest deeper than 512 levels"
            ),
            ErrorCase(.preferences(.invalidKey("a\0b")), .usage, #"$'a\u0000b' holds NUL, which no key can"#),
            ErrorCase(
                .preferences(.wrongType(key: "k", expected: "Int", found: .string, path: "/p")),
                .invalidValue,
                #"/p: the value of "k" is of type string, not Int"#
            ),
        ]
    )
    func lines(row: ErrorCase) {
        row.check()
    }

    @Test(
        "an error of files or streams has its message and exit code",
        arguments: [
            ErrorCase(
                .valueFile(path: "/p", SystemError(code: ENOENT)),
                .unreadableFile,
                "/p: the value cannot be read: No such file or directory"
            ),
            ErrorCase(
                .valueFileNotUTF8(path: "/p"),
                .invalidValue,
                "/p: the value is not UTF-8 text: store it as bytes with --data after --value-file"
            ),
            ErrorCase(.standardInput(ioError), .unreadableFile, "standard input cannot be read: Input/output error"),
            ErrorCase(
                .standardInputMalformed(PropertyListError(.trailingContent, at: SourcePosition(offset: 9))),
                .unreadableFile,
                "standard input: at byte 9: more follows the end of the document"
            ),
            ErrorCase(
                .standardInputNotDictionary(.array),
                .unreadableFile,
                "standard input holds a property list of type array, where a suite is a dictionary"
            ),
            ErrorCase(
                .outputFile(.system(.write, path: "/p", SystemError(code: ENOSPC))),
                .writeFailed,
                "/p: cannot write: No space left on device; the file is left as it is"
            ),
            ErrorCase(
                .outputFile(.notRegularFile(path: "/p", .directory)),
                .writeFailed,
                "/p: is no file but a directory"
            ),
            ErrorCase(
                .standardOutput(SystemError(code: ENOSPC), changeIsMade: false),
                .writeFailed,
                """
                standard output cannot be written: No space left on device; not all of the output is there
                """
            ),
            ErrorCase(
                .standardOutput(SystemError(code: EIO), changeIsMade: true),
                .writeFailed,
                """
                the change is made, but standard output cannot be written: Input/output error; not all of the output \
                is there
                """
            ),
        ]
    )
    func streams(row: ErrorCase) {
        row.check()
    }

    @Test(
        "an error of a place with the wrong value, or without one, has its message and exit code",
        arguments: [
            ErrorCase(.unset([deep], in: "/p"), .absent, "'k' at '/a/0' is unset in /p"),
            ErrorCase(
                .wrongType(at: deep, found: .string, expected: [.integer, .real]),
                .invalidValue,
                "'k' at '/a/0' holds a value of type string, not integer or float"
            ),
            ErrorCase(
                .alreadySet(deep),
                .preconditionFailed,
                "'k' at '/a/0' is left as it is, since it is set already"
            ),
            ErrorCase(
                .targetIsSet("k"),
                .preconditionFailed,
                "'k' is left as it is, since it is set already: --force replaces it"
            ),
            ErrorCase(
                .otherValue(at: ValuePath("k"), "Ada", expected: "Eve"),
                .preconditionFailed,
                "'k' is left as it is, since it holds 'Ada', not 'Eve'"
            ),
            ErrorCase(
                .otherValue(at: ValuePath("k"), 3, expected: "3"),
                .preconditionFailed,
                "'k' is left as it is, since it holds the integer '3', not the string '3'"
            ),
            ErrorCase(
                .noValue(at: ValuePath("k"), expected: "3"),
                .preconditionFailed,
                "'k' is left unset, since it does not hold '3'"
            ),
            ErrorCase(
                .noPlace(deep, .missing(ValuePath("k"))),
                .absent,
                "there is no place for 'k' at '/a/0': 'k' is unset, and --parents makes what is missing"
            ),
            ErrorCase(
                .noPlace(deep, .noElement(of: ValuePath("k"), count: 2)),
                .absent,
                """
                there is no place for 'k' at '/a/0': the array 'k' has 2 elements, and '-' in place of a number \
                appends one
                """
            ),
            ErrorCase(
                .noPlace(deep, .scalar(ValuePath("k"), .date)),
                .absent,
                "there is no place for 'k' at '/a/0': 'k' is of type date, and has nothing in it"
            ),
        ]
    )
    func places(row: ErrorCase) {
        row.check()
    }

    @Test(
        "the error for a value that a format cannot keep names the value",
        arguments: [
            (
                ["k"], .changed(from: .date(PropertyListDate(secondsSinceReferenceDate: 0)), to: "x"), 0,
                "'k', of type date, would turn into type string"
            ),
            (
                ["k", "a/b", "0"], .changed(from: 1, to: 2), 1,
                "'k' at '/a~1b/0' would turn from '1' into '2', and 1 more lose something"
            ),
            (
                ["k"], .unwritable(.unsupportedKind(.uid)), 0,
                "'k' cannot be written: OpenStep text has no values of type uid"
            ),
            (
                ["k"], .unreadable(.invalidForm("$date")), 0,
                "'k' could not be read back: \(PropertyListProblem.invalidForm("$date"))"
            ),
            (
                [], .unwritable(.tooDeep(limit: 512)), 0,
                "the document cannot be written: values nest deeper than 512 levels"
            ),
        ] as [([String], ConversionLoss.Fate, Int, String)]
    )
    func losses(path: [String], fate: ConversionLoss.Fate, others: Int, message: String) {
        let error = CommandError.lossy(ConversionLoss(path: path, fate: fate), others: others)
        #expect(
            error.message == """
                \(message): nothing is written; --lossy goes on all the same, and --format typed-json or binary holds \
                everything
                """
        )
        #expect(error.exitCode == .invalidValue)
    }

    @Test(
        "the error for a text that is not a value of the type tells what to write",
        arguments: [
            (.invalid("1.5", .kind(.integer)), "'1.5' is not an integer: write digits, as in -42"),
            (.invalid("x", .kind(.real)), "'x' is not a float: write digits, as in 1.5 or 1e-3, or nan, inf, -inf"),
            (.invalid("2", .kind(.boolean)), "'2' is not a bool: write true, false, yes, no, on, off, 1 or 0"),
            (.invalid("x", .kind(.date)), "'x' is not a date: write RFC 3339, as in 2025-01-31T12:00:00Z"),
            (.invalid("x", .kind(.data)), "'x' is not base64 data: write base64, as in AQI=, or digits with --hex"),
            (.invalid("x", .hexadecimal), "'x' is not hexadecimal data: write pairs of hexadecimal digits"),
            (.invalid("x", .kind(.uid)), "'x' is not a uid: write digits"),
            (.invalid("x\u{1B}", .kind(.uid)), #"$'x\u001b' is not a uid: write digits"#),
            (
                .invalid(String(repeating: "é", count: 200), .kind(.uid)),
                "'\(String(repeating: "é", count: 160))'... is not a uid: write digits"
            ),
            (
                .outOfRange("99999999999999999999", .kind(.integer)),
                """
                '99999999999999999999' is out of range for an integer: integers go from -9223372036854775808 to \
                18446744073709551615
                """
            ),
            (
                .outOfRange("1e999", .kind(.real)),
                "'1e999' is out of range for a float: floats end at 1.7976931348623157e+308"
            ),
            (
                .malformed(.json, PropertyListError(.null)),
                "the value is not JSON: null cannot be stored: a property list has no such value"
            ),
            (
                .malformed(.propertyList, PropertyListError(.unknownFormat)),
                "the value is not a property list: this is no property list: neither XML nor binary nor JSON nor OpenStep text"
            ),
            (.wrongKind(.string, due: .kind(.array)), "the value is JSON of type string, not a JSON array"),
            (.wrongKind(.array, due: .kind(.dictionary)), "the value is JSON of type array, not a JSON object"),
        ] as [(ValueError, String)]
    )
    func values(error: ValueError, message: String) {
        let whole = CommandError.value(error, at: ValuePath("k"))
        #expect(whole.message == "'k' is left as it is: \(message)")
        #expect(whole.exitCode == .invalidValue)
    }

    @Test("the error for a missing schema directory has its message and exit code")
    func ofSchemas() {
        ErrorCase(
            .noDataDirectory,
            .unreadableFile,
            "there is no directory for schemas: set HOME or XDG_DATA_HOME to an absolute path"
        ).check()
    }

    @Test(
        "an error of an edit has its message and exit code",
        arguments: [
            ErrorCase(
                .editorNotUTF8(variable: "EDITOR"),
                .usage,
                "$EDITOR is no UTF-8: set it to the command of an editor"
            ),
            ErrorCase(
                .editorFailed("vi -e", .notStarted(SystemError(code: EAGAIN))),
                .writeFailed,
                "the editor 'vi -e' cannot be started: Resource temporarily unavailable; nothing is changed"
            ),
            ErrorCase(
                .editorFailed("vi", .exit(3)),
                .writeFailed,
                "the editor 'vi' failed with exit code 3; nothing is changed"
            ),
            ErrorCase(
                .editorFailed("vi", .signal(9)),
                .writeFailed,
                "the editor 'vi' was ended by signal 9; nothing is changed"
            ),
            ErrorCase(
                .editedFile(SystemError(code: ENOENT), path: "/p"),
                .unreadableFile,
                "/p: the edited text cannot be read: No such file or directory; nothing is changed"
            ),
            ErrorCase(
                .editedText(PropertyListError(.trailingContent, at: SourcePosition(offset: 9)), path: "/p"),
                .unreadableFile,
                "/p: at byte 9: more follows the end of the document"
            ),
            ErrorCase(
                .keptEdit(.store(.rootNotDictionary(path: "/p", .array)), path: "/p"),
                .unreadableFile,
                "/p: holds a property list of type array, where a suite is a dictionary; what was edited is kept as /p"
            ),
            ErrorCase(
                .keptEdit(.changedMeanwhile([ValuePath("a"), ValuePath("b")]), path: "/p"),
                .preconditionFailed,
                """
                nothing is written, since another program has changed 'a', 'b' meanwhile, in another way; what was \
                edited is kept as /p
                """
            ),
            ErrorCase(.interrupted, .writeFailed, "interrupted by a signal; nothing is changed"),
        ]
    )
    func ofEdit(row: ErrorCase) {
        row.check()
    }
}
