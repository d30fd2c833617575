import PreferenceStore

/// Why a program does not do what it is asked to do with its schema.
enum SchemaExportFailure: Error {
    /// The file does not hold the schema.
    case differs(path: String)
    /// There is no file that could hold it.
    case missing(path: String)
    /// The arguments are none that are known, which is said in words.
    case usage(String)
    /// A declaration is invalid.
    case invalid(PreferenceSchemaError)
    /// A file cannot be read.
    case unreadable(path: String, SystemError)
    /// A file cannot be written.
    case unwritable(PreferenceStoreError)
    /// Standard output takes nothing.
    case output(SystemError)

    /// The code that the program exits with, as `prefs` does.
    var exitCode: Int32 {
        switch self {
        case .differs, .missing: 1
        case .usage: 2
        case .invalid: 3
        case .unreadable, .unwritable, .output: 5
        }
    }

    /// One line that says what happened, and what to do.
    var message: String {
        switch self {
        case .differs(let path): "\(path) is not what the declarations say: write it anew by '-o \(path)'"
        case .missing(let path): "\(path) is not there: write it by '-o \(path)'"
        case .usage(let problem): "\(problem): see --help"
        case .invalid(let error): "\(error)"
        case .unreadable(let path, let error): "\(path): \(error)"
        case .unwritable(let error): "\(error)"
        case .output(let error): "standard output: \(error)"
        }
    }
}
