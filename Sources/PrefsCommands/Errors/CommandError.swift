import PreferenceCore
import PreferenceStore
import PropertyLists

/// Why the command did not do what it was asked; the wording is in Wording.swift, the exit codes in ExitCodes.swift.
enum CommandError: Error {
    /// The command line is wrong.
    case usage(UsageError)
    /// A word of the command line, counted from 1, is no UTF-8 text.
    case argumentNotUTF8(position: Int)
    /// The process has more rights than the user who started it.
    case raisedPrivileges
    /// Places that hold nothing in a suite or file.
    case unset([ValuePlace], in: String)
    /// There is nowhere to put a value.
    case noPlace(ValuePlace, PlaceObstacle)
    /// A VALUE is none of the type that is named.
    case value(ValueError, at: ValuePlace)
    /// A VALUE is none of the type of the value that is in its place.
    case valueOfStoredKind(ValueError, at: ValuePlace, PropertyListKind)
    /// A place holds a value of another type than those asked for.
    case wrongType(at: ValuePlace, found: PropertyListKind, expected: [PropertyListKind])
    /// A value cannot be put in its place in any format.
    case notStorable(PropertyListProblem, at: ValuePlace)
    /// A place that has to be unset is set.
    case alreadySet(ValuePlace)
    /// A key that a value is to be moved or copied to is set.
    case targetIsSet(String)
    /// A document cannot be written in a form without the loss of something, in that many values besides.
    case lossy(ConversionLoss, others: Int)
    /// A place holds another value than the one that it has to hold.
    case otherValue(at: ValuePlace, PropertyList, expected: PropertyList)
    /// A place is unset that has to hold the value that a text spells.
    case noValue(at: ValuePlace, expected: String)
    /// The form that was asked for has no spelling for a value; without a place, the whole.
    case notRepresentable(PropertyListProblem, at: ValuePlace?)
    /// Bytes that are no text, on a terminal.
    case binaryOnTerminal(hasOutputOption: Bool)
    /// A text that holds NUL, where NUL is to end it.
    case holdsNUL
    /// A key that holds NUL, where it is to be an argument.
    case keyHoldsNUL(String)
    /// A file whose content is to be the VALUE cannot be read.
    case valueFile(path: String, SystemError)
    /// A file whose content is to be the VALUE holds no UTF-8 text.
    case valueFileNotUTF8(path: String)
    /// Standard input cannot be read.
    case standardInput(SystemError)
    /// Standard input holds no suite.
    case standardInputMalformed(PropertyListError)
    /// Standard input holds a property list of another kind than a suite.
    case standardInputNotDictionary(PropertyListKind)
    /// The file that the data should go to cannot be written.
    case outputFile(PreferenceStoreError)
    /// The preferences, or the files that they are read from.
    case preferences(PreferenceError)
    /// The file that is to be changed.
    case change(PreferenceError)
    /// A schema cannot be read.
    case schemaFile(path: String, SystemError)
    /// A schema is malformed.
    case schema(path: String, PreferenceSchemaError)
    /// A VALUE is none of the type that the schema at a path asks for.
    case valueOfSchema(ValueError, at: ValuePlace, PropertyListKind, path: String)
    /// A change breaks the schema at a path, in this way and that many others.
    case violation(SchemaViolation, others: Int, path: String)
    /// The schema at a path has no such key, perhaps another name for it.
    case unknownKey(String, SchemaSuggestion?, path: String)
    /// A schema that the line names cannot be read.
    case schemaDocument(path: String, SystemError)
    /// A suite has no schema.
    case noSchema(suite: String)
    /// The user has no schema of a suite, but the system has one, at a path.
    case schemaOfSystem(suite: String, path: String)
    /// There is no folder for the user's schemas.
    case noDataFolder
    /// A key is unset in a suite or file, and the schema at a path has none such either, but perhaps one that was meant.
    case nothingKnown(of: String, SchemaSuggestion?, in: String, schemaPath: String?)
    /// The schema at a path has a value, to which a way leads, that is to be changed by its owner alone.
    case readOnly([String], path: String)
    /// What a document holds at a place, if it is known, breaks a schema: the error that says how.
    indirect case inDocument(CommandError, path: String, SourcePosition?)
    /// The variable that names the editor is no UTF-8.
    case editorNotUTF8(variable: String)
    /// The editor could not be started, or did not end as a program does that has done its work.
    case editorFailed(String, EditorFailure)
    /// The text that was edited cannot be read, or is no suite.
    case editedText(EditedTextProblem, path: String)
    /// Keys that were edited have other values in the file by now.
    case changedMeanwhile([ValuePlace])
    /// What went wrong with a text that was edited, and is kept at a path.
    indirect case keptEdit(CommandError, path: String)
    /// A signal has come that ends the process.
    case interrupted
    /// Standard output cannot be written, though the verb has done what it does.
    case standardOutput(SystemError, changeIsMade: Bool)
}

/// Why a text that was edited is no suite.
enum EditedTextProblem: Error, Hashable {
    /// The file is gone, say.
    case unreadable(SystemError)
    /// The text is no document in its form.
    case malformed(PropertyListError)
    /// The text is a document of another kind than a suite.
    case notDictionary(PropertyListKind)
}

/// Why an editor has not done its work.
enum EditorFailure: Hashable {
    /// No shell could be started for it.
    case notStarted(SystemError)
    /// It exited with a code that is not 0.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
}
