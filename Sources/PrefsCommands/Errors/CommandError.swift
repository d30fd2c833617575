import PreferenceCore
import PreferenceStore
import PropertyLists

/// An error of the command.
///
/// The messages are in Wording.swift, and the exit codes in ExitCodes.swift.
enum CommandError: Error {
    case usage(UsageError)
    /// An argument, counted from 1, is not UTF-8.
    case argumentNotUTF8(position: Int)
    case raisedPrivileges
    case unset([ValuePath], in: String, hint: UnsetHint?)
    /// The first of several keys or files does not exist, but is the name of a suite, or can be; the lines are what the
    /// user may mean.
    case suiteAsKey(String, exists: Bool, corrected: [[String]])
    /// Nothing in the searched parts, such as keys or values, contains the text.
    case noMatch(String, in: [String])
    case noPlace(ValuePath, PathObstacle)
    case value(ValueError, at: ValuePath)
    /// A VALUE does not match the type of the value that it replaces.
    case valueOfStoredKind(ValueError, at: ValuePath, PropertyListKind)
    case wrongType(at: ValuePath, found: PropertyListKind, expected: [PropertyListKind])
    /// A value of a document would change the type of the stored one.
    case typeChange(TypeChange, in: UntypedDocument)
    /// No format can store the value at this place.
    case notStorable(PropertyListProblem, at: ValuePath)
    /// The target key of a move or copy is already set.
    case targetIsSet(String)
    /// A value of a seed is one for `--secrets`, since the schema calls it secret.
    case secretInSeed(String)
    /// A seed of secrets is malformed, at a place whose text is not shown.
    case secretsMalformed(path: String, SourcePosition?)
    /// Which keys are secret cannot be read or remembered.
    case secretNames(PreferenceStoreError)
    /// The form cannot represent a value without loss, nor this many others.
    case lossy(ConversionLoss, others: Int)
    case otherValue(at: ValuePath, PropertyList, expected: PropertyList)
    /// A secret value is not the given one.
    case otherSecret(at: ValuePath)
    /// The place is unset, but the given value is required there.
    case noValue(at: ValuePath, expected: String)
    /// The requested form cannot represent the value at a place; without a place, the whole document.
    case notRepresentable(PropertyListProblem, at: ValuePath?)
    case binaryOnTerminal(hasOutputOption: Bool)
    /// A text contains NUL, although NUL is the terminator.
    case containsNUL
    /// A key contains NUL, which no command-line argument can.
    case keyContainsNUL(String)
    case valueFile(path: String, SystemError)
    case valueFileNotUTF8(path: String)
    case standardInput(SystemError)
    case standardInputMalformed(PropertyListError)
    case standardInputNotDictionary(PropertyListKind)
    /// A key in a document of suites is not the name of a suite.
    case suiteName(PreferenceStoreError)
    /// The value of a suite in a document of suites has another type.
    case suiteNotDictionary(String, PropertyListKind)
    /// A change of several suites failed after these were written, and before the others were.
    indirect case stopped(CommandError, written: [String], unwritten: [String])
    case outputFile(PreferenceStoreError)
    case preferences(PreferenceError)
    case change(PreferenceError)
    case schemaFile(path: String, SystemError)
    case schema(path: String, PreferenceSchemaError)
    /// A VALUE does not match the type that the schema at a path requires.
    case valueOfSchema(ValueError, at: ValuePath, path: String)
    /// A change violates the schema at a path.
    case violation(SchemaViolation, path: String)
    /// A change violates the schema at a path in so many ways, of which only the first are printed.
    case moreViolations(count: Int, path: String)
    /// Changes fail for several reasons, for example because a suite violates its schema in several ways.
    indirect case several(CommandError, [CommandError])
    /// The schema at a path does not declare the key, but may declare a similar one.
    case unknownKey(String, SchemaSuggestion?, path: String)
    /// A schema that the command line names cannot be read.
    case schemaDocument(path: String, SystemError)
    case noSchema(suite: String)
    /// The user has not installed a schema for the suite, but the system has one at a path.
    case schemaOfSystem(suite: String, path: String)
    case noDataDirectory
    /// The key is not set, and the schema at a path does not declare it, but may declare a similar one.
    case nothingKnown(of: String, SchemaSuggestion?, in: String, schemaPath: String?)
    /// The schema at a path marks the value that an array of keys leads to as `readOnly`.
    case readOnly([String], path: String)
    /// A document violates a schema, in the way that the error says; the position is given if it is known.
    indirect case inDocument(CommandError, path: String, SourcePosition?)
    // MARK: History

    case noHistoryDirectory
    /// No recorded change has an identifier that begins so.
    case noChange(id: String)
    case nothingToUndo(in: String)
    case nothingToRedo(in: String)
    case alreadyTakenBack(id: String)
    /// The values of a change were too large to be recorded, or are no longer kept.
    case notKept(id: String)
    /// Of the files that a run changed, only some have a record of it.
    case partsNotKept(id: String, count: Int, of: Int)
    /// The values at some places are not recorded: they are secret, or were erased.
    case valuesNotKept([ValuePath], id: String)
    /// A place, and this many others, have changed since in a suite, which is nil if only one is concerned.
    case changedSince(HistoryConflict, others: Int, id: String, suite: String?)
    /// A removed file exists again.
    case suiteExists(path: String, id: String)
    /// A restored file has changed since.
    case suiteChanged(path: String, id: String)
    /// The path of a recorded change leads to another file now.
    case fileMoved(path: String)
    case noSuite(String, near: String?)
    /// The removal of a file cannot be recorded, for this reason; nil if changes are not to be recorded.
    case notRecordable(path: String, PreferenceStoreError?)

    // MARK: Editing

    case editorNotUTF8(variable: String)
    /// The editor could not be started, or failed.
    case editorFailed(String, EditorFailure)
    /// The edited text cannot be read.
    case editedFile(SystemError, path: String)
    case editedText(PropertyListError, path: String)
    case changedMeanwhile([ValuePath])
    /// An edit failed, and the edited text is kept at a path.
    indirect case keptEdit(CommandError, path: String)
    case interrupted
    /// Both sides of a merge have changed this many values of the file at a path, which keeps ours.
    case mergeConflicts(count: Int, path: String, isInGit: Bool)
    /// The file at a path could not be merged key by key.
    indirect case mergeRefused(CommandError, path: String, MergeRemains)
    /// git has not written a setting; the exit code is nil if git is not installed.
    case gitFailed(setting: String, code: Int32?, isGlobal: Bool)
    /// An error that nothing inspects, made where it happens.
    case failure(ExitCode, Message)
    /// Standard output cannot be written, although the verb has done its work.
    case standardOutput(SystemError, changeIsMade: Bool)
}

extension CommandError {
    /// Returns the error for what a lower module, or the parser of the line, has thrown.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as CommandError: error
            case let error as UsageError: .usage(error)
            case let error as PreferenceStoreError: .store(error)
            case let error as PreferenceError: .preferences(error)
            default: .failure(.writeFailed, Message("\(error)"))
            }
    }

    /// Returns one error for several; nil for none.
    init?(_ errors: [CommandError]) {
        guard let first = errors.first else { return nil }
        self = errors.count == 1 ? first : .several(first, Array(errors.dropFirst()))
    }

    /// Returns the error for changes of types in a document; nil if there are none.
    init?(refusing changes: [TypeChange], in document: UntypedDocument) {
        self.init(changes.map { CommandError.typeChange($0, in: document) })
    }

    static func store(_ error: PreferenceStoreError) -> CommandError {
        .preferences(.store(error))
    }
}

/// Returns the value of an expression, and converts its error to a `CommandError`.
///
/// The concrete error type lets the closure name a case without its type, as in `.schemaFile`.
func rethrowing<Value: ~Copyable, Inner: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    as wrap: (Inner) -> CommandError
) throws -> Value {
    do throws(Inner) {
        return try value()
    } catch {
        throw wrap(error)
    }
}

/// A document whose values do not change types.
enum UntypedDocument: Hashable {
    case seed
    case editedText
}

enum EditorFailure: Hashable {
    case notStarted(SystemError)
    case exit(Int32)
    case signal(Int32)
}
