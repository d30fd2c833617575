import PreferenceCore
import PreferenceStore

/// A message on standard error: a line with the failure and its cause, and perhaps a line with a hint.
struct Message: ExpressibleByStringInterpolation, Equatable {
    let text: String
    let hint: String?

    init(_ text: String, hint: String? = nil) {
        self.text = text
        self.hint = hint
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    /// Returns the lines after a label such as `prefs`, each with a line break.
    ///
    /// Control characters are escaped, so that a file or an argument can neither break a line nor control a terminal.
    func lines(labelled label: String, withHint: Bool = true) -> [UInt8] {
        let hint = withHint ? self.hint : nil
        let lines = ["\(label): \(text)"] + (hint.map { ["hint: \($0)"] } ?? [])
        return lines.flatMap { Array("\($0.escapingControlCharacters)\n".utf8) }
    }
}

/// A note, which the command prints beside its result.
///
/// The messages are in NoteWording.swift.
enum CommandNote: Sendable {
    // MARK: With --verbose

    case set([ValuePath])
    case unchanged([ValuePath])
    case changed([ValuePath], path: String)
    case renamed(ValuePath, to: String)
    /// A key was copied to another one in the suite at a path.
    case copied(ValuePath, to: String, path: String)
    /// Keys, or all of them if none is named, were removed from the file at a path.
    case removedKeys([ValuePath], path: String)
    case nothingToRemove([ValuePath])
    case wrote(path: String)
    case nothingWritten
    case noProblems(path: String)
    case removedFile(path: String)
    case watching(String)
    /// The values of keys, or everything if none is named, were erased from the history of a file.
    case forgot([String], path: String)
    case nothingToForget(path: String)
    /// Removed files in the history, with these identifiers, still have values that were to be erased.
    case inRemovedFile(ids: [String], path: String)
    /// The values that a new schema calls secret were erased from the history of a file.
    case forgotSecrets(path: String)

    // MARK: Without --quiet

    case warning(SuiteWarning)
    /// A recorded change was undone; the age is in words.
    case undone(action: String, age: String, id: String)
    /// The values at some places are not recorded: they are secret, or were erased.
    case valuesNotRecorded([ValuePath])
    /// Of the files that a run was to change, the history has records of the first ones only.
    case partOfRun(Int, of: Int)
    /// A change was redone that had been undone.
    case redone(id: String)
    case ignored(SchemaWarning, path: String)
    case deprecated(key: String, summary: String?, path: String)
    case lost(ConversionLoss)
    /// Dates or data are strings in the printed JSON.
    case typesLost
    /// The format of the file stores the dates at some places without fractions of seconds.
    case fractionLost([ValuePath])
    /// The values at some places have other types than before, as a document says.
    case retyped([ValuePath])
    /// `UserDefaults` reads the integers at some places as 0.
    case integerTooLarge([ValuePath])
    /// The variable contains a relative path, which is ignored.
    case relativePath(String, variable: String)
    /// No file of a suite exists; there may be a suite with a similar name.
    case missingSuite(String, suggestion: String?)
    case missingFile(path: String)
    /// A directory has no file of a suite.
    case noSuites(path: String)
    /// The files at these paths belong to no suite, because of their names.
    case filesOfNoSuite([String])
    /// A file that was written can contain secret values, or a whole configuration.
    case holdsSecrets(path: String)
    /// Others can read such a file, which existed before.
    case openToOthers(path: String)
    /// Keys are secret no longer by themselves, or were not.
    case notSecret([String], path: String)
    case wasNotSecret([String], path: String)
    /// A new key has the name of a suite, or of a domain for which no suite exists.
    case keyNamedLikeSuite(String, exists: Bool)
    /// A pattern of keys that matches none is the name of a suite; the words are those of a corrected line.
    case patternNamedLikeSuite(String, corrected: [String])
    case nothingChanged
    /// Nothing was removed, but the user may have intended a line with these arguments.
    case notRemoved([String])
    /// A suite has the system's schema now.
    case schemaOfSystem(suite: String, path: String)
    case nothingInstalled
    case gitConfigured(isGlobal: Bool)
    /// A note about one suite of several.
    indirect case ofSuite(String, CommandNote)
    /// A problem that does not make the command fail.
    case error(CommandError)
}
