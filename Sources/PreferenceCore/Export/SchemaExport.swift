public import PreferenceSchemas
import PreferenceStore
import PropertyLists

extension PreferenceSchema {
    /// Runs a program, or a command of an application, that writes the schema of the application's preferences.
    ///
    /// ```swift
    /// // main.swift
    /// PreferenceSchema.main(keys: [.launchCount, .username], scopes: [GeneralScope.self], title: "Editor")
    /// ```
    ///
    /// The arguments select an action:
    ///
    /// - Without arguments, it prints the schema.
    /// - `-o FILE` writes the schema to a file, completely or not at all.
    /// - `--check FILE` writes nothing, and fails if the file differs from the schema, for continuous integration.
    /// - `--help` prints a description of the options.
    ///
    /// The program exits with one of these codes:
    ///
    /// - 0: success.
    /// - 1: the file differs.
    /// - 2: the arguments are invalid.
    /// - 3: a declaration is invalid, such as a default that breaks its own rule.
    /// - 5: a file cannot be read or written.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - scopes: the scopes, whose stored keys follow `keys`.
    ///   - suite: the suite of the schema; nil for the standard suite. An invalid name stops the process at once.
    ///   - title: the title of the schema, such as the application's name.
    ///   - migrations: the steps that lead to the version of the suite, which the schema then describes.
    ///   - allowsOtherKeys: whether the suite may contain other keys.
    ///   - program: the program's name in messages; nil for its file name.
    ///   - arguments: the arguments; nil for those of the command line, without the program's name.
    public static func main(
        keys: [PreferenceKeys] = [],
        scopes: [any PreferenceScope.Type] = [],
        suite: String? = nil,
        title: String? = nil,
        migrations: [PreferenceMigration] = [],
        allowsOtherKeys: Bool = true,
        program: String? = nil,
        arguments: [String]? = nil
    ) -> Never {
        let export = SchemaExport(program: program ?? (try? SuiteName.ofProcess())?.rawValue ?? "schema") {
            () throws(PreferenceSchemaError) in
            try PreferenceSchema(
                keys: keys,
                scopes: scopes,
                suite: suite,
                title: title,
                migrations: migrations,
                allowsOtherKeys: allowsOtherKeys
            )
        }
        CallingProcess.end(export.run(arguments ?? CallingProcess.arguments))
    }
}

/// Writes the schema of a program's preferences, as the arguments of a command line specify.
struct SchemaExport {
    let program: String
    /// The closure that creates the schema when it is needed.
    let schema: () throws(PreferenceSchemaError) -> PreferenceSchema
    var writeOutput: ([UInt8]) throws(SystemError) -> Void = StandardStream.output.write
    var writeError: ([UInt8]) -> Void = { try? StandardStream.error.write($0) }

    /// Runs the program.
    ///
    /// - Parameter arguments: the arguments, without the program's name; nil if one is not UTF-8.
    /// - Returns: the exit code.
    func run(_ arguments: [String]?) -> Int32 {
        do throws(SchemaExportFailure) {
            try answer(arguments)
            return 0
        } catch {
            writeError(Array("\(program): \(error.message)\n".utf8))
            return error.exitCode
        }
    }

    private func answer(_ arguments: [String]?) throws(SchemaExportFailure) {
        guard var words = arguments?[...] else { throw .usage("an argument is not UTF-8") }
        var file: (path: String, isChecked: Bool)?
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (option, attached) = word.hasPrefix("--") && parts.count == 2 ? (parts[0], parts[1]) : (word, nil)
            switch option {
            case "-h" where attached == nil, "--help" where attached == nil:
                return try print(Array(usage.utf8))
            case "-o", "--output", "--check":
                guard let path = attached ?? words.popFirst(), !path.isEmpty else {
                    throw .usage("'\(option)' needs a FILE")
                }
                guard file == nil else { throw .usage("-o and --check cannot be combined or repeated") }
                file = (path, option == "--check")
            default:
                throw .usage("unknown argument '\(word)'")
            }
        }
        let document = try document()
        switch file {
        case (let path, isChecked: true)?:
            guard try document == contents(of: path) else {
                throw .differs("\(path) differs from the declarations; '-o \(path)' rewrites it")
            }
        case (let path, isChecked: false)? where path != "-":
            // A schema is not secret: it is installed, and kept with the sources.
            try rethrowing(try AtomicFile(path: path).write(document.span, access: .readableByAll)) {
                (error: PreferenceStoreError) in
                SchemaExportFailure.file("\(error)")
            }
        default: try print(document)
        }
    }

    private func document() throws(SchemaExportFailure) -> [UInt8] {
        try rethrowing(Array(try schema().json().utf8), as: SchemaExportFailure.invalid)
    }

    private func contents(of path: String) throws(SchemaExportFailure) -> [UInt8] {
        do throws(SystemError) {
            return try PlainFile.read(path)
        } catch .noSuchFile {
            throw .differs("\(path) does not exist; '-o \(path)' writes it")
        } catch {
            throw .file("cannot read \(path): \(error)")
        }
    }

    private func print(_ bytes: [UInt8]) throws(SchemaExportFailure) {
        try rethrowing(try writeOutput(bytes)) { (error: SystemError) in
            SchemaExportFailure.file("cannot write standard output: \(error)")
        }
    }

    var usage: String {
        """
        usage: \(program) [-o FILE | --check FILE]

        Prints the JSON Schema of the program's preferences, for the prefs command.

          -o, --output FILE   Write the schema to FILE, atomically
          --check FILE        Print nothing; fail if FILE differs from the schema
          -h, --help          Print this help

        Exit codes: 0 done, 1 FILE differs, 2 invalid arguments, 3 invalid declaration, 5 a file cannot be
        read or written.

        """
    }
}

/// An error of the program, with a case for each exit code; `prefs` uses the same codes.
private enum SchemaExportFailure: Error {
    /// The file does not contain the schema; the text is the message.
    case differs(String)
    case usage(String)
    case invalid(PreferenceSchemaError)
    case file(String)

    var exitCode: Int32 {
        switch self {
        case .differs: 1
        case .usage: 2
        case .invalid: 3
        case .file: 5
        }
    }

    /// One line that describes the error and the remedy.
    var message: String {
        switch self {
        case .differs(let words), .file(let words): words
        case .usage(let problem): "\(problem)\nhint: --help explains the arguments"
        case .invalid(let error): "\(error)"
        }
    }
}
