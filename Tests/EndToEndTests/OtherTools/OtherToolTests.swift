import Glibc
import TestSupport
import Testing

/// A row of the article's tables: a command line of another tool, and the equivalent line of `prefs`.
struct OtherToolRow: Sendable, CustomTestStringConvertible {
    let there: String
    /// The line as the article shows it; nil if there is none.
    let here: String?

    var testDescription: String { there }

    /// The words after the tool's name, as a user of that tool may type them after `prefs`.
    var habit: [String] {
        let words = there.shellWords
        return Array(words.dropFirst(words[0] == "git" ? 2 : 1))
    }

    var tool: String { there.shellWords[0] }

    var hasSharedVerb: Bool {
        ["get", "set", "reset", "delete", "import", "rename", "find", "describe"].contains(habit[0])
    }

    /// Whether the line is valid here too, and therefore runs instead of suggesting another line.
    var hasSharedCommand: Bool { habit[0] == "find" || habit[0] == "delete" && habit.count == 2 }

    static let all: [OtherToolRow] = {
        let article =
            #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
            + "/Sources/PreferenceKit/PreferenceKit.docc/ComingFromOtherTools.md"
        let text = (try? Subprocess("/bin/cat", [article]).run().text) ?? ""
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ").split(separator: "`")[0] }
            return OtherToolRow(there: String(cells[0]), here: cells[1] == "no equivalent " ? nil : String(cells[1]))
        }
    }()
}

@Suite("Command lines of other tools", .mayWait)
struct OtherToolTests {
    private static let file = SuiteXML.document([
        "autosave": "<true/>", "recent": "<array/>", "user.name": "<string>Ada</string>",
        "window": """
        <dict>
        \t<key>frame</key>
        \t<array>
        \t\t<integer>1</integer>
        \t</array>
        \t<key>title</key>
        \t<string>Old</string>
        </dict>
        """,
    ])

    private func command() throws -> PrefsCommand {
        let prefs = try PrefsCommand()
        try prefs.write(Self.file, to: "com.example.app")
        try prefs.write(Self.file, to: "prefs")
        try prefs.write(SuiteXML.document(["shared": "<integer>1</integer>"]), to: ".GlobalPreferences")
        try prefs.directory.write(Self.file, to: "work/app.plist")
        let copy = SuiteXML.document(["copied": "<string>yes</string>"])
        try prefs.directory.write(copy, to: "work/copy.plist")
        for name in ["work/app.plist", "work/copy.plist"] {
            try prefs.directory.age(name)
        }
        return prefs
    }

    /// The words after `prefs` of the equivalent line.
    private func words(_ row: OtherToolRow) throws -> [String] {
        Array(try #require(row.here).shellWords.dropFirst())
    }

    // MARK: The answer

    @Test("the tables have rows for each tool")
    func table() {
        let tools: Set = ["defaults", "git", "gsettings", "dconf", "plutil", "PlistBuddy"]
        #expect(Set(OtherToolRow.all.map(\.tool)) == tools)
        #expect(OtherToolRow.all.count > 50)
    }

    @Test(
        "a line of another tool changes nothing, and the hint is the prefs line of the row",
        arguments: OtherToolRow.all.filter { !$0.hasSharedCommand }
    )
    func answer(row: OtherToolRow) throws {
        let prefs = try command()
        // With its name, a line of defaults(1) runs.
        for words in row.tool == "defaults" ? [row.habit] : [row.habit, row.there.shellWords] {
            let outcome = try prefs.run(words)
            expect(outcome, prints: "", exit: 2)
            let lines = outcome.errorText.split(separator: "\n")
            if let here = row.here {
                // A line whose verb is one of prefs too has an operand too many, or a suite in place of a key.
                let problem =
                    row.hasSharedVerb && words == row.habit ? "prefs: " : "prefs: unknown command '\(words[0])'"
                #expect(
                    lines.count == 2 && lines[0].hasPrefix(problem)
                        && "\(lines[1]), or: ".hasPrefix("hint: \(here), or: "),
                    "\(outcome)"
                )
            } else {
                #expect(lines.count == 1 && lines[0].contains("' has no equivalent"), "\(outcome)")
            }
        }
        #expect(try prefs.directory.names(in: "config").count == 3)
        #expect(try prefs.directory.text(of: "work/app.plist") == Self.file)
    }

    // MARK: The effect

    @Test(
        "the prefs line of a row does what plutil does",
        .enabled(if: OtherToolTests.propertyListUtility != nil),
        arguments: OtherToolRow.all.filter { $0.tool == "plutil" && $0.here != nil }
    )
    func plutil(row: OtherToolRow) throws {
        let (here, there) = (try command(), try command())
        let outcome = try here.run(words(row))
        let utility = try #require(Self.propertyListUtility)
        let theirs = try there.shell("\(utility) \(row.there.dropFirst("plutil ".count))")
        expect(outcome)
        #expect(theirs.ending == .exited(0))
        if row.there.contains("-extract") || row.there.contains("-type") {
            #expect(outcome.text == theirs.text)
        }
        for name in try there.directory.names(in: "work") {
            // Their order of entries differs, except where it prints them.
            let documents = try [here, there].map { try $0.shell("\(utility) -p \(name)") }
            #expect(documents[0].text == documents[1].text)
        }
    }

    @Test(
        "the prefs line of a row does what git does",
        .enabled(if: OtherToolTests.isExecutable("/usr/bin/git")),
        arguments: OtherToolRow.all.filter { $0.tool == "git" && $0.here != nil && !$0.there.contains("--list") }
    )
    func git(row: OtherToolRow) throws {
        let prefs = try command()
        let start = "git init -q && git config user.name Ada && "
        let theirs = try prefs.shell(start + row.there)
        let outcome = try prefs.run(words(row))
        expect(outcome, prints: theirs.text)
        let isGlobal = row.there.contains("--global")
        for name in ["user.name", "user.size"] {
            let value = try prefs.shell("git config \(isGlobal ? "--global" : "--local") --get \(name)")
            let found = try prefs.run(["get", name] + (isGlobal ? ["-g"] : []))
            expect(found, prints: value.text, exit: value.ending == .exited(0) ? 0 : 1)
        }
    }

    @Test("a transcript shows the effect of each prefs line")
    func completeness() {
        let commands = Scenario.all.filter { $0.file.contains("/OtherTools/") }.flatMap(\.steps).map(\.command)
        let untested = OtherToolRow.all.filter { $0.tool != "plutil" }.compactMap(\.here).filter { line in
            !line.hasPrefix("prefs watch") && !commands.contains { $0.contains(line) }
        }
        #expect(untested == [])
    }

    @Test("watch prints the changes of a key, as gsettings does")
    func monitor() throws {
        let prefs = try command()
        let row = try #require(OtherToolRow.all.first { $0.habit[0] == "monitor" })
        let watch = try RunningWatch(prefs, Array(words(row).dropFirst()))
        try prefs.change("set", "-s", "com.example.app", "other", "1")
        try prefs.change("set", "-s", "com.example.app", "autosave", "false")
        try watch.awaitLine("~ autosave true -> false")
        try watch.end(prints: ["~ autosave true -> false"])
    }

    // MARK: Programs

    /// The path of the property list utility of Swift's toolchain, or of the system.
    static let propertyListUtility: String? = {
        let compiler = try? Subprocess("/bin/sh", ["-c", "command -v swiftc"], environment: ["PATH": path]).run().text
        let directory = compiler?.split(separator: "/").dropLast().map { "/\($0)" }.joined() ?? "/usr/bin"
        return ["\(directory)/plutil", "/usr/bin/plutil"].first(where: isExecutable)
    }()

    private static let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"

    static func isExecutable(_ path: String) -> Bool {
        unsafe access(path, X_OK) == 0
    }
}

extension PrefsCommand {
    /// Runs a line in the working directory by a shell.
    fileprivate func shell(_ line: String) throws -> SubprocessOutcome {
        var subprocess = subprocess(["-c", line])
        subprocess.executable = "/bin/sh"
        return try subprocess.run()
    }
}

extension String {
    /// The words of a command line, which single quotes can hold together.
    fileprivate var shellWords: [String] {
        split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
        }
    }
}
