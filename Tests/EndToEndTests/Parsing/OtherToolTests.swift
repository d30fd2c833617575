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

@Suite("Command lines of other tools")
struct OtherToolTests {
    /// A way to see that the line of `prefs` did what the other tool does.
    enum Effect: Sendable {
        case prints(String)
        /// Another line of `prefs` prints this afterwards.
        case leaves(String, prints: String)
    }

    private static let values = """
        autosave\ttrue
        recent\t[]
        user.name\tAda
        window\t{"frame":[1],"title":"Old"}

        """

    /// The effects of the tools' lines in the directories of `command()`, from their manuals.
    static let effects: [String: Effect] = [
        "defaults read com.example.app": .prints(values),
        "defaults read com.example.app autosave": .prints("true\n"),
        "defaults read-type com.example.app autosave": .prints("bool\n"),
        "defaults write com.example.app autosave -bool NO":
            .leaves("get -s com.example.app autosave --typed", prints: "false\n"),
        "defaults write com.example.app zip 10117": .leaves(
            "get -s com.example.app zip --typed",
            prints: "\"10117\"\n"
        ),
        "defaults write com.example.app recent '(a, b)'":
            .leaves("get -s com.example.app recent", prints: "[\"a\",\"b\"]\n"),
        "defaults write com.example.app recent -array-add a.txt":
            .leaves("get -s com.example.app recent", prints: "[\"a.txt\"]\n"),
        "defaults write -g locale de": .leaves("list -g", prints: "locale\tde\nshared\t1\n"),
        "defaults -currentHost write -g scale -int 2": .leaves("list -g --by-host", prints: "scale\t2\n"),
        "defaults delete com.example.app autosave":
            .leaves("keys -s com.example.app --only", prints: "recent\nuser.name\nwindow\n"),
        "defaults delete com.example.app": .leaves("keys -s com.example.app --only", prints: ""),
        "defaults export com.example.app copy.plist": .leaves("list -f copy.plist", prints: values),
        "defaults import com.example.app copy.plist":
            .leaves("get -s com.example.app copied user.name", prints: "yes\nAda\n"),
        "defaults rename com.example.app recent files":
            .leaves("keys -s com.example.app --only", prints: "autosave\nfiles\nuser.name\nwindow\n"),
        "defaults find Ada": .prints("com.example.app\tuser.name\tAda\nprefs\tuser.name\tAda\n"),
        "defaults domains": .prints(".GlobalPreferences\ncom.example.app\nprefs\n"),

        "git config --get user.name": .prints("Ada\n"),
        "git config user.name": .prints("Ada\n"),
        "git config user.name Grace": .leaves("get user.name", prints: "Grace\n"),
        "git config --int user.size 5": .leaves("get user.size --typed", prints: "5\n"),
        "git config --global user.name Grace": .leaves("get -g user.name", prints: "Grace\n"),
        "git config --unset user.name": .leaves("exists user.name || true", prints: ""),
        "git config --list": .prints(values.replacing("user", with: "shared\t1\nuser")),

        "gsettings get com.example.app autosave": .prints("true\n"),
        "gsettings set com.example.app autosave false":
            .leaves("get -s com.example.app autosave --typed", prints: "false\n"),
        "gsettings reset com.example.app autosave":
            .leaves("keys -s com.example.app --only", prints: "recent\nuser.name\nwindow\n"),
        "gsettings reset-recursively com.example.app": .leaves("keys -s com.example.app --only", prints: ""),
        "gsettings list-keys com.example.app": .prints("autosave\nrecent\nuser.name\nwindow\n"),
        "gsettings list-recursively com.example.app": .prints(values.replacing("\n", with: "\tchanged\n")),
        "gsettings list-schemas": .prints(".GlobalPreferences\ncom.example.app\nprefs\n"),

        "plutil -p app.plist": .prints(values),
        "plutil -lint app.plist": .prints(""),

        "PlistBuddy -c Print app.plist": .prints(values),
        "PlistBuddy -x -c Print app.plist": .prints(file),
        "PlistBuddy -c 'Print :window:frame:0' app.plist": .prints("1\n"),
        "PlistBuddy -c 'Set :autosave false' app.plist": .leaves(
            "get -f app.plist autosave --typed",
            prints: "false\n"
        ),
        "PlistBuddy -c 'Add :title string New' app.plist": .leaves("get -f app.plist title", prints: "New\n"),
        "PlistBuddy -c 'Add :recent: string a.txt' app.plist":
            .leaves("get -f app.plist recent", prints: "[\"a.txt\"]\n"),
        "PlistBuddy -c 'Delete :window' app.plist":
            .leaves("keys -f app.plist", prints: "autosave\nrecent\nuser.name\n"),
        "PlistBuddy -c 'Merge copy.plist' app.plist":
            .leaves("get -f app.plist copied user.name", prints: "yes\nAda\n"),
    ]

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
                #expect(lines.count == 2 && lines[0].hasPrefix(problem) && lines[1] == "hint: \(here)", "\(outcome)")
            } else {
                #expect(lines.count == 1 && lines[0].contains("' has no equivalent"), "\(outcome)")
            }
        }
        #expect(try prefs.directory.names(in: "config").count == 3)
        #expect(try prefs.directory.text(of: "work/app.plist") == Self.file)
    }

    // MARK: The effect

    @Test(
        "the prefs line of a row does what the manual of the other tool says",
        arguments: OtherToolRow.all.filter { OtherToolTests.effects[$0.there] != nil }
    )
    func effect(row: OtherToolRow) throws {
        let prefs = try command()
        let outcome = try prefs.run(words(row))
        switch try #require(Self.effects[row.there]) {
        case .prints(let output): expect(outcome, prints: output)
        case .leaves(let line, let output):
            expect(outcome)
            let shell = try prefs.shell("\(prefs.binary) \(line)")
            expect(shell, prints: output)
        }
    }

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

    @Test("each row with a prefs line has a test of its effect")
    func completeness() {
        let others: Set = [
            "gsettings describe com.example.app autosave", "gsettings range com.example.app autosave",
            "gsettings monitor com.example.app autosave",
        ]
        let untested = OtherToolRow.all.filter { row in
            row.here != nil && row.tool != "plutil" && Self.effects[row.there] == nil && !others.contains(row.there)
        }
        #expect(untested.isEmpty)
    }

    @Test("explain prints the range of a key, as gsettings does, and watch prints its changes")
    func described() throws {
        let prefs = try command()
        let rows = OtherToolRow.all.filter { $0.tool == "gsettings" }
        let schema = #"{"properties": {"autosave": {"enum": [true, false], "description": "Save"}}}"#
        try prefs.directory.write(schema, to: "work/s.json")
        for verb in ["describe", "range"] {
            let row = try #require(rows.first { $0.habit[0] == verb })
            let outcome = try prefs.run(words(row) + ["--schema", "s.json"])
            expect(outcome)
            #expect(outcome.text.contains("allowed\ttrue, false\n"))
            #expect(outcome.text.contains("summary\tSave\n"))
        }
        let row = try #require(rows.first { $0.habit[0] == "monitor" })
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
