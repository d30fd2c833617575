package import PreferenceStore
import PropertyLists

/// A command line of defaults(1) of macOS, after its name.
package struct DefaultsLine {
    /// The preferences that the words of a line name.
    package enum Domain: Equatable {
        case suite(String)
        /// What all applications share: `-g`, `-globalDomain` or `NSGlobalDomain`.
        case global
        /// A file, by its path, which can lack its extension.
        case file(String)
        /// A file below the directory of the suites.
        case nested(String)
    }

    package let verb: String
    package let domain: Domain?
    /// The words after the verb and its domain.
    package let words: [String]
    /// Whether the line is about this host alone.
    package let isByHost: Bool

    /// The verbs, and how many words follow the domain; nil for a verb without a domain.
    private static let verbs: [String: ClosedRange<Int>?] = [
        // The real one ignores what follows the key of a read.
        "read": 0...Int.max, "read-type": 1...Int.max, "write": 1...Int.max, "rename": 2...2, "delete": 0...1,
        "import": 1...1, "export": 1...1, "domains": nil, "find": nil, "help": nil,
    ]

    /// Parses the words of a line.
    ///
    /// - Throws: `usage` if there is no verb of defaults(1), or a word is missing or too many; `otherHost`,
    ///   `application`.
    package init(_ line: [String]) throws {
        var line = line[...]
        isByHost = line.first == "-currentHost"
        if isByHost { line.removeFirst() }
        if line.first == "-host" { throw DefaultsError.otherHost }
        // The real one ignores case. Its delete-all is for the containers of apps, and Linux has one directory.
        let word = line.popFirst()?.lowercased() ?? ""
        verb = ["remove", "delete-all"].contains(word) ? "delete" : word
        guard let count = Self.verbs[verb] else { throw DefaultsError.usage }
        guard let count, !(verb == "read" && line.isEmpty) else {
            guard verb == "help" || line.count == (verb == "find" ? 1 : 0) else { throw DefaultsError.usage }
            (domain, words) = (nil, Array(line))
            return
        }
        guard let name = line.popFirst() else { throw DefaultsError.usage }
        if name == "-app" { throw DefaultsError.application }
        guard count.contains(line.count) else {
            switch (verb, line.count) {
            case ("import", 0): throw DefaultsError.message("\nNeed a path to read from")
            case ("export", 0): throw DefaultsError.message("\nNeed a path to write to")
            default: throw DefaultsError.usage
            }
        }
        domain = Domain(name)
        words = Array(line)
    }
}

extension DefaultsLine.Domain {
    package init(_ name: String) {
        switch name {
        case "-g", "-globalDomain", "NSGlobalDomain", "Apple Global Domain": self = .global
        case _ where ["/", "./", "../", "~/"].contains(where: name.hasPrefix): self = .file(name)
        case _ where name.contains("/"): self = .nested(name)
        default: self = .suite(name)
        }
    }

    /// The name in messages.
    package var name: String {
        switch self {
        case .suite(let name): name
        case .global: "Apple Global Domain"
        case .file(let path), .nested(let path): path
        }
    }

    /// The name in messages about a key, where the real one prints the name of a constant for the global domain.
    var nameWithKey: String { self == .global ? "kCFPreferencesAnyApplication" : name }

    /// The options of `prefs` that select the domain; nil if none do.
    package func selector(isByHost: Bool) -> [String]? {
        let byHost = isByHost ? ["--by-host"] : []
        switch self {
        case .global: return byHost + ["-g"]
        case .suite(let name): return byHost + ["-s", name]
        // A shell does not expand a quoted '~'.
        case .file(let path), .nested(let path):
            return isByHost || path.first == "~" ? nil : ["-f", path.withExtension]
        }
    }
}

extension SuiteName {
    /// The name of the suite's domain in defaults(1); nil if that would name another one.
    package var nameInDefaults: String? {
        if self == .global { return "-g" }
        return DefaultsLine.Domain(rawValue) == .suite(rawValue) && rawValue.withExtension != rawValue ? rawValue : nil
    }
}

extension String {
    private static let fileExtension = ".plist"

    /// The path with the extension; the path of a directory stays as it is.
    package var withExtension: String {
        hasSuffix(Self.fileExtension) || hasSuffix("/") ? self : self + Self.fileExtension
    }

    package var withoutExtension: String {
        hasSuffix(Self.fileExtension) ? String(dropLast(Self.fileExtension.count)) : self
    }
}

extension DefaultsLine {
    /// The usage of defaults(1).
    package static let usage = """
        Command line interface to a user's defaults.
        Syntax:

        'defaults' [-currentHost | -host <hostname>] followed by one of the following:

          read                                 shows all defaults
          read <domain>                        shows defaults for given domain
          read <domain> <key>                  shows defaults for given domain, key

          read-type <domain> <key>             shows the type for the given domain, key

          write <domain> <domain_rep>          writes domain (overwrites existing)
          write <domain> <key> <value>         writes key for domain

          rename <domain> <old_key> <new_key>  renames old_key to new_key

          delete <domain>                      deletes domain
          delete <domain> <key>                deletes key in domain
          delete-all <domain>                  deletes the domain from all containers
          delete-all <domain> <key>            deletes key in domain from all containers

          import <domain> <path to plist>      writes the plist at path to domain
          import <domain> -                    writes a plist from stdin to domain
          export <domain> <path to plist>      saves domain as a binary plist to path
          export <domain> -                    writes domain as an xml plist to stdout
          domains                              lists all domains
          find <word>                          lists all entries containing word
          help                                 print this help

        <domain> is ( <domain_name> | -app <application_name> | -globalDomain )
                 or a path to a file omitting the '.plist' extension

        <value> is one of:
          <value_rep>
          -string <string_value>
          -data <hex_digits>
          -int[eger] <integer_value>
          -float  <floating-point_value>
          -bool[ean] (true | false | yes | no)
          -date <date_rep>
          -array <value1> <value2> ...
          -array-add <value1> <value2> ...
          -dict <key1> <value1> <key2> <value2> ...
          -dict-add <key1> <value1> ...
        """
}
