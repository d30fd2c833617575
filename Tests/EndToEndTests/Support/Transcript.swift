import TestSupport

/// Commands that one shell runs in a new home, and what they print.
///
/// A document is one: see Document.swift. Tests/EndToEndTests/Transcripts has others, in this form:
///
///     # What the scenario shows
///     given prefs.plist
///     $ prefs get name nope
///     Ada
///     prefs: 'nope' is not set in suite 'prefs'
///     exit 1
///
/// The line `given` names files of Transcripts/Given, which exist before. A line `> ` continues a command. Then follow
/// standard output and standard error, as on a terminal, and the exit code if it is not 0. In what is expected,
/// `[..]` stands for any text in a line, `...` for any lines, and a name that begins with `TIME` or `ID`, such as
/// `[ID2]`, for one text that is the same wherever the name is. `~` is the home directory.
struct Scenario: Sendable {
    struct Step: Sendable {
        /// The lines of a document before it, which begin a block.
        var prose: [String] = []
        /// The lines that show it: those of a command, or a block of a document.
        var shown: [String]
        /// What the shell runs for a block, which must succeed; nil for a command.
        var script: String?
        /// What it prints, with the exit code.
        var output: [String] = []

        /// What the shell runs.
        var command: String { script ?? shown.map { String($0.dropFirst(2)) }.joined(separator: "\n") }
    }

    /// The path of the file, within the package.
    let file: String
    let title: String
    var isDocument: Bool { file.hasSuffix(".md") }
    private(set) var given: [String] = []
    var steps: [Step] = []

    /// Returns the scenarios of a file of transcripts.
    ///
    /// A line that begins with `# ` starts one if an empty line is before it. What precedes the first one is a comment.
    static func parse(transcripts text: String, file: String) -> [Scenario] {
        var scenarios: [Scenario] = []
        var previous = Substring()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            defer { previous = line }
            if previous.isEmpty, line.hasPrefix("# ") {
                scenarios.append(Scenario(file: file, title: String(line.dropFirst(2))))
                continue
            }
            guard var scenario = scenarios.popLast() else { continue }
            defer { scenarios.append(scenario) }
            if scenario.steps.isEmpty, line.hasPrefix("given ") {
                scenario.given += line.split(separator: " ").dropFirst().map(String.init)
            } else if line.hasPrefix("$ ") {
                scenario.steps.append(Step(shown: [String(line)]))
            } else if var step = scenario.steps.popLast() {
                if step.output.isEmpty, line.hasPrefix("> ") {
                    step.shown.append(String(line))
                } else {
                    step.output.append(String(line))
                }
                scenario.steps.append(step)
            }
        }
        return scenarios.map { scenario in
            var scenario = scenario
            let last = scenario.steps.count - 1
            while scenario.steps.last?.output.last == "" { scenario.steps[last].output.removeLast() }
            return scenario
        }
    }

    /// The scenario as its file has it.
    var text: String {
        let setUp = ["# \(title)"] + (given.isEmpty ? [] : ["given \(given.joined(separator: " "))"])
        let lines = (isDocument ? [] : setUp) + steps.flatMap { $0.prose + $0.shown + $0.output }
        return lines.map { "\($0)\n" }.joined()
    }
}

// MARK: Running

extension Scenario {
    /// What separates the outputs of commands, with the exit code before it.
    private static let separator = "\u{1E}"

    /// Returns the scenario with what the commands print now.
    func run(given directory: String) throws -> Scenario {
        var prefs = try PrefsCommand()
        let home = prefs.directory
        try home.makeDirectory("home/work")
        prefs.environment["XDG_CONFIG_HOME"] = nil
        prefs.environment["XDG_DATA_DIRS"] = home.path(of: "system")
        prefs.environment["LC_ALL"] = "C.UTF-8"
        prefs.environment["VISUAL"] = "cat"
        // prefs waits for a file to settle that changed a moment ago.
        let files = given.map { name in
            let place = "~/\(Self.place(of: name))"
            return "install -D -m 644 '\(directory)/\(name)' \(place) && touch -d '1 hour ago' \(place)\n"
        }
        let script = steps.map { step in
            // Each block of a document has a shell of its own.
            let start = step.prose.isEmpty ? "" : ")\n(\n"
            return "\(start)\(step.command)\nprintf '\(Self.separator)%d\(Self.separator)' $?\n"
        }
        let printed = try Shell(prefs).run("cd ~/work; exec 2>&1\n\(files.joined())(\n:\n\(script.joined()))\n").text
            .replacing(home.path(of: "home"), with: isDocument ? "/home/ada" : "~")
            .replacing(home.path, with: "")
        let parts = printed.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
        var scenario = self
        for index in steps.indices {
            // A shell that has ended prints nothing more.
            let output = parts.indices.contains(2 * index) ? parts[2 * index] : ""
            let exit = parts.indices.contains(2 * index + 1) ? parts[2 * index + 1] : "of the shell"
            // A document does not show the exit code of a command.
            let isShown = exit != "0" && !(isDocument && steps[index].script == nil)
            scenario.steps[index].output = Self.lines(of: output) + (isShown ? ["exit \(exit)"] : [])
        }
        return scenario
    }

    /// Returns where a given file goes in the home: schemas and suites have their places.
    private static func place(of name: String) -> String {
        if name.hasSuffix(".schema.json") { return ".local/share/prefs/schemas/\(name)" }
        return name.hasSuffix(".plist") ? ".config/\(name)" : "work/\(name)"
    }

    private static func lines(of output: String) -> [String] {
        guard !output.isEmpty else { return [] }
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return output.hasSuffix("\n") ? lines.dropLast() : lines + ["(no line break)"]
    }
}

// MARK: Comparing

extension Scenario {
    /// Returns the scenario as it was run, with the names of what was expected where they match.
    func naming(as expected: Scenario) -> Scenario {
        var names = OutputNames()
        var scenario = self
        for (index, step) in expected.steps.enumerated() {
            let output = steps[index].output
            if let matched = names.matching(step.output[...], output[...]) {
                names = matched
                scenario.steps[index].output = step.output
            } else {
                scenario.steps[index].output = output.enumerated().map { position, line in
                    guard step.output.indices.contains(position),
                        let matched = names.matching(step.output[position][...], line[...])
                    else { return line }
                    names = matched
                    return step.output[position]
                }
            }
        }
        return scenario
    }

    /// Returns the steps whose output differs, with `-` before lines only in this scenario, `+` before those only in
    /// the other.
    func difference(to other: Scenario) -> String {
        var lines: [String] = []
        for (old, new) in zip(steps, other.steps) where old.output != new.output {
            lines += old.shown.map { "  " + $0 }
            let difference = new.output.difference(from: old.output)
            for case .remove(_, let line, _) in difference.removals { lines.append("- " + line) }
            for case .insert(_, let line, _) in difference.insertions { lines.append("+ " + line) }
        }
        return lines.joined(separator: "\n")
    }
}

/// The texts that names such as `[ID1]` stand for in one scenario.
private struct OutputNames {
    private var texts: [Substring: Substring] = [:]

    /// Returns the names after lines match what was expected of them; nil if they do not.
    func matching(_ expected: ArraySlice<String>, _ lines: ArraySlice<String>) -> OutputNames? {
        guard let first = expected.first else { return lines.isEmpty ? self : nil }
        if first == "..." {
            return (lines.startIndex...lines.endIndex).lazy
                .compactMap { matching(expected.dropFirst(), lines[$0...]) }.first
        }
        guard let line = lines.first else { return nil }
        return matching(first[...], line[...])?.matching(expected.dropFirst(), lines.dropFirst())
    }

    /// Returns the names after a line matches what was expected of it; nil if it does not.
    func matching(_ expected: Substring, _ line: Substring) -> OutputNames? {
        guard let open = expected.firstIndex(where: { $0 == "[" }) else { return expected == line ? self : nil }
        let literal = expected[..<open]
        guard line.hasPrefix(literal) else { return nil }
        let rest = line.dropFirst(literal.count)
        guard let close = expected[open...].firstIndex(of: "]"),
            let name = Self.name(expected[expected.index(after: open)..<close])
        else {
            return rest.first == "[" ? matching(expected[open...].dropFirst(), rest.dropFirst()) : nil
        }
        let end = expected[expected.index(after: close)...]
        if let text = texts[name] {
            return rest.hasPrefix(text) ? matching(end, rest.dropFirst(text.count)) : nil
        }
        for length in 0...rest.count where name == ".." || length > 0 {
            var names = self
            if name != ".." { names.texts[name] = rest.prefix(length) }
            if let matched = names.matching(end, rest.dropFirst(length)) { return matched }
        }
        return nil
    }

    /// Returns the text between brackets if it is a name: `..`, or one of a time or an identifier.
    private static func name(_ text: Substring) -> Substring? {
        text == ".." || ["TIME", "ID"].contains(where: text.hasPrefix) ? text : nil
    }
}
