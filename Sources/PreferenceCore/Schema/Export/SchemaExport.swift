import PreferenceStore
import PropertyLists

extension PreferenceSchema {
    /// The whole of a program that writes the schema of an application's preferences, or one of an application's commands.
    ///
    /// ```swift
    /// // main.swift
    /// PreferenceSchema.main(keys: [.launchCount, .username], scopes: [GeneralScope.self], title: "Editor")
    /// ```
    ///
    /// Without arguments it prints the schema; `-o FILE` writes it to a file, whole or not at all; `--check FILE` writes
    /// nothing and fails where the file is another, for continuous integration; `--help` says so. The process ends with 0
    /// when that is done, 1 where the file differs, 2 for other arguments, 3 where a declaration is invalid, such as a
    /// default that breaks its own rule, and 5 where a file cannot be read or written.
    ///
    /// - Parameters:
    ///   - keys: the keys.
    ///   - scopes: scopes, whose stored keys come after those.
    ///   - suite: the suite that the schema is of; nil is the standard one. An invalid name stops the process at once.
    ///   - title: what the preferences are those of, such as the application's name.
    ///   - allowsOtherKeys: whether the suite may have other keys too.
    ///   - program: what messages call the program; nil is its file's name.
    ///   - arguments: the words to go by; nil are those of the command line behind the program.
    public static func main(
        keys: [PreferenceKeys] = [],
        scopes: [any PreferenceScope.Type] = [],
        suite: String? = nil,
        title: String? = nil,
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
                allowsOtherKeys: allowsOtherKeys
            )
        }
        CallingProcess.end(export.run(arguments ?? CallingProcess.arguments))
    }
}

/// Writes the schema of a program's preferences, as the words of a command line ask.
struct SchemaExport {
    let program: String
    /// The schema, made when it is needed.
    let schema: () throws(PreferenceSchemaError) -> PreferenceSchema
    var writeOutput: ([UInt8]) throws(SystemError) -> Void = StandardStream.output.write
    var writeError: ([UInt8]) -> Void = { try? StandardStream.error.write($0) }

    /// Does what the words ask.
    ///
    /// - Parameter arguments: the words after the program's own; nil if one is no UTF-8.
    /// - Returns: the code to exit with.
    func run(_ arguments: [String]?) -> Int32 {
        do throws(SchemaExportFailure) {
            try answer(SchemaExportRequest(arguments))
            return 0
        } catch {
            writeError(Array("\(program): \(error.message)\n".utf8))
            return error.exitCode
        }
    }

    private func answer(_ request: SchemaExportRequest) throws(SchemaExportFailure) {
        switch request {
        case .help:
            try print(Array(usage.utf8))
        case .write(path: "-"):
            try print(try document())
        case .write(let path):
            let document = try document()
            // What a schema says is no secret: it is installed, and kept with the sources.
            try rethrowing(try AtomicFile(path: path).write(document.span, access: .readableByAll)) {
                (error: PreferenceStoreError) in
                SchemaExportFailure.file("\(error)")
            }
        case .check(let path):
            guard try document() == contents(of: path) else {
                throw .differs("\(path) is not what the declarations say: write it anew by '-o \(path)'")
            }
        }
    }

    private func document() throws(SchemaExportFailure) -> [UInt8] {
        try rethrowing(Array(try schema().json().utf8), as: SchemaExportFailure.invalid)
    }

    private func contents(of path: String) throws(SchemaExportFailure) -> [UInt8] {
        do throws(SystemError) {
            return try PlainFile.read(path)
        } catch .noSuchFile {
            throw .differs("\(path) is not there: write it by '-o \(path)'")
        } catch {
            throw .file("\(path): \(error)")
        }
    }

    private func print(_ bytes: [UInt8]) throws(SchemaExportFailure) {
        try rethrowing(try writeOutput(bytes)) { (error: SystemError) in
            SchemaExportFailure.file("standard output: \(error)")
        }
    }

    var usage: String {
        """
        usage: \(program) [-o FILE | --check FILE]

        Prints the schema of its preferences, a JSON Schema by which prefs knows them.

          -o, --output FILE   writes it to FILE instead, whole or not at all
          --check FILE        prints nothing; fails if FILE is not what would be written
          -h, --help          prints this

        Exits with 0 when done, 1 if FILE differs, 2 for other arguments, 3 if a declaration is invalid,
        5 if a file cannot be read or written.

        """
    }
}

/// What a program is asked to do with the schema of its preferences.
private enum SchemaExportRequest {
    case help
    /// To write the schema to a file; `-` is standard output.
    case write(path: String)
    case check(path: String)

    /// What the words of a command line ask for.
    ///
    /// - Parameter arguments: the words; nil if one is no UTF-8.
    /// - Throws: `usage`.
    init(_ arguments: [String]?) throws(SchemaExportFailure) {
        guard var words = arguments?[...] else { throw .usage("an argument is not UTF-8") }
        var request: SchemaExportRequest?
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (option, attached) = word.hasPrefix("--") && parts.count == 2 ? (parts[0], parts[1]) : (word, nil)
            switch option {
            case "-h" where attached == nil, "--help" where attached == nil:
                self = .help
                return
            case "-o", "--output", "--check":
                guard let path = attached ?? words.popFirst(), !path.isEmpty else {
                    throw .usage("'\(option)' needs a FILE")
                }
                guard request == nil else { throw .usage("-o and --check cannot be combined or repeated") }
                request = option == "--check" ? .check(path: path) : .write(path: path)
            default:
                throw .usage("unknown argument '\(word)'")
            }
        }
        self = request ?? .write(path: "-")
    }
}

/// Why a program does not do what it is asked to do with its schema; a case for each code that it exits with, as `prefs`
/// does.
private enum SchemaExportFailure: Error {
    /// The file does not hold the schema, which is said in words.
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

    /// One line that says what happened, and what to do.
    var message: String {
        switch self {
        case .differs(let words), .file(let words): words
        case .usage(let problem): "\(problem); see --help"
        case .invalid(let error): "\(error)"
        }
    }
}
