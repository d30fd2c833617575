import TestSupport
import Testing

@Suite("Explaining the origin of a value")
struct ExplainTests {
    /// The user's files in the search list of the suite `t`, in order, relative to the configuration directory.
    private static let userFiles = [
        "ByHost/t..plist", "t.plist", "ByHost/.GlobalPreferences..plist", ".GlobalPreferences.plist",
    ]

    private static let systemFiles = [
        "ByHost/t.plist", "t.plist", "ByHost/.GlobalPreferences.plist", ".GlobalPreferences.plist",
    ].map { "/usr/local/etc/\($0)" }

    /// Returns the output of `explain` for the states of the user's files, with the key unset in the system's files.
    private func lines(_ prefs: PrefsCommand, _ states: [String], ending end: String = "\n") -> String {
        let user = zip(Self.userFiles, states).map { file, state in
            let fields = state.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return
                ([String(fields[0]), prefs.directory.path(of: "config/\(file)")] + fields.dropFirst().map(String.init))
                .joined(separator: "\t")
        }
        return (user + Self.systemFiles.map { "unset\t\($0)" }).map { $0 + end }.joined()
    }

    /// Returns the outcome of a line, with the lines of layers as its output.
    private func explained(
        _ prefs: PrefsCommand,
        _ arguments: String...,
        input: [UInt8] = [],
        endingWith end: Character = "\n"
    ) throws -> SubprocessOutcome {
        let outcome = try prefs.run(["explain"] + arguments, input: input)
        let isJSON = arguments.contains("--json") || arguments.contains("--typed")
        let parts = isJSON ? ExplainedKey(json: outcome.text) : ExplainedKey(outcome.text, endingWith: end)
        return outcome.printing(isJSON ? parts.layers + "\n" : parts.layers)
    }

    @Test("each layer is a line with its state and file, and the type and value if the key is set")
    func layers() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(
            try explained(prefs, "general.launchCount"),
            prints: lines(prefs, ["unset", "wins\tinteger\t3", "unset", "unset"])
        )
        try prefs.change("set", "name", "Eve\tB", "--by-host")
        try prefs.change("set", "name", "", "--global")
        expect(
            try explained(prefs, "name"),
            prints: lines(prefs, ["wins\tstring\tEve\\tB", "hidden\tstring\tAda", "unset", "hidden\tstring\t"])
        )
        expect(
            try explained(prefs, "name", "-z", endingWith: "\0"),
            prints: lines(
                prefs,
                ["wins\tstring\tEve\tB", "hidden\tstring\tAda", "unset", "hidden\tstring\t"],
                ending: "\0"
            )
        )
        expect(
            try prefs.run("explain", "name", "-s", "never", "--global"),
            exit: 2,
            errors: .message(["--global"])
        )
    }

    @Test("a key that is unset in all files gives exit code 1, and the files are printed")
    func unset() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let nowhere = lines(prefs, ["unset", "unset", "unset", "unset"])
        expect(
            try explained(prefs, "nope"),
            prints: nowhere,
            exit: 1,
            errors: .message(["'nope' is not set in suite 't'"])
        )
        expect(try explained(prefs, "-q", "nope"), prints: nowhere, exit: 1, errors: .nothing)
    }

    @Test("a selector limits the output to one file")
    func selectors() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let file = prefs.directory.path(of: "config/t.plist")
        let global = prefs.directory.path(of: "config/.GlobalPreferences.plist")
        expect(try explained(prefs, "name", "--only"), prints: "wins\t\(file)\tstring\tAda\n")
        expect(try explained(prefs, "name", "-f", file), prints: "wins\t\(file)\tstring\tAda\n")
        expect(try explained(prefs, "name", "--global"), prints: "unset\t\(global)\n", exit: 1)
        expect(try explained(prefs, "name", "--system"), prints: "unset\t/usr/local/etc/t.plist\n", exit: 1)
        let input = Array("{\"name\": \"Bob\"}".utf8)
        expect(try explained(prefs, "name", "-f", "-", input: input), prints: "wins\t-\tstring\tBob\n")
    }

    @Test("an unreadable file does not hide others, and gives exit code 4 if it might contain the effective value")
    func unreadable() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write("<plist><dict><key>a", to: ".GlobalPreferences")
        expect(
            try explained(prefs, "name"),
            prints: lines(prefs, ["unset", "wins\tstring\tAda", "unset", "unreadable"]),
            errors: .message([".GlobalPreferences.plist:1:"])
        )
        expect(
            try explained(prefs, "-q", "name"),
            prints: lines(prefs, ["unset", "wins\tstring\tAda", "unset", "unreadable"]),
            errors: .nothing
        )
        expect(
            try explained(prefs, "-q", "nope"),
            prints: lines(prefs, ["unset", "unset", "unset", "unreadable"]),
            exit: 4,
            errors: .message([".GlobalPreferences.plist:1:"])
        )
        try prefs.write("[1]", to: "t")
        try prefs.write(SuiteXML.document(["name": "<true/>"]), to: ".GlobalPreferences")
        expect(
            try explained(prefs, "name"),
            prints: lines(prefs, ["unset", "unreadable", "unset", "wins\tbool\ttrue"]),
            exit: 4,
            errors: .message(["t.plist: the root is of type array"])
        )
    }

    @Test("the layers as JSON are an array of objects, in the same order")
    func json() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let file = prefs.directory.path(of: "config/t.plist")
        let opening = "[{\"state\":\"wins\",\"file\":\"\(file)\",\"type\":\"date\",\"value\":"
        expect(
            try explained(prefs, "when", "--only", "--json"),
            prints: opening + "\"1970-01-01T00:00:00Z\"}]\n",
            errors: .typesLost
        )
        expect(
            try explained(prefs, "when", "--only", "--typed"),
            prints: opening + "{\"$date\":\"1970-01-01T00:00:00Z\"}}]\n"
        )
        expect(
            try explained(prefs, "nope", "--only", "--json"),
            prints: "[{\"state\":\"unset\",\"file\":\"\(file)\"}]\n",
            exit: 1
        )
        try prefs.set("n", ["--float", "nan"])
        expect(try prefs.run("explain", "n", "--json"), prints: "", exit: 3, errors: .message(["'n'", "--typed"]))
    }
}
