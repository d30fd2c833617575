extension Scenario {
    /// Returns the blocks of a document that its reader can run with nothing but the command and a shell.
    ///
    /// The language of a block says how it is run, in a shell of its own:
    ///
    /// - `console`: after each `$ ` a command, then what it prints, with `/home/ada` as the home.
    /// - `sh` and `bash`: commands that succeed.
    /// - `yaml`: the commands of prefs in its lists, and after `run:` there.
    ///
    /// A comment on the line before, which no renderer shows, says more: `<!-- check: file PATH -->` that the block is
    /// a file for those that follow, `<!-- check: with NAME=VALUE -->` that its commands have this variable. Any other
    /// block must be of a kind that is checked elsewhere, such as in Scripts/check-readme.
    static func parse(document text: String, file: String) -> Scenario {
        var scenario = Scenario(file: file, title: "the blocks do what they show")
        var prose: [String] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)[...]
        while let line = lines.popFirst() {
            let comment = prose.last.flatMap { $0.hasPrefix("<!-- check: ") ? $0.dropFirst(12).dropLast(4) : nil }
            prose.append(line)
            guard line.hasPrefix("```"), line != "```" else { continue }
            let block = Array(lines.prefix { $0 != "```" })
            lines = lines.dropFirst(block.count)
            if line == "```console", comment == nil {
                for line in block {
                    if line.hasPrefix("$ ") || !prose.isEmpty {
                        scenario.steps.append(Step(prose: prose, shown: [line]))
                        prose = []
                    } else {
                        scenario.steps[scenario.steps.count - 1].output.append(line)
                    }
                }
            } else if let script = scenario.script(of: block, language: line.dropFirst(3), comment ?? "") {
                scenario.steps.append(Step(prose: prose, shown: block, script: script))
                prose = []
            } else {
                prose += block
            }
        }
        scenario.steps.append(Step(prose: prose, shown: [], script: ":"))
        return scenario
    }

    /// Returns what the shell runs for a block; nil if the block is checked elsewhere.
    private func script(of block: [String], language: Substring, _ comment: Substring) -> String? {
        let words = comment.split(separator: " ")
        let text = block.joined(separator: "\n")
        switch (language, words.first ?? "") {
        case (_, "file"):
            return "mkdir -p $(dirname \(words[1])) && printf '%s\\n' \(quoted(text)) >\(words[1])"
        case ("sh", ""), ("bash", ""):
            return "\(language) -eu -c \(quoted(text)) >../output 2>&1 || ! cat ../output"
        case ("yaml", ""), ("yaml", "with"):
            let commands = block.map { $0.drop { $0 == " " }.replacing("- run: ", with: "- ", maxReplacements: 1) }
                .filter { $0.hasPrefix("- prefs ") }.map { $0.dropFirst(2) }
            let run = "sh -eu -c \(quoted(commands.joined(separator: "\n"))) >../output 2>&1 || ! cat ../output"
            return "env \(words.dropFirst().joined()) \(run)"
        case ("text", ""), ("sh", "tests"), ("sh", "clone"), ("console", "build"), ("dockerfile", ""), ("ini", "unit"),
            ("swift", "") where file != "README.md":
            return nil
        default:
            return "! echo 'no test runs a block of this kind: \(language) \(comment)'"
        }
    }
}

/// Returns a text as one word of a shell.
private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
}
