import PropertyLists
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Output on a terminal")
struct TerminalTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        process.isTerminal = true
        process.variables["TERM"] = "xterm"
        try process.write([
            "a": "text", "count": 42, "flag": true, "日本": "二倍", "long": .string(String(repeating: "wide ", count: 40)),
            "tab\t\u{1B}": "\u{1B}[31m",
        ])
    }

    @Test(
        "the width of a text is counted in terminal columns",
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｶﾅ", 2), ("Ａ", 2), ("한국", 4), ("👩‍👩‍👧", 2),
            ("🇩🇪", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("\u{301}", 0), ("a\u{200B}b", 2), ("ключ", 4), ("👍🏽", 2),
        ]
    )
    func widths(text: String, columns: Int) {
        #expect(text.terminalColumns == columns)
    }

    @Test(
        "a text is truncated before the first letter that does not fit",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
            ("日本語", 4, "日…"), ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"), ("ab", 1, "…"),
            ("ab", 0, ""),
        ]
    )
    func cutting(text: String, columns: Int, cut: String) {
        #expect(text.elided(toColumns: columns) == cut)
        #expect(text.elided(toColumns: columns).terminalColumns <= columns)
    }

    @Test("list prints aligned columns in colour, truncated at the terminal's width")
    func list() {
        process.columns = 24
        let lines = process.run("list").outputs.joined().split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "\u{1B}[1ma\u{1B}[0m          text",
                "\u{1B}[1mcount\u{1B}[0m      \u{1B}[36m42\u{1B}[0m",
                "\u{1B}[1mflag\u{1B}[0m       \u{1B}[35mtrue\u{1B}[0m",
                "\u{1B}[1mlong\u{1B}[0m       wide wide wi…",
                "\u{1B}[1mtab\\t\\x1b\u{1B}[0m  \\x1b[31m",
                "\u{1B}[1m日本\u{1B}[0m       二倍",
            ]
        )
    }

    @Test("a terminal that does not report its width has 80 columns")
    func unknownWidth() {
        process.variables["NO_COLOR"] = "1"
        let plain = process.run("list", "long").outputs.joined().split(separator: "\n")
        #expect(plain.map { String($0).terminalColumns } == [80])
    }

    @Test(
        "a nonempty NO_COLOR or a dumb terminal turns off colour, but not columns",
        arguments: [
            ("NO_COLOR", "1", false), ("NO_COLOR", "0", false), ("NO_COLOR", "", true), ("TERM", "dumb", false),
            ("TERM", "", false), ("TERM", "xterm-256color", true),
        ]
    )
    func colours(name: String, value: String, isColoured: Bool) {
        process.variables[name] = value
        let text = process.run("list", "flag").outputs.joined()
        #expect(text == (isColoured ? "\u{1B}[1mflag\u{1B}[0m  \u{1B}[35mtrue\u{1B}[0m\n" : "flag  true\n"))
    }

    @Test("a pipe, --null and --json turn off columns, and the width is not requested; JSON has colours of its own")
    func plain() throws {
        #expect(process.run("list", "-z", "flag") == .prints("flag\ttrue\0"))
        let key = "\u{1B}[34;1m\"flag\"\u{1B}[0m"
        #expect(process.run("list", "--json", "flag") == .prints("{\n  \(key): true\n}\n"))
        #expect(process.run("suites", "--json", "--compact") == .prints("[\u{1B}[32m\"t\"\u{1B}[0m]\n"))
        #expect(process.widthRequests == 0)
        process.isTerminal = false
        #expect(process.run("list", "flag") == .prints("flag\ttrue\n"))
        #expect(process.run("suites") == .prints("t\n"))
        #expect(process.widthRequests == 0)
    }

    @Test("help fits a narrow terminal, and uses at most 80 columns on a wide one")
    func help() {
        for (columns, widest) in [(60, 60), (200, 80)] {
            process.columns = columns
            let lines = process.run("help", "set").outputs.joined().split(separator: "\n")
            #expect(lines.filter { !$0.contains("prefs set") }.allSatisfy { $0.count <= widest })
        }
    }

    @Test("suites prints aligned columns too")
    func suites() throws {
        process.variables["NO_COLOR"] = "1"
        try process.write(["k": 1], to: "longer.name")
        let lines = process.run("suites", "-l").outputs.joined().split(separator: "\n")
        #expect(lines.first?.hasPrefix("longer.name  1  xml  ") == true)
        #expect(lines.last?.hasPrefix("t            6  xml  ") == true)
    }

    @Test(
        "columns that are too wide share the space that narrow columns leave",
        arguments: [
            ([3, 4], 80, [3, 4]), ([3, 100], 20, [3, 15]), ([100, 100], 22, [10, 10]),
            ([5, 100, 6, 100], 41, [5, 12, 6, 12]),
            ([50, 50], 3, [1, 1]), ([200], 10, [10]),
        ]
    )
    func sharing(needed: [Int], limit: Int, widths: [Int]) {
        let row = needed.map { Field(String(repeating: "x", count: $0), .detail) }
        #expect(Columns(of: [row], atMost: limit).widths == widths)
    }

    @Test(
        "a column of paths is never cut, and the others share the rest if it is at least half of the line",
        arguments: [
            ([3, 4], [1], 80, [3, 4]), ([3, 100], [1], 105, [3, 100]), ([3, 100], [1], 20, [3, 100]),
            ([100, 10], [1], 30, [18, 10]),
            ([100, 50], [1], 20, [18, 50]), ([100, 10, 100], [1], 44, [15, 10, 15]),
            ([50, 60], [0, 1], 10, [50, 60]),
            ([10, 100], [0], 40, [10, 28]),
        ] as [([Int], Set<Int>, Int, [Int])]
    )
    func paths(needed: [Int], paths: Set<Int>, limit: Int, widths: [Int]) {
        let row = needed.enumerated().map { position, count in
            Field(String(repeating: "x", count: count), paths.contains(position) ? .path : .detail)
        }
        #expect(Columns(of: [row], atMost: limit).widths == widths)
    }

    @Test("list -l cuts the file of a value at its start, to keep to the width")
    func origins() throws {
        process.variables["NO_COLOR"] = "1"
        process.columns = 50
        let lines = process.run("list", "-l").outputs.joined().split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 50 && $0.hasSuffix("t.plist") && $0.contains("…") })
    }

    @Test("suites, find and explain print whole paths on a narrow terminal")
    func wholePaths() throws {
        process.variables["NO_COLOR"] = "1"
        process.columns = 20
        for words in [["suites", "-l"], ["find", "-l", "wide"], ["explain", "long"]] {
            #expect(process.run(words).outputs.joined().contains(process.path()), "\(words)")
        }
        #expect(process.run("find", "-l", "wide").outputs.joined() == "t  long  wide wide wid…  \(process.path())\n")
    }

    @Test("--color always colours the tab-separated output of a pipe, and never overrides a terminal")
    func colourOption() throws {
        process.variables["NO_COLOR"] = "1"
        process.isTerminal = false
        let coloured = "\u{1B}[1mflag\u{1B}[0m\t\u{1B}[35mtrue\u{1B}[0m\n"
        #expect(process.run("list", "flag", "--color", "always") == .prints(coloured))
        #expect(process.run("list", "flag", "--colour=auto") == .prints("flag\ttrue\n"))
        process.variables["NO_COLOR"] = nil
        process.isTerminal = true
        #expect(process.run("list", "flag", "--color=never") == .prints("flag  true\n"))
        #expect(process.run("list", "flag", "--color=sometimes").exit == 2)
    }

    // MARK: Progress

    /// Writes enough suites for a second of the test clock, which advances 250 ms at each reading.
    private func writeSuites() throws {
        for number in 1...7 {
            try process.write(["k": 1], to: "s\(number)")
        }
    }

    @Test("work of more than a second shows its progress on a terminal, and erases it at the end")
    func progress() throws {
        try writeSuites()
        process.isErrorTerminal = true
        let outcome = process.run("suites", "-l")
        let line = "prefs: 4 of 8"
        let blank = "\r             \r"
        let later = (5...7).map { "prefs: \($0) of 8\(blank)" }.joined()
        #expect(outcome.errors == line + blank + later)
        #expect(outcome.exit == 0)
    }

    @Test("progress is shown only on a terminal, and only for work that takes long")
    func noProgress() throws {
        try writeSuites()
        #expect(process.run("suites", "-l").errors == "")
        process.isErrorTerminal = true
        #expect(process.run("list", "flag").errors == "")
    }
}
