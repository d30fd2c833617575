import TestSupport
import Testing

/// One line of `prefs defaults`, the files before it, and everything that it does.
///
/// In the words, the outputs and the messages, `DIR` is the path of the test's directory.
struct DefaultsRow: Sendable, CustomTestStringConvertible {
    /// A file that a line can name.
    enum Place: Sendable {
        case suite(String)
        case byHost(String)
        case global
        case globalByHost
        /// A file of the test's directory.
        case file(String)
    }

    enum Output: Sendable {
        case text(String)
        /// The help, which defaults(1) also prints for a line that it does not understand.
        case help
    }

    let words: [String]
    /// The texts of the files before the line, by their paths in the test's directory.
    let files: [String: String]
    let input: String
    let output: Output
    /// Parts of standard error; without one, standard error is empty.
    let messages: [String]
    let exit: Int32
    /// The file that the line changes, and its content as typed JSON; nil if nothing changes.
    let change: (place: Place, json: String)?

    /// - Parameters:
    ///   - suite: the text of the file of `t`, or nil for no file.
    ///   - json: the content of the file at `place` after the line; nil if the line changes no file.
    init(
        _ words: String...,
        suite: String? = nil,
        files: [String: String] = [:],
        input: String = "",
        prints output: String = "",
        says messages: [String] = [],
        exit: Int32 = 0,
        leaves json: String? = nil,
        in place: Place = .suite("t")
    ) {
        self.words = words
        self.files = suite.map { files.merging(["config/t.plist": $0]) { _, new in new } } ?? files
        self.input = input
        self.output = .text(output)
        self.messages = messages
        self.exit = exit
        change = json.map { (place, $0) }
    }

    var testDescription: String { words.joined(separator: " ") }

    /// Runs the line in a directory of its own, and compares what it does.
    func check() throws {
        var prefs = try PrefsCommand()
        // defaults(1) does not know the variable: each row shows that it has no effect.
        prefs.environment["PREFS_SUITE"] = "other"
        for (path, text) in files {
            try prefs.directory.write(text, to: path)
            try prefs.directory.age(path)
        }
        let names = try prefs.directory.names(in: "config")
        let outcome = try prefs.run(["defaults"] + words.map { resolved($0, prefs) }, input: Array(input.utf8))
        switch output {
        case .text(let text): #expect(outcome.text == resolved(text, prefs), "\(outcome)")
        case .help: #expect(outcome.text.hasPrefix("Command line interface to a user's defaults.\n"), "\(outcome)")
        }
        #expect(outcome.errorText.isEmpty == messages.isEmpty, "\(outcome)")
        for message in messages {
            #expect(outcome.errorText.contains(resolved(message, prefs)), "\(outcome)")
        }
        #expect(outcome.ending == .exited(exit), "\(outcome)")
        if let change {
            let content = try prefs.run(["dump", "--typed"] + change.place.selector(in: prefs.directory))
            #expect(compact(content.text) == change.json, "\(content)")
        } else {
            for (path, text) in files {
                #expect(try prefs.directory.text(of: path) == text)
            }
            #expect(try prefs.directory.names(in: "config") == names)
        }
        #expect(!prefs.directory.exists("config/other.plist"))
    }

    private func resolved(_ text: String, _ prefs: PrefsCommand) -> String {
        text.replacing("DIR", with: prefs.directory.path)
    }
}

extension DefaultsRow.Place {
    /// Returns the options of other verbs that name the file.
    func selector(in directory: TemporaryDirectory) -> [String] {
        switch self {
        case .suite(let name): ["-s", name]
        case .byHost(let name): ["-s", name, "--by-host"]
        case .global: ["--global"]
        case .globalByHost: ["--global", "--by-host"]
        case .file(let path): ["-f", directory.path(of: path)]
        }
    }
}

extension DefaultsRow {
    /// The messages about what does not exist, as macOS 10.4 to 26 print them.
    ///
    /// macOS 27 prints "Could not find key 'K' in domain 'D'." and "Domain 'D' not found." instead:
    /// https://github.com/ParetoSecurity/pareto-mac/issues/304. Little else of it is published, and scripts
    /// search for "does not exist", so the rows keep to macOS 26.
    enum Missing {
        static func key(_ key: String, of domain: String) -> String {
            "The domain/default pair of (\(domain), \(key)) does not exist"
        }

        static func domain(_ domain: String) -> String { "Domain \(domain) does not exist" }

        static func change(of domain: String) -> [String] {
            ["Domain (\(domain)) not found.", "Defaults have not been changed."]
        }
    }

    /// Returns a suite whose one key `k` holds an XML element.
    static func k(_ element: String) -> String { SuiteXML.document(["k": element]) }

    /// Returns a row that writes the value of `k` in `t` from the words after the key.
    static func write(_ words: String..., to suite: String? = nil, leaves value: String) -> DefaultsRow {
        DefaultsRow(words: ["write", "t", "k"] + words, suite: suite, json: "{\"k\":\(value)}")
    }

    /// Returns a row whose value of `k` in `t` is refused, so that the file keeps its bytes.
    static func refuse(_ words: String..., in suite: String? = k("<string>old</string>"), says: String...)
        -> DefaultsRow
    {
        DefaultsRow(words: ["write", "t", "k"] + words, suite: suite, messages: says, exit: 1)
    }

    /// Returns a row that prints the help and changes nothing.
    static func printsHelp(_ words: String..., suite: String? = nil, exit: Int32) -> DefaultsRow {
        DefaultsRow(words: words, suite: suite, output: .help, exit: exit)
    }

    private init(
        words: [String],
        suite: String?,
        output: Output = .text(""),
        messages: [String] = [],
        exit: Int32 = 0,
        json: String? = nil
    ) {
        self.words = words
        files = suite.map { ["config/t.plist": $0] } ?? [:]
        input = ""
        self.output = output
        self.messages = messages
        self.exit = exit
        change = json.map { (.suite("t"), $0) }
    }
}
