import PreferenceCore
import PreferenceStore
import PropertyLists

/// Why the command did not do what it was asked; the wording is in Wording.swift, the exit codes in ExitCodes.swift.
enum CommandError: Error {
    case usage(UsageError)
    /// A word of the command line, counted from 1, is no UTF-8 text.
    case argumentNotUTF8(position: Int)
    case raisedPrivileges
    case unset([ValuePath], in: String)
    /// No key or value, or no place of the parts that were searched, contains a text.
    case noMatch(String, in: [String])
    case noPlace(ValuePath, PathObstacle)
    case value(ValueError, at: ValuePath)
    /// A VALUE is none of the type of the value that is in its place.
    case valueOfStoredKind(ValueError, at: ValuePath, PropertyListKind)
    case wrongType(at: ValuePath, found: PropertyListKind, expected: [PropertyListKind])
    /// A value cannot be put in its place in any format.
    case notStorable(PropertyListProblem, at: ValuePath)
    case alreadySet(ValuePath)
    /// A key that a value is to be moved or copied to is set.
    case targetIsSet(String)
    /// A document cannot be written in a form without the loss of something, in that many values besides.
    case lossy(ConversionLoss, others: Int)
    case otherValue(at: ValuePath, PropertyList, expected: PropertyList)
    /// A place is unset that has to hold the value that a text spells.
    case noValue(at: ValuePath, expected: String)
    /// The form that was asked for has no spelling for a value; without a place, the whole.
    case notRepresentable(PropertyListProblem, at: ValuePath?)
    case binaryOnTerminal(hasOutputOption: Bool)
    /// A text that holds NUL, where NUL is to end it.
    case holdsNUL
    /// A key that holds NUL, where it is to be an argument.
    case keyHoldsNUL(String)
    case valueFile(path: String, SystemError)
    case valueFileNotUTF8(path: String)
    case standardInput(SystemError)
    case standardInputMalformed(PropertyListError)
    case standardInputNotDictionary(PropertyListKind)
    case outputFile(PreferenceStoreError)
    case preferences(PreferenceError)
    case change(PreferenceError)
    case schemaFile(path: String, SystemError)
    case schema(path: String, PreferenceSchemaError)
    /// A VALUE is none of the type that the schema at a path asks for.
    case valueOfSchema(ValueError, at: ValuePath, PropertyListKind, path: String)
    /// A change breaks the schema at a path, in this way and that many others.
    case violation(SchemaViolation, others: Int, path: String)
    /// The schema at a path has no such key, perhaps another name for it.
    case unknownKey(String, SchemaSuggestion?, path: String)
    /// A schema that the line names cannot be read.
    case schemaDocument(path: String, SystemError)
    case noSchema(suite: String)
    /// The user has no schema of a suite, but the system has one, at a path.
    case schemaOfSystem(suite: String, path: String)
    case noDataDirectory
    /// A key is unset in a suite or file, and the schema at a path has none such either, but perhaps one that was
    /// meant.
    case nothingKnown(of: String, SchemaSuggestion?, in: String, schemaPath: String?)
    /// The schema at a path has a value, to which a way leads, that is to be changed by its owner alone.
    case readOnly([String], path: String)
    /// What a document holds at a place, if it is known, breaks a schema: the error that says how.
    indirect case inDocument(CommandError, path: String, SourcePosition?)
    case editorNotUTF8(variable: String)
    /// The editor could not be started, or did not end as a program does that has done its work.
    case editorFailed(String, EditorFailure)
    /// A text that was edited cannot be read, or is no document.
    case editedFile(SystemError, path: String)
    case editedText(PropertyListError, path: String)
    case changedMeanwhile([ValuePath])
    /// What went wrong with a text that was edited, and is kept at a path.
    indirect case keptEdit(CommandError, path: String)
    case interrupted
    /// Standard output cannot be written, though the verb has done what it does.
    case standardOutput(SystemError, changeIsMade: Bool)
}

extension CommandError {
    static func store(_ error: PreferenceStoreError) -> CommandError {
        .preferences(.store(error))
    }
}

/// What an expression returns, its error as one of the command's, whose name the compiler knows by that.
func rethrowing<Value: ~Copyable, Inner: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    as wrap: (Inner) -> CommandError
) throws(CommandError) -> Value {
    do {
        return try value()
    } catch {
        throw wrap(error)
    }
}

enum EditorFailure: Hashable {
    case notStarted(SystemError)
    case exit(Int32)
    case signal(Int32)
}
