import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandError {
    /// What is wrong, where, and what to do, without the program's name in front and a line break at the end.
    var message: String {
        switch self {
        case .usage(let error):
            error.message
        case .argumentNotUTF8(let position):
            "argument \(position) is not UTF-8: for bytes, 'prefs set KEY --value-file PATH --data' takes them from a file"
        case .raisedPrivileges:
            "cannot read or write files: the process has raised privileges (set-user-ID or the like)"
        case .unset(let places, let suite):
            "\(places.listed) \(places.count == 1 ? "is" : "are") unset in \(suite)"
        case .noPlace(let place, let obstacle):
            "there is no place for \(place.quoted): \(obstacle.message)"
        case .value(let error, let place):
            "\(place.quoted) is left as it is: \(error.message)"
        case .valueOfStoredKind(let error, let place, let kind):
            """
            \(place.quoted) is left as it is, since it is of type \(kind.rawValue): \(error.message); \
            to store another type, name it, as in --string
            """
        case .wrongType(let place, let found, let expected):
            """
            \(place.quoted) holds a value of type \(found.rawValue), not \
            \(expected.map(\.rawValue).joined(separator: " or "))
            """
        case .notStorable(let problem, let place):
            "\(place.quoted) is left as it is: \(problem.description)"
        case .alreadySet(let place):
            "\(place.quoted) is left as it is, since it is set already"
        case .targetIsSet(let key):
            "\(key.quoted) is left as it is, since it is set already: --force replaces it"
        case .lossy(let loss, let others):
            """
            \(loss.description)\(others > 0 ? ", and \(others) more lose something" : ""): nothing is written; --lossy \
            goes on all the same, and --format typed-json or binary holds everything
            """
        case .otherValue(let place, let found, let expected) where found.kind == expected.kind:
            "\(place.quoted) is left as it is, since it holds \(found.quoted), not \(expected.quoted)"
        case .otherValue(let place, let found, let expected):
            """
            \(place.quoted) is left as it is, since it holds the \(found.kind.rawValue) \(found.quoted), not the \
            \(expected.kind.rawValue) \(expected.quoted)
            """
        case .noValue(let place, let expected):
            "\(place.quoted) is left unset, since it does not hold \(expected.quoted)"
        case .notRepresentable(let problem, let place?):
            "the value of \(place.quoted) cannot be printed like that: \(problem.description)"
        case .notRepresentable(let problem, nil):
            "this cannot be printed like that: \(problem.description)"
        case .binaryOnTerminal(hasOutputOption: true):
            "cannot write binary data to a terminal: -o FILE writes it to a file"
        case .binaryOnTerminal(hasOutputOption: false):
            "cannot write binary data to a terminal: redirect standard output to a file"
        case .holdsNUL:
            "a key or value holds NUL, which cannot end its own record: use --json"
        case .keyHoldsNUL(let key):
            "the key \(key.quoted) holds NUL, which no argument of a command can: use another format"
        case .valueFile(let path, let error):
            "\(path): the value cannot be read: \(error)"
        case .valueFileNotUTF8(let path):
            "\(path): the value is not UTF-8 text: store it as bytes with --data after --value-file"
        case .standardInput(let error):
            "standard input cannot be read: \(error)"
        case .standardInputMalformed(let error):
            "standard input\(error.place): \(error.problem.description)"
        case .standardInputNotDictionary(let kind):
            "standard input holds a property list of type \(kind.rawValue), where a suite is a dictionary"
        case .outputFile(let error):
            error.message
        case .preferences(let error):
            error.message
        case .change(.store(let error)):
            error.messageOfChange
        case .change(let error):
            error.message
        case .schemaFile(let path, let error):
            "\(path): the schema cannot be read: \(error); --no-schema does without it"
        case .schema(let path, let error):
            "\(path)\(error.position.place): \(error); --no-schema does without it"
        case .valueOfSchema(let error, let place, let kind, let path):
            """
            \(place.quoted) is left as it is, since \(path) has it of type \(kind.rawValue): \(error.message)
            """
        case .violation(let violation, let others, let path):
            """
            \(violation.path.isEmpty ? "nothing is changed" : "\(violation.path.quotedPlace) is left as it is"): \
            \(violation.description)\(others.ofOtherViolations)\(violation.rule(in: path))
            """
        case .unknownKey(let key, let suggestion, let path):
            "\(key.quoted) is left as it is: \(path) has no such key\(suggestion.map { ": \($0.message)" } ?? "")"
        case .schemaDocument(let path, let error):
            "\(path): the schema cannot be read: \(error)"
        case .noSchema(let suite):
            """
            the suite \(suite.quoted) has no schema: 'prefs schema list' prints the suites that have one, and \
            '\(["schema", "infer", "-s", suite].commandLine)' a first one for this
            """
        case .schemaOfSystem(let suite, let path):
            """
            the schema of the suite \(suite.quoted) is \(path), which belongs to the system and stays: --no-schema does \
            without it
            """
        case .noDataFolder:
            "there is no folder for schemas: set HOME or XDG_DATA_HOME to an absolute path"
        case .nothingKnown(let key, _, let place, schemaPath: nil):
            "nothing is known of \(key.quoted): it is unset in \(place), which has no schema"
        case .nothingKnown(let key, let suggestion, let place, let path?):
            """
            nothing is known of \(key.quoted): it is unset in \(place), and \(path) has no such key\
            \(suggestion.map { ": \($0.message)" } ?? "")
            """
        case .readOnly(let place, let path):
            "\(place.quotedPlace) is left as it is: by \(path), nobody but its owner changes it (readOnly)"
        case .inDocument(let error, let path, let position):
            "\(path == "-" ? "standard input" : path)\(position.place): \(error.message)"
        case .editorNotUTF8(let variable):
            "$\(variable) is no UTF-8: set it to the command of an editor"
        case .editorFailed(let editor, .notStarted(let error)):
            "the editor \(editor.quoted) cannot be started: \(error); nothing is changed"
        case .editorFailed(let editor, .exit(let code)):
            "the editor \(editor.quoted) failed with exit code \(code); nothing is changed"
        case .editorFailed(let editor, .signal(let signal)):
            "the editor \(editor.quoted) was ended by signal \(signal); nothing is changed"
        case .editedText(.unreadable(let error), let path):
            "\(path): the edited text cannot be read: \(error); nothing is changed"
        case .editedText(.malformed(let error), let path):
            "\(path)\(error.place): \(error.problem.description)"
        case .editedText(.notDictionary(let kind), let path):
            "\(path): holds a property list of type \(kind.rawValue), where a suite is a dictionary"
        case .changedMeanwhile(let places):
            "nothing is written, since another program has changed \(places.listed) meanwhile, in another way"
        case .keptEdit(let error, let path):
            "\(error.message); what was edited is kept as \(path)"
        case .interrupted:
            "interrupted by a signal; nothing is changed"
        case .standardOutput(let error, changeIsMade: false):
            "standard output cannot be written: \(error); not all of the output is there"
        case .standardOutput(let error, changeIsMade: true):
            "the change is made, but standard output cannot be written: \(error); not all of the output is there"
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
    /// The keyword that asks for something else, and where it stands in the schema at a path.
    func rule(in path: String) -> String {
        " (" + (keyword.map { "\($0.rawValue) in " } ?? "") + path + position.place + ")"
    }
}

extension Int {
    /// That so many violations more are found.
    fileprivate var ofOtherViolations: String {
        switch self {
        case 0: ""
        case 1: ", and 1 more rule is broken"
        default: ", and \(self) more rules are broken"
        }
    }
}

extension SchemaSuggestion {
    fileprivate var message: String {
        switch self {
        case .renamed(let key): "it is called \(key.quoted) now"
        case .near(let key): "did you mean \(key.quoted)?"
        }
    }
}

extension ValueError {
    fileprivate var message: String {
        switch self {
        case .invalid(let text, let type):
            "\(text.quoted) is not \(type.name)" + (type.hint.map { ": write \($0)" } ?? "")
        case .outOfRange(let text, let type):
            "\(text.quoted) is out of range for \(type.name)" + (type.range.map { ": \($0)" } ?? "")
        case .malformed(let type, let error):
            "the value is not \(type.name)\(error.placeInWords): \(error.problem.description)"
        case .wrongKind(let kind, let due):
            "the value is JSON of type \(kind.rawValue), not \(due.name)"
        }
    }
}

extension ValueType {
    /// What spells a value of the type.
    fileprivate var hint: String? {
        switch self {
        case .kind(.integer): "digits, as in -42"
        case .kind(.real): "digits, as in 1.5 or 1e-3, or nan, inf, -inf"
        case .kind(.boolean): "true, false, yes, no, on, off, 1 or 0"
        case .kind(.date): "RFC 3339, as in 2025-01-31T12:00:00Z"
        case .kind(.data): "base64, as in AQI=, or digits with --hex"
        case .hexadecimal: "pairs of hexadecimal digits"
        case .kind(.uid): "digits"
        case .kind(.string), .kind(.array), .kind(.dictionary), .json, .propertyList: nil
        }
    }

    /// The range of the type's numbers.
    fileprivate var range: String? {
        switch self {
        case .kind(.integer): "integers go from \(PropertyListInteger.min) to \(PropertyListInteger.max)"
        case .kind(.real): "floats end at \(Double.greatestFiniteMagnitude)"
        default: nil
        }
    }
}

extension PropertyList {
    /// The value as it is printed, in quotes.
    fileprivate var quoted: String {
        ((try? text) ?? "").quoted
    }
}

extension PlaceObstacle {
    fileprivate var message: String {
        switch self {
        case .missing(let place):
            "\(place.quoted) is unset, and --parents makes what is missing"
        case .noElement(let place, let count):
            """
            the array \(place.quoted) has \(count) \(count == 1 ? "element" : "elements"), and '-' in place of a number \
            appends one
            """
        case .scalar(let place, let kind):
            "\(place.quoted) is of type \(kind.rawValue), and has nothing in it"
        }
    }
}

extension [ValuePlace] {
    /// The first few of many, in quotes.
    var listed: String {
        let shown = prefix(10).map(\.quoted).joined(separator: ", ")
        return count > 10 ? "\(shown) and \(count - 10) more" : shown
    }
}
