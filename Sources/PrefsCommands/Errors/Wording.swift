import PreferenceCore
import PreferenceStore
import PropertyLists

// The words of the command's messages: `WHAT FAILED: WHY`, in lower case, without a full stop. A hint says what to do.

extension [Message] {
    /// The messages, each hint after the last one that has it.
    fileprivate var givingHintsOnce: [Message] {
        var given: Set<String> = []
        let messages = reversed().map { message in
            message.hint.map { given.insert($0).inserted } ?? true ? message : Message(message.text)
        }
        return messages.reversed()
    }
}

extension Message {
    fileprivate func naming(keptText path: String) -> Message {
        Message("\(text); your text is in \(path)", hint: hint)
    }
}

extension CommandError {
    /// The messages: one, except for several errors.
    var messages: [Message] {
        switch self {
        case .several(let first, let others): (first.messages + others.flatMap(\.messages)).givingHintsOnce
        case .stopped(let error, _, _): error.messages + [message]
        case .keptEdit(let error, let path):
            error.messages.dropLast() + error.messages.suffix(1).map { $0.naming(keptText: path) }
        default: [message]
        }
    }

    var message: Message {
        switch self {
        case .usage(let error): error.message
        case .argumentNotUTF8(let position):
            Message(
                "argument \(position) is not UTF-8",
                hint: "'prefs set KEY --value-file PATH --data' reads bytes from a file"
            )
        case .raisedPrivileges: "cannot access files: the process has raised privileges (set-user-ID or similar)"

        case .unset(let places, let suite, let hint):
            Message(
                """
                \(places.isEmpty ? "no key is" : places.listed + (places.count == 1 ? " is not" : " are not")) \
                set in \(suite)\
                \(hint?.isAboutMissing ?? false ? ", which does not exist" : "")
                """,
                hint: hint?.text
            )
        case .suiteAsKey(let key, let exists, let lines):
            Message(
                exists
                    ? "\(key.quoted) is the name of a suite, not a key or file"
                    : "\(key.quoted) is not a key; it can be the name of a suite",
                hint: lines.map(\.commandLine).joined(separator: ", or: ")
            )
        case .noMatch(let text, let parts): "no \(parts.joined(separator: " or ")) contains \(text.quoted)"
        case .noPlace(let place, let obstacle):
            Message("cannot set \(place.quoted): \(obstacle.message.text)", hint: obstacle.message.hint)
        case .value(let error, let place): Message("cannot set \(place.quoted): \(error)", hint: error.hint)
        case .valueOfStoredKind(let error, let place, let kind):
            Message("cannot set \(place.quoted): \(error)", hint: error.hint(storing: kind))
        case .wrongType(let place, let found, let expected):
            "\(place.quoted) is of type \(found.rawValue), not \(expected.map(\.rawValue).joined(separator: " or "))"
        case .typeChange(let change, let document):
            Message(
                """
                cannot set \(change.place.quoted): \(document.name) has \(change.new.phrase), \
                the suite \(change.old.phrase)
                """,
                hint: "--change-types changes the types of keys"
            )
        case .notStorable(let problem, let place): "cannot set \(place.quoted): \(problem)"
        case .secretInSeed(let key):
            Message("\(key.quoted) contains a secret of the schema", hint: "move it to the file of --secrets")
        case .targetIsSet(let key): Message("\(key.quoted) already exists", hint: "--force overwrites it")
        case .otherValue(let place, let found, let expected) where found.kind == expected.kind:
            "cannot set \(place.quoted): expected \(expected.quoted), found \(found.quoted)"
        case .otherValue(let place, let found, let expected):
            """
            cannot set \(place.quoted): expected \(expected.kind.rawValue) \(expected.quoted), \
            found \(found.kind.rawValue) \(found.quoted)
            """
        case .otherSecret(let place): "cannot set \(place.quoted): it has another value"
        case .noValue(let place, let expected):
            "cannot set \(place.quoted): expected \(expected.quoted), but the key is not set"

        case .lossy(let loss, let others):
            Message(
                """
                conversion would lose data: \(loss)\(others == 0 ? "" : ", and \(counted(others, "more value"))"); \
                nothing was written
                """,
                hint: "--format typed-json or binary keeps everything; --lossy converts anyway"
            )
        case .notRepresentable(let problem, let place):
            Message("cannot print \(place?.quoted ?? "the value"): \(problem)", hint: problem.printingHint)
        case .binaryOnTerminal(let hasOutputOption):
            Message(
                "cannot write binary data to a terminal",
                hint: hasOutputOption ? "-o FILE writes it to a file" : "redirect standard output to a file"
            )
        case .containsNUL: Message("cannot end records with NUL: a key or value contains NUL", hint: "use --json")
        case .keyContainsNUL(let key):
            Message("cannot print \(key.quoted) as a command: the key contains NUL", hint: "use another format")
        case .valueFile(let path, let error): "cannot read \(path): \(error)"
        case .valueFileNotUTF8(let path):
            Message("\(path): the value is not UTF-8", hint: "--data after --value-file stores it as bytes")
        case .standardInput(let error): "cannot read standard input: \(error)"
        case .standardInputMalformed(let error): Message(error.message(in: "standard input"))
        case .secretsMalformed(let path, let position):
            "\(path.documentName)\(position.suffix): malformed here; what it contains is not shown"
        case .standardInputNotDictionary(let kind): "standard input: \(kind.notSuiteReason)"
        case .suiteName(let error): "\(error)"
        case .suiteNotDictionary(let suite, let kind):
            Message(
                "suite \(suite.quoted) is of type \(kind.rawValue), not dictionary",
                hint: "leave out --all-suites if the document is one suite"
            )
        case .stopped(_, let written, let unwritten):
            Message(
                """
                \(written.isEmpty ? "no suite was written" : "suites written: \(written.quotedList)"); \
                not written: \(unwritten.quotedList)
                """,
                hint: "run the same command again to write the rest"
            )
        case .standardOutput(let error, let changeIsMade):
            "cannot write standard output: \(error)\(changeIsMade ? "; the change was made" : "")"

        case .secretNames(let error):
            Message("cannot tell which keys are secret: \(error)", hint: error.hint)
        case .outputFile(let error), .preferences(.store(let error)): Message("\(error)", hint: error.hint)
        case .change(.store(let error)): Message("\(error)", hint: error.hintOfChange)
        case .preferences(let error), .change(let error): "\(error)"

        case .schemaFile(let path, let error):
            Message("cannot read the schema \(path): \(error)", hint: "--no-schema ignores it")
        case .schema(let path, let error):
            Message("\(path)\(error.position.suffix): \(error)", hint: "--no-schema ignores it")
        case .valueOfSchema(let error, let place, let path):
            Message("cannot set \(place.quoted): \(error) (\(path))", hint: error.hint)
        case .violation(let violation, let path):
            """
            cannot \(violation.path.isEmpty ? "change the suite" : "set \(violation.path.quotedPlace)"): \(violation) \
            (\(path)\(violation.position.suffix))
            """
        case .moreViolations(let count, let path):
            Message(
                "\(count) violations of the schema; the first \(CheckFinding.printedLimit) are printed (\(path))",
                hint: "'prefs check --json FILE' prints all violations in a file"
            )
        case .several(let error, _): error.message
        case .unknownKey(let key, let suggestion, let path):
            Message("unknown key \(key.quoted) (\(path))", hint: suggestion?.hint)
        case .schemaDocument(let path, let error): "cannot read the schema \(path): \(error)"
        case .noSchema(let suite):
            Message(
                "suite \(suite.quoted) has no schema",
                hint: "'\(["schema", "infer", "-s", suite].commandLine)' prints a first one"
            )
        case .schemaOfSystem(let suite, let path):
            Message(
                "cannot remove the schema of suite \(suite.quoted): \(path) belongs to the system",
                hint: "--no-schema ignores it"
            )
        case .noDataDirectory:
            Message("no directory for schemas", hint: "set HOME or XDG_DATA_HOME to an absolute path")
        case .nothingKnown(let key, _, let place, schemaPath: nil):
            "unknown key \(key.quoted): not set in \(place), which has no schema"
        case .nothingKnown(let key, let suggestion, let place, let path?):
            Message("unknown key \(key.quoted): not set in \(place), and not in \(path)", hint: suggestion?.hint)
        case .readOnly(let place, let path):
            "cannot change \(place.quotedPlace): it is read-only (\(path))"
        case .inDocument(let error, let path, let position):
            Message("\(path.documentName)\(position.suffix): \(error.message.text)", hint: error.message.hint)

        case .noHistoryDirectory:
            Message("no directory for the history", hint: "set HOME or XDG_STATE_HOME to an absolute path")
        case .noChange(let id):
            Message(
                "no recorded change has the ID \(id.quoted)",
                hint: "'prefs history --all-suites' lists the changes"
            )
        case .nothingToUndo(let place): "no recorded change of \(place) is left to take back"
        case .nothingToRedo(let place): "no change of \(place) is taken back"
        case .alreadyTakenBack(let id):
            Message("the change \(id) is already taken back", hint: "'prefs redo' puts the last one back")
        case .notKept(let id): "cannot take back \(id): its values are not kept: too large, or too old"
        case .partsNotKept(let id, let count, let total):
            Message(
                "cannot take back \(id): of \(total) changed files, \(count) still have a record of it",
                hint: "--force takes back those"
            )
        case .valuesNotKept(let places, let id):
            Message(
                "cannot take back \(id): the values of \(places.listed) are not recorded: secret, or erased",
                hint: "--force takes back the others"
            )
        case .changedSince(let conflict, let others, let id, let suite):
            Message(
                "cannot take back \(id)\(suite.map { " in suite \($0.quoted)" } ?? ""): \(conflict)\(others == 0 ? "" : ", and \(counted(others, "more place")) changed")",
                hint: "--force takes it back even so; with --dry-run it only shows how"
            )
        case .suiteExists(let path, let id):
            Message("cannot take back \(id): \(path) exists again", hint: "--force sets the removed keys in it")
        case .suiteChanged(let path, let id):
            Message("cannot take back \(id): \(path) has changed since", hint: "--force removes it even so")
        case .fileMoved(let path): "cannot take back a change of \(path): the path leads to another file now"
        case .noSuite(let name, let near):
            Message(
                "suite \(name.quoted) does not exist",
                hint: near.map { "did you mean \($0.quoted)?" } ?? "'prefs suites' lists the suites"
            )
        case .notRecordable(let path, let reason):
            Message(
                "cannot record the removal of \(path): \(reason?.description ?? "the history is off")",
                hint: "--force removes it for good"
            )

        case .editorNotUTF8(let variable):
            Message("$\(variable) is not UTF-8", hint: "set it to the command of an editor")
        case .editorFailed(let editor, .notStarted(let error)):
            "cannot start the editor \(editor.quoted): \(error); nothing was changed"
        case .editorFailed(let editor, .exit(let code)):
            "the editor \(editor.quoted) failed with exit code \(code); nothing was changed"
        case .editorFailed(let editor, .signal(let signal)):
            "the editor \(editor.quoted) was ended by signal \(signal); nothing was changed"
        case .editedFile(let error, let path): "cannot read the edited text \(path): \(error); nothing was changed"
        case .editedText(let error, let path): Message(error.message(in: path))
        case .changedMeanwhile(let places):
            "cannot save the edit: another program has changed \(places.listed)"
        case .keptEdit(let error, let path): error.message.naming(keptText: path)
        case .mergeConflicts(let count, let path, let isInGit):
            Message(
                "cannot merge \(path): \(counted(count, "conflict")), where it keeps OURS",
                hint: isInGit ? "change these values if necessary, then run 'git add'" : nil
            )
        case .mergeRefused(let reason, let path, let remains):
            Message("cannot merge \(path): \(reason.message.text)", hint: remains.hint(for: path))
        case .gitFailed(_, nil, _): Message("cannot configure git: git is not in PATH", hint: "install git")
        case .gitFailed(let setting, let code?, let isGlobal):
            Message(
                "cannot configure git: 'git config \(setting)' failed with exit code \(code)",
                hint: isGlobal ? nil : "run it in a repository, or with --global"
            )
        case .failure(_, let message): message
        case .interrupted: "interrupted by a signal; nothing was changed"
        }
    }
}

/// Returns a number with a noun: `1 element`, `2 elements`.
func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

// MARK: Values

extension ValueError: CustomStringConvertible {
    var description: String {
        switch self {
        case .invalid(let text, let type): "\(text.quoted) is not \(type.wording.name)"
        case .outOfRange(let text, let type):
            "\(text.quoted) is out of range for \(type.wording.name)\(type.wording.range.map { " (\($0))" } ?? "")"
        case .malformed(let error): "\(error)"
        case .wrongKind(let kind, let expected):
            "expected \(expected.wording.name), found JSON of type \(kind.rawValue)"
        }
    }

    fileprivate var hint: String? {
        if case .invalid(_, let type) = self { type.wording.hint } else { nil }
    }

    /// How to store the value of another type than the one that the key has, by the spelling of the text.
    fileprivate func hint(storing stored: PropertyListKind) -> String {
        let kind = if case .invalid(let text, _) = self { PropertyList(inferring: text).kind } else { stored }
        return switch kind {
        case stored: "--type TYPE changes the key's type"
        case .integer: "--int changes the key's type"
        case .real: "--float changes the key's type"
        case .boolean: "--bool changes the key's type"
        default: "--string changes the key's type"
        }
    }
}

extension UntypedDocument {
    fileprivate var name: String { self == .seed ? "the seed" : "the text" }
}

extension PropertyListKind {
    /// The type with its article.
    fileprivate var phrase: String {
        switch self {
        case .integer, .array: "an \(rawValue)"
        case .data: rawValue
        case .string, .real, .boolean, .date, .dictionary, .uid: "a \(rawValue)"
        }
    }
}

extension ValueType {
    fileprivate var wording: (name: String, hint: String?, range: String?) {
        switch self {
        case .kind(.string): ("a string", nil, nil)
        case .kind(.integer): ("an integer", "write digits, as in 42", "-2^63 to 2^64-1")
        case .kind(.real): ("a float", "write 1.5, 1e-3, nan, inf or -inf", "up to \(Double.greatestFiniteMagnitude)")
        case .kind(.boolean): ("a bool", "write true, false, yes, no, on, off, 1 or 0", nil)
        case .kind(.date): ("a date", "write RFC 3339, as in 2025-01-31T12:00:00Z", nil)
        case .kind(.data): ("base64 data", "write base64, as in AQI=, or digits after --hex", nil)
        case .kind(.array): ("a JSON array", nil, nil)
        case .kind(.dictionary): ("a JSON object", nil, nil)
        case .kind(.uid): ("a uid", "write digits", nil)
        case .hexadecimal: ("hexadecimal data", "write pairs of hexadecimal digits", nil)
        case .json: ("JSON", nil, nil)
        case .propertyList: ("a property list", nil, nil)
        }
    }
}

extension PropertyListProblem {
    /// How to print a value that plain JSON cannot represent.
    fileprivate var printingHint: String? {
        if case .notFinite = self { "use --typed" } else { nil }
    }
}

extension ConversionLoss: CustomStringConvertible {
    var description: String {
        switch fate {
        case .unwritable(let problem): "\(path.quotedPlace): \(problem)"
        case .unreadable(let problem): "\(path.quotedPlace) could not be read back: \(problem)"
        case .changed(let old, let new) where old.kind != new.kind:
            "\(path.quotedPlace) would change from \(old.kind.rawValue) to \(new.kind.rawValue)"
        case .changed(let old, let new): "\(path.quotedPlace) would change from \(old.typedJSON) to \(new.typedJSON)"
        }
    }
}

extension PathObstacle {
    fileprivate var message: Message {
        switch self {
        case .missing(let place): Message("\(place.quoted) is not set", hint: "--parents creates missing dictionaries")
        case .noElement(let place, let count):
            Message(
                "array \(place.quoted) has \(counted(count, "element"))",
                hint: "'-' as the index appends an element"
            )
        case .scalar(let place, let kind): "\(place.quoted) is of type \(kind.rawValue), not a container"
        }
    }
}

extension HistoryConflict: CustomStringConvertible {
    var description: String {
        switch (current, left) {
        case (let current?, let left?): "\(place.quoted) is now \(current), not \(left)"
        case (let current?, nil): "\(place.quoted) is set again, to \(current)"
        case (nil, _): "\(place.quoted) is no longer set"
        }
    }
}

extension PropertyList {
    fileprivate var quoted: String { ((try? text) ?? "").quoted }

    fileprivate var typedJSON: String { ((try? json(.typed)) ?? "").quoted }
}

// MARK: Places

extension [ValuePath] {
    var listed: String { map(\.quoted).firstFew }
}

extension [String] {
    /// All of the names.
    fileprivate var quotedList: String { map(\.quoted).joined(separator: ", ") }
}

extension [String] {
    /// The place of a value: a key in quotes, and a JSON Pointer into its value.
    var quotedPlace: String {
        guard let key = first else { return "the document" }
        return ValuePath(key, at: JSONPointer(tokens: Array(dropFirst()))).quoted
    }
}

extension String {
    /// The name of a document by its path; `-` is standard input.
    var documentName: String { self == "-" ? "standard input" : self }
}

// MARK: Hints

extension UnsetHint {
    fileprivate var isAboutMissing: Bool {
        switch self {
        case .missingSuite, .missingFile: true
        case .suite, .key, .renamed: false
        }
    }

    fileprivate var text: String? {
        switch self {
        case .missingSuite(let near?): "did you mean the suite \(near.quoted)?"
        case .missingSuite(nil): "'prefs suites' lists the suites"
        case .missingFile: nil
        case .suite(let name): "\(name.quoted) is the name of a suite: '\(["list", "-s", name].commandLine)'"
        case .key(let key): "did you mean \(key.quoted)?"
        case .renamed(let key): "it was renamed to \(key.quoted)"
        }
    }
}

extension MergeRemains {
    fileprivate func hint(for path: String) -> String {
        switch self {
        case .mergedLines: "git has merged its lines: check \(path), then run 'git add'"
        case .markers: "git has merged its lines: resolve the conflict markers in \(path)"
        case .theirs(let copy): "\(path) is OURS, and \(copy) is THEIRS"
        }
    }
}

extension SchemaSuggestion {
    fileprivate var hint: String {
        switch self {
        case .renamed(let key): "it was renamed to \(key.quoted)"
        case .near(let key): "did you mean \(key.quoted)?"
        }
    }
}

extension PreferenceStoreError {
    fileprivate var hint: String? {
        switch self {
        case .invalidSuiteName: "--file PATH names any file"
        case .noConfigurationDirectory(.raisedPrivileges): "--file PATH names a file"
        case .noConfigurationDirectory: "set HOME or XDG_CONFIG_HOME to an absolute path, or use --file PATH"
        case .cannotEncode(_, _, let error) where error.problem == .commentsWouldBeLost:
            "remove the comments, or edit a copy that 'prefs dump --format xml -o PATH' writes without them"
        case .hardLinked: "--break-hard-links replaces it; the other names keep the old bytes"
        case .lockTimedOut: "try again, or wait longer with --lock-timeout"
        case .changedTooOften: "try again when they are done"
        case .cannotWatch(.tooManyWatches): "raise fs.inotify.max_user_watches with sysctl"
        case .cannotWatch(.tooManyWatchers): "raise fs.inotify.max_user_instances with sysctl, or ulimit -n"
        default: nil
        }
    }

    /// The hint for a verb that writes, which can replace a corrupt file.
    fileprivate var hintOfChange: String? {
        switch self {
        case .corrupt, .rootNotDictionary: "--replace-corrupt writes a new file and keeps the old bytes beside it"
        default: hint
        }
    }
}
