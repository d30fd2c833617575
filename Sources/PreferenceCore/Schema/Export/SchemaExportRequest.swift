/// What a program is asked to do with the schema of its preferences.
enum SchemaExportRequest: Equatable {
    /// To print how it is asked.
    case help
    /// To write the schema to standard output.
    case print
    /// To write it to a file.
    case write(path: String)
    /// To say whether a file holds it.
    case check(path: String)

    /// What the words of a command line ask for.
    ///
    /// - Parameter arguments: the words; nil where one is no UTF-8.
    /// - Throws: `usage`.
    init(_ arguments: [String]?) throws(SchemaExportFailure) {
        guard var words = arguments?[...] else { throw .usage("an argument is no UTF-8") }
        var request = SchemaExportRequest.print
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (option, attached) = word.hasPrefix("--") && parts.count == 2 ? (parts[0], parts[1]) : (word, nil)
            switch option {
            case "-h" where attached == nil, "--help" where attached == nil:
                self = .help
                return
            case "-o", "--output", "--check":
                guard let path = attached ?? words.popFirst(), !path.isEmpty else {
                    throw .usage("'\(option)' needs a file")
                }
                guard request == .print else { throw .usage("one of -o and --check is enough, and once") }
                request = option == "--check" ? .check(path: path) : .write(path: path)
            default:
                throw .usage("unknown argument '\(word)'")
            }
        }
        self = request
    }

    /// How a program is asked.
    static func usage(of program: String) -> String {
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
