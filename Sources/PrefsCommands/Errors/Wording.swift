import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandError {
    /// What is wrong, where, and what to do, without the program's name in front and a line break at the end.
    var message: String {
        switch self {
        case .usage(let error): error.message
        case .argumentNotUTF8(let position):
            "argument \(position) is not UTF-8: for bytes, 'prefs set KEY --value-file PATH --data' takes them from a file"
        case .raisedPrivileges:
            "cannot read or write files: the process has raised privileges (set-user-ID or the like)"
        case .unset(let places, let suite): "\(places.listed) \(places.count == 1 ? "is" : "are") unset in \(suite)"
        case .noPlace(let place, let obstacle): "there is no place for \(place.quoted): \(obstacle.message)"
        case .value(let error, let place): "\(place.quoted) is left as it is: \(error.message)"
        case .valueOfStoredKind(let error, let place, let kind):
            "\(place.quoted) is left as it is, since it is of type \(kind.rawValue): \(error.message); "
                + "to store another type, name it, as in --string"
        case .wrongType(let place, let found, let expected):
            "\(place.quoted) holds a value of type \(found.rawValue), not "
                + "\(expected.map(\.rawValue).joined(separator: " or "))"
        case .notStorable(let problem, let place): "\(place.quoted) is left as it is: \(problem.description)"
        case .alreadySet(let place): "\(place.quoted) is left as it is, since it is set already"
        case .targetIsSet(let key): "\(key.quoted) is left as it is, since it is set already: --force replaces it"
        case .lossy(let loss, let others):
            """
            \(loss.description)\(others > 0 ? ", and \(others) more lose something" : ""): nothing is written; --lossy \
            goes on all the same, and --format typed-json or binary holds everything
            """
        case .otherValue(let place, let found, let expected) where found.kind == expected.kind:
            "\(place.quoted) is left as it is, since it holds \(found.quoted), not \(expected.quoted)"
        case .otherValue(let place, let found, let expected):
            "\(place.quoted) is left as it is, since it holds the \(found.kind.rawValue) \(found.quoted), not the "
                + "\(expected.kind.rawValue) \(expected.quoted)"
        case .noValue(let place, let expected):
            "\(place.quoted) is left unset, since it does not hold \(expected.quoted)"
        case .notRepresentable(let problem, let place?):
            "the value of \(place.quoted) cannot be printed like that: \(problem.description)"
        case .notRepresentable(let problem, nil): "this cannot be printed like that: \(problem.description)"
        case .binaryOnTerminal(let hasOutputOption):
            "cannot write binary data to a terminal: "
                + (hasOutputOption ? "-o FILE writes it to a file" : "redirect standard output to a file")
        case .holdsNUL: "a key or value holds NUL, which cannot end its own record: use --json"
        case .keyHoldsNUL(let key):
            "the key \(key.quoted) holds NUL, which no argument of a command can: use another format"
        case .valueFile(let path, let error): "\(path): the value cannot be read: \(error)"
        case .valueFileNotUTF8(let path):
            "\(path): the value is not UTF-8 text: store it as bytes with --data after --value-file"
        case .standardInput(let error): "standard input cannot be read: \(error)"
        case .standardInputMalformed(let error): error.message(in: "standard input")
        case .standardInputNotDictionary(let kind): "standard input holds \(kind.whereSuiteIsDictionary)"
        case .outputFile(let error): error.message
        case .change(.store(let error)): error.messageOfChange
        case .preferences(let error), .change(let error): error.message
        case .schemaFile(let path, let error):
            "\(path): the schema cannot be read: \(error); --no-schema does without it"
        case .schema(let path, let error): "\(path)\(error.position.place): \(error); --no-schema does without it"
        case .valueOfSchema(let error, let place, let kind, let path):
            "\(place.quoted) is left as it is, since \(path) has it of type \(kind.rawValue): \(error.message)"
        case .violation(let violation, let others, let path):
            "\(violation.path.isEmpty ? "nothing is changed" : "\(violation.path.quotedPlace) is left as it is"): "
                + "\(violation.description)\(others.ofOtherViolations)\(violation.rule(in: path))"
        case .unknownKey(let key, let suggestion, let path):
            "\(key.quoted) is left as it is: \(path) has no such key\(suggestion.ending)"
        case .schemaDocument(let path, let error): "\(path): the schema cannot be read: \(error)"
        case .noSchema(let suite):
            "the suite \(suite.quoted) has no schema: 'prefs schema list' prints the suites that have one, and "
                + "'\(["schema", "infer", "-s", suite].commandLine)' a first one for this"
        case .schemaOfSystem(let suite, let path):
            """
            the schema of the suite \(suite.quoted) is \(path), which belongs to the system and stays: --no-schema does \
            without it
            """
        case .noDataDirectory: "there is no directory for schemas: set HOME or XDG_DATA_HOME to an absolute path"
        case .nothingKnown(let key, _, let place, schemaPath: nil):
            "nothing is known of \(key.quoted): it is unset in \(place), which has no schema"
        case .nothingKnown(let key, let suggestion, let place, let path?):
            "nothing is known of \(key.quoted): it is unset in \(place), and \(path) has no such key"
                + suggestion.ending
        case .readOnly(let place, let path):
            "\(place.quotedPlace) is left as it is: by \(path), nobody but its owner changes it (readOnly)"
        case .inDocument(let error, let path, let position):
            "\(path.documentName)\(position.place): \(error.message)"
        case .editorNotUTF8(let variable): "$\(variable) is no UTF-8: set it to the command of an editor"
        case .editorFailed(let editor, .notStarted(let error)):
            "the editor \(editor.quoted) cannot be started: \(error); nothing is changed"
        case .editorFailed(let editor, .exit(let code)):
            "the editor \(editor.quoted) failed with exit code \(code); nothing is changed"
        case .editorFailed(let editor, .signal(let signal)):
            "the editor \(editor.quoted) was ended by signal \(signal); nothing is changed"
        case .editedFile(let error, let path):
            "\(path): the edited text cannot be read: \(error); nothing is changed"
        case .editedText(let error, let path): error.message(in: path)
        case .changedMeanwhile(let places):
            "nothing is written, since another program has changed \(places.listed) meanwhile, in another way"
        case .keptEdit(let error, let path): "\(error.message); what was edited is kept as \(path)"
        case .interrupted: "interrupted by a signal; nothing is changed"
        case .standardOutput(let error, let changeIsMade):
            (changeIsMade ? "the change is made, but " : "")
                + "standard output cannot be written: \(error); not all of the output is there"
        }
    }
}

extension PreferenceError {
    fileprivate var message: String {
        switch self {
        case .invalidKey(let key): "\(key.quoted) holds NUL, which no key can"
        case .wrongType, .unwritable: description
        case .store(let error): error.message
        }
    }
}

extension SchemaViolation {
    /// The keyword that asks for something else, and where it is in the schema at a path.
    func rule(in path: String) -> String {
        " (" + (keyword.map { "\($0.rawValue) in " } ?? "") + path + position.place + ")"
    }
}

extension Int {
    fileprivate var ofOtherViolations: String {
        switch self {
        case 0: ""
        case 1: ", and 1 more rule is broken"
        default: ", and \(self) more rules are broken"
        }
    }
}

extension SchemaSuggestion? {
    fileprivate var ending: String {
        switch self {
        case .renamed(let key): ": it is called \(key.quoted) now"
        case .near(let key): ": did you mean \(key.quoted)?"
        case nil: ""
        }
    }
}

extension ValueError {
    fileprivate var message: String {
        switch self {
        case .invalid(let text, let type):
            "\(text.quoted) is not \(type.wording.name)" + (type.wording.hint.map { ": write \($0)" } ?? "")
        case .outOfRange(let text, let type):
            "\(text.quoted) is out of range for \(type.wording.name)" + (type.range.map { ": \($0)" } ?? "")
        case .malformed(let type, let error):
            "the value is not \(type.wording.name)\(error.position.map { ", at \($0)" } ?? ""): "
                + error.problem.description
        case .wrongKind(let kind, let due): "the value is JSON of type \(kind.rawValue), not \(due.wording.name)"
        }
    }
}

extension PropertyListError {
    fileprivate func message(in name: String) -> String {
        "\(name)\(position.place): \(problem.description)"
    }
}

extension PropertyListKind {
    /// Why a document with a root of this kind is no suite.
    var whereSuiteIsDictionary: String { "a property list of type \(rawValue), where a suite is a dictionary" }
}

extension SourcePosition? {
    /// The place behind the name of a file: `:LINE:COLUMN`, or the offset where there are no lines.
    var place: String {
        guard let self else { return "" }
        guard let line = self.line, let column = self.column else { return ": at byte \(self.offset)" }
        return ":\(line):\(column)"
    }
}

extension String {
    /// The path of a document, of which `-` is standard input.
    var documentName: String { self == "-" ? "standard input" : self }
}

extension PropertyList {
    fileprivate var quoted: String { ((try? text) ?? "").quoted }
}

extension PathObstacle {
    fileprivate var message: String {
        switch self {
        case .missing(let place): "\(place.quoted) is unset, and --parents makes what is missing"
        case .noElement(let place, let count):
            """
            the array \(place.quoted) has \(count) \(count == 1 ? "element" : "elements"), and '-' in place of a number \
            appends one
            """
        case .scalar(let place, let kind): "\(place.quoted) is of type \(kind.rawValue), and has nothing in it"
        }
    }
}

extension [ValuePath] {
    var listed: String { map(\.quoted).firstFew }
}

extension [String] {
    fileprivate var firstFew: String {
        let shown = prefix(10).joined(separator: ", ")
        return count > 10 ? "\(shown) and \(count - 10) more" : shown
    }
}

extension UsageError {
    var message: String {
        switch self {
        case .missingVerb: "a verb is missing"
        case .unknownVerb(let word, .nearMiss(let verb)): "unknown verb \(word.quoted): did you mean '\(verb)'?"
        case .unknownVerb(let word, .equivalent(let verb)):
            "unknown verb \(word.quoted): '\(verb.name)' does it: \(verb.syntax.synopsis())"
        case .unknownVerb(let word, nil): "unknown verb \(word.quoted): 'prefs --help' lists the verbs"
        case .lineOfOtherTool(let word, let translations):
            "there is no verb \(word.quoted) here: \(translations.map(\.commandLine).joined(separator: ", or: "))"
        case .optionBeforeVerb(_, let corrected?): "the verb comes first: \(corrected.commandLine)"
        case .optionBeforeVerb(let word, nil): "the verb comes first, before \(word.quoted): \(CommandTable.synopsis)"
        case .unknownOption(let word, let verb, let suggestion?):
            "\(verb.name) has no option \(word.quoted): did you mean '\(suggestion)'?"
        case .unknownOption(let word, let verb, nil):
            "\(verb.name) has no option \(word.quoted): 'prefs help \(verb.name)' lists its options; "
                + "a word that is none but begins with '-' goes after '--'"
        case .optionNotApart(let word, let notation): "\(word.quoted) must be written apart: \(notation)"
        case .unexpectedArgument(let argument, let option):
            "'\(option)' takes no argument: leave out \(("=" + argument).quoted)"
        case .missingArgument(let placeholder, let option, let notation, nil):
            "'\(option)' needs \(placeholder.meaning) after it: \(notation)"
        case .missingArgument(let placeholder, let option, let notation, let next?):
            "'\(option)' needs \(placeholder.meaning) after it, not the option \(next.quoted): \(notation)"
        case .repeatedOption(let option, let earlier) where option == earlier:
            "'\(option)' is given twice: give it once"
        case .repeatedOption(let option, let earlier): "'\(earlier)' and '\(option)' are the same option: give it once"
        case .conflictingOptions(let first, let second):
            "'\(first)' and '\(second)' cannot stand together: give one of them"
        case .valueGivenTwice(let option, let source):
            "'\(option)' and '\(source)' both give the value: to name the type of what '\(source)' reads, "
                + "put '\(option)' after it, alone"
        case .missingOperand(let placeholder, let verb, let synopsis):
            "\(verb.name) needs \(placeholder.meaning), \(placeholder.name): \(synopsis)"
        case .surplusOperand(let word, let synopsis, nil): "\(word.quoted) is one word too many: \(synopsis)"
        case .surplusOperand(let word, let synopsis, let swallowed?):
            """
            \(word.quoted) is one word too many: \(synopsis) \
            ('\(swallowed.spelling)' took \(swallowed.arguments.map(\.quoted).joined(separator: " ")) as it stands)
            """
        case .invalidChoice(let word, let placeholder, let suggestion?):
            "\(word.quoted) is not \(placeholder.meaning): did you mean '\(suggestion)'?"
        case .emptyArgument(let option, let placeholder):
            "'\(option)' needs \(placeholder.name) after it, \(placeholder.meaning), and not nothing"
        case .encodingWithoutData(let option):
            "'\(option)' says how data is spelled, and no data is set here: put --data before the value"
        case .invalidSeconds(let word):
            "\(word.quoted) is not a number of seconds: write one from 0 to 86400, as in 2.5"
        case .invalidPointer(let text) where text.utf8.first == UInt8(ascii: "/"):
            "\(text.quoted) is no JSON Pointer: in one, '~' is written '~0', and a '/' within a name '~1'"
        case .invalidPointer(let text): "\(text.quoted) is no JSON Pointer: it begins with '/', as in /frame/0/width"
        case .pairWithoutEqualsSign(let word): "\(word.quoted) has no '=': after --pairs, write KEY=VALUE"
        case .repeatedKey(let key): "the key \(key.quoted) is given twice: give it one value"
        case .standardInputNotWritable: "standard input is there to be read: --file needs the PATH of a file to change"
        case .standardInputNotWatchable: "standard input cannot be watched: --file needs the PATH of a file"
        case .standardInputTwice: "standard input can be read once: give '-' for one file"
        case .selectorBesideFiles(let option):
            "'\(option)' selects a suite, and the files that are named stand in its place: give one or the other"
        case .optionOfOtherAction(let option, let action):
            """
            '\(option.spelling)' is not for \(action.rawValue), but for \
            \(SchemaAction.allCases.filter { $0.options.contains(option.name) }.map(\.rawValue).joined(separator: ", ")): \
            \(action.synopsis)
            """
        case .schemaWithoutSuite(let path):
            """
            \(path == "-" ? "standard input" : "the name of the file \(path.quoted)") does not say which suite the schema \
            is for: name it, as in \(["schema", "install", path, "-s", "SUITE"].commandLine)\
            \(path == "-" ? "" : ", or call the file SUITE.schema.json")
            """
        case .missingOption(let notation, let verb, let synopsis): "\(verb.name) needs \(notation): \(synopsis)"
        case .keyWithoutValue(let key):
            "the last key, \(key.quoted), has no value after it: keys and values stand in turn"
        case .typeWithoutValue(let option): "'\(option)' ends the line, and needs a value after it"
        case .invalidChoice(let word, let placeholder, nil):
            "\(word.quoted) is not \(placeholder.meaning): write one of "
                + "\(placeholder.choices?.offered.joined(separator: ", ") ?? placeholder.name)"
        }
    }
}

extension PreferenceStoreError {
    var message: String {
        switch self {
        case .invalidSuiteName(let name, let problem):
            "\(name.quoted) is no suite name: \(problem); a file of any name or place is given with --file PATH"
        case .noConfigurationDirectory(.noHome):
            "there is no configuration directory: set HOME or XDG_CONFIG_HOME to an absolute path, or use --file PATH"
        case .noConfigurationDirectory(.missingHome(let path)):
            "the home directory \(path) does not exist: set HOME or XDG_CONFIG_HOME, or use --file PATH"
        case .noConfigurationDirectory(.notUTF8(let variable)):
            "there is no configuration directory, as \(variable) is no UTF-8: set it to a path that is, or use --file PATH"
        case .noConfigurationDirectory(.raisedPrivileges):
            "there is no configuration directory for a process with raised privileges: use --file PATH"
        case .notRegularFile(let path, let kind): "\(path): is no file but a \(kind.rawValue)"
        case .notTrusted(let path, let kind, let owner):
            """
            \(path): refused: a \(kind.rawValue) of user \(CallingProcess.userName(of: owner) ?? "\(owner)") in a directory \
            that everyone can write may be a trap
            """
        case .interrupted(let path): "\(path): interrupted by a signal; nothing was written"
        case .tooManySymlinks(let path): "\(path): symbolic links lead in a circle, or on and on: mend the link"
        case .corrupt(let path, let error):
            "\(error.message(in: path)); mend the file, or put a copy in its place"
        case .rootNotDictionary(let path, let kind): "\(path): holds \(kind.whereSuiteIsDictionary)"
        case .tooLarge(let path, let size, let limit):
            "\(path): has \(size) bytes, more than the \(limit) that are read"
        case .cannotEncode(let path, _, let error) where error.problem == .commentsWouldBeLost:
            "\(path)\(error.position.place): is left as it is: \(error.problem.description)"
        case .cannotEncode(let path, let format, let error):
            "\(path): is left as it is: \(format.rawValue) cannot hold the value: \(error.problem.description)"
        case .hardLinked(let path, let count):
            """
            \(path): is left as it is, as it has \(count) names (hard links), and the others would keep the old bytes: \
            --break-hard-links replaces it all the same
            """
        case .lockTimedOut(let path, let holder):
            "\(path): is left as it is, since \(holder.map(\.description) ?? "another process") keeps it locked; try "
                + "again, or wait for longer with --lock-timeout"
        case .nestedChange(let path): "\(path): is left as it is, since a change of it is under way"
        case .changedTooOften(let path):
            "\(path): another program changes it again and again; try again when that is done"
        case .writtenBytesDiffer(let path):
            "\(path): is left as it is: the file system did not keep what was written beside it"
        case .durabilityUnknown(let path, let error):
            "\(path): the change is visible, but whether it is on the disk is unknown: \(error)"
        case .cannotWatch(.tooManyWatches):
            "files cannot be watched: the user has as many watches as the system allows: end a program that watches "
                + "files, or raise fs.inotify.max_user_watches with sysctl"
        case .cannotWatch(.tooManyWatchers):
            """
            files cannot be watched: the user has as many watchers as the system allows, or this process as many open \
            files: end a program that watches files, or raise fs.inotify.max_user_instances with sysctl, or ulimit -n
            """
        case .cannotWatch(.system(let error)): "files cannot be watched: \(error)"
        case .system(let operation, let path, let error):
            operation.leavesFileAsItIs
                ? "\(path): cannot \(operation.rawValue): \(error); the file is left as it is"
                : "\(path): cannot \(operation.rawValue): \(error)"
        }
    }

    /// What is wrong, where, and what to do, of a change: it can replace a corrupt file.
    var messageOfChange: String {
        switch self {
        case .corrupt(let path, let error): "\(error.message(in: path)); \(Self.waysOutOfDamage)"
        case .rootNotDictionary: "\(message); \(Self.waysOutOfDamage)"
        default: message
        }
    }

    private static var waysOutOfDamage: String {
        "the file is left as it is: mend it, or replace it with --replace-corrupt, which keeps the old bytes beside it"
    }
}

extension SuiteWarning {
    var message: String {
        switch self {
        case .emptyFile(let path): "\(path): the file is empty, and is taken for an empty suite"
        case .corruptFileKept(let path, let kept): "\(path): was corrupt; its old bytes are kept as \(kept)"
        case .changesTakenBack(let path, let keys):
            "\(path): another program's write took back \(keys.map(\.quoted).firstFew); the next command that writes "
                + "the suite puts it back"
        case .changesPutBack(let path, let keys):
            "\(path): another program's write had taken back \(keys.map(\.quoted).firstFew), which is put back"
        case .foreignWriteKept(let path, let kept):
            "\(path): another program wrote it at the same time; what it left could not be merged and is kept as \(kept)"
        }
    }
}
