package import CommandGrammar
import PreferenceStore
import PropertyLists

/// Finds the lines that a line most likely means which is not valid, or would do other than it seems.
package struct LineInterpreter {
    let table: CommandTable
    package let suites: KnownSuites

    package init(of table: CommandTable, _ suites: KnownSuites) {
        (self.table, self.suites) = (table, suites)
    }

    // MARK: Lines that begin with no verb

    /// Returns the lines that mean the same as one that begins with no verb: a line of another tool, or one with a suite
    /// or an option in the place of the verb; nil if there are none.
    ///
    /// - Parameter isLikeVerb: Whether the first word is more likely a misspelled verb of `prefs` than of another tool.
    /// - Throws: `NoEquivalent` if `prefs` cannot do what the line does.
    package func lines(meantBy words: [String], isLikeVerb: Bool) throws(NoEquivalent) -> [[String]]? {
        if let lines = try exactLines(meantBy: words) { return lines }
        guard !isLikeVerb, let first = words.first, let near = OtherTool.word(near: first),
            let lines = try exactLines(meantBy: [near] + words.dropFirst())
        else { return nil }
        return lines
    }

    private func exactLines(meantBy words: [String]) throws(NoEquivalent) -> [[String]]? {
        let words = wordsOfDatabase(words) ?? words
        if let lines = try OtherTool.translations(of: words, where: table.accepts) {
            let lines = lines.flatMap(fitted)
            let certain = lines.filter { ($0.value(of: "-s").map(suites.contains)) ?? false }
            return certain.isEmpty ? lines : certain
        }
        guard let first = words.first else { return nil }
        if let lines = linesOfSuite(words) ?? linesOfAddition(words) { return lines }
        guard let verb = OtherTool.verb(for: first).flatMap(table.verb) else {
            let line = ["set", "get"].map { [$0] + words }.first(where: table.accepts)
            return first.looksLikeOption ? line.map(fitted) : nil
        }
        var line = [verb.name] + words.dropFirst()
        switch first {
        case "tail" where line.dropFirst().first == "-f": line.remove(at: 1)
        case "count", "length": line.append("--count")
        case "prepend": line.append("--first")
        case "backup" where words.count == 2: line += ["-o", "\(words[1]).plist"]
        case "decrement", "decr": line = lineDecrementing(line) ?? line
        case "insert": line = lineInserting(words) ?? line
        case "restore" where words.count == 2 && suites.contains(words[1]): return [["undo", "-s", words[1]]]
        default: line = withoutPrepositions(line)
        }
        if first == "add", let line = lineAppending(line) { return [line] }
        if let replacement = verb.replacement {
            line = replacement.split(separator: " ").map(String.init) + line.dropFirst()
        }
        let meant = lineOfWholeSuite(line) ?? lineSelectingKnownSuite(line)
        return (meant ?? (table.accepts(line) ? line : nil)).map(fitted)
    }

    /// Returns the line that appends the values of one to an array; nil if the key has no array.
    private func lineAppending(_ line: [String]) -> [String]? {
        guard let line = lineSelectingKnownSuite(["append"] + line.dropFirst()), let suite = line.value(of: "-s"),
            let key = (try? table.parse(line))?.operands.first, suites.contents(of: suite)[key]?.kind == .array
        else { return nil }
        return line
    }

    /// Returns a line without the words between its operands, as in `change KEY to VALUE` and `remove KEY from SUITE`.
    private func withoutPrepositions(_ line: [String]) -> [String] {
        guard line.count > 3 else { return line }
        var line = line
        if line[0] == "set", line[line.count - 2] == "to" { line.remove(at: line.count - 2) }
        let position = line.indices.dropLast().first {
            ["from", "in", "of"].contains(line[$0]) && suites.contains(line[$0 + 1])
        }
        guard let position else { return line }
        let suite = line[position + 1]
        line.removeSubrange(position...(position + 1))
        return [line[0], "-s", suite] + line.dropFirst()
    }

    /// Returns the name of a suite that is written as a path of dconf(1), `/editor/`, or as that of its file,
    /// `editor.plist`; any other word as it is.
    package func plainName(_ word: String) -> String {
        let name = word.split(separator: "/").joined(separator: ".")
        return word.first == "/" && suites.contains(name) ? name : suites.name(ofFile: word) ?? word
    }

    /// Returns the words of `gsettings` for those of dconf(1), if a path of that consists of a suite and a key.
    private func wordsOfDatabase(_ words: [String]) -> [String]? {
        let verbs = ["read": "get", "write": "set", "reset": "reset"]
        let line = words.first == "dconf" ? words.dropFirst() : words[...]
        if words.first == "dconf", line.count > 1, suites.contains(line[line.startIndex + 1]) { return Array(line) }
        guard line.count > 1, let verb = line.first.flatMap({ verbs[$0] }) else { return nil }
        let names = line[line.startIndex + 1].split(separator: "/").map(String.init)
        guard line[line.startIndex + 1].hasPrefix("/"), let key = names.last else { return nil }
        let suite = names.dropLast().joined(separator: ".")
        return suites.contains(suite) ? ["gsettings", verb, suite, key] + line.dropFirst(2) : nil
    }

    /// Returns the lines that a suite's name at the beginning of another stands for; nil if it is none.
    private func linesOfSuite(_ words: [String]) -> [[String]]? {
        guard let first = words.first, suites.contains(first) else { return nil }
        let rest = words.dropFirst()
        let named = rest.first.flatMap(table.verb)
        let verb = named?.name ?? (rest.isEmpty ? "list" : rest.count == 1 ? "get" : "set")
        if named == nil, let arguments = table.verb(named: "set").map({ ParsedArguments($0, Array(rest)) }),
            let pairs = withPairs(arguments)
        {
            return [["set", "-s", first] + pairs.dropFirst()]
        }
        let line = [verb, "-s", first] + (named == nil ? rest : rest.dropFirst())
        return table.accepts(line) ? fitted(line) : [["list", "-s", first]]
    }

    // MARK: Lines with a suite in the place of a key

    /// Returns the line that copies, renames, removes or compares a whole suite, whose name is the first operand; nil if
    /// it is about something else.
    package func lineOfWholeSuite(_ line: [String]) -> [String]? {
        guard let (word, arguments) = suiteFirst(line),
            // A file that gets the suite shows that no key is meant.
            let suite = suites.contains(word) ? word : arguments.verb.name == "dump" ? suites.nearest(to: word) : nil
        else { return nil }
        let others = Array(arguments.operands.dropFirst())
        let line: [String]? =
            switch (arguments.verb.name, others.count) {
            case ("copy", 1): ["copy", "-s", suite, "--all", "--to-suite"] + others
            case ("copy", 2) where suites.contains(others[1]):
                ["copy", "-s", suite, others[0], "--to-suite", others[1]]
            case ("rename", 1): ["suites", "rename", suite] + others
            case ("reset", 0): ["suites", "remove", suite]
            case ("diff", 1):
                others.first.flatMap { suites.contains($0) ? $0 : suites.nearest(to: $0, besides: [suite]) }
                    .map { ["diff", "-s", suite, "--against", $0] }
            case ("convert", 0):
                // plutil(1) writes the file in its own place.
                ["dump", "-s", suite]
                    + arguments.options.filter { $0.arguments != [word] }.flatMap { [$0.spelling] + $0.arguments }
            case ("apply", 0): ["apply", "-s", suite] + arguments.optionWords + ["-"]
            case ("dump", 1): ["dump", "-s", suite] + arguments.optionWords + ["-o"] + others
            default: nil
            }
        return line.flatMap { table.accepts($0) ? $0 : nil }
    }

    /// Returns the line of a verb whose first operand is the name of a suite, or like one: a key of it cannot be meant.
    private func lineSelectingKnownSuite(_ line: [String]) -> [String]? {
        guard let (word, arguments) = suiteFirst(line), suites.split(word) == nil,
            let suite = suites.contains(word) ? word : suites.nearest(to: word)
        else { return lineSelectingDottedSuite(line) }
        // A suite alone is printed whole.
        let isWhole = arguments.verb.name == "get" && arguments.operands.count == 1
        return lineSelectingSuite([isWhole ? "list" : arguments.verb.name] + line.dropFirst(), suite)
    }

    /// Returns the lines that a valid one means, with the suite that is its first operand as the argument of `-s`.
    package func linesSelectingSuite(_ line: [String]) -> [[String]] {
        guard let (word, _) = suiteFirst(line), suites.contains(word) else { return fitted(line) }
        return fitted(lineOfWholeSuite(line) ?? lineSelectingKnownSuite(line) ?? line)
    }

    /// Returns the line with the first operand, or the suite that it means, as the argument of `-s`; nil if that is not
    /// a valid line either.
    package func lineSelectingSuite(_ line: [String], _ meant: String? = nil) -> [String]? {
        guard let (suite, arguments) = suiteFirst(line) else { return nil }
        // An option's argument can be the same word.
        for position in line.indices.dropFirst() where line[position] == suite {
            var others = line
            others.remove(at: position)
            let line = [arguments.verb.name] + (meant ?? suite).selector + others.dropFirst()
            if let parsed = try? table.parse(line), parsed.operands == Array(arguments.operands.dropFirst()),
                // Without another suite, a copy needs another key.
                parsed.verb.name != "copy" || parsed.has("--to-suite") || parsed.operands.count > 1
            {
                return withPairs(parsed) ?? line
            }
            if let pairs = scanned(line).flatMap(withPairs) { return pairs }
        }
        return nil
    }

    /// The first operand of the line, if it can be the name of a suite and no option names one, and the line's
    /// arguments.
    package func suiteFirst(_ line: [String]) -> (suite: String, arguments: ParsedArguments)? {
        guard let arguments = scanned(line), let suite = arguments.operands.first, (try? SuiteName(suite)) != nil,
            !arguments.options.contains(where: \.option.selectsSuite)
        else { return nil }
        return (suite, arguments)
    }

    /// Returns the options and operands of a line, which need not be the right ones; nil without a verb.
    package func scanned(_ line: [String]) -> ParsedArguments? {
        guard let syntax = line.first.flatMap(table.verb)?.syntax else { return nil }
        var scanner = OptionScanner(line.dropFirst(), of: syntax)
        return (try? scanner.scan()) == nil ? nil : scanner.arguments
    }

    // MARK: What exists

    /// Returns a line with the suites and keys that exist in the place of those that it cannot mean: the suite before
    /// the dot of a key, a suite in the place of a file, and a suite or key with a similar name.
    ///
    /// A line that can make a new key, whose name is like another one, is returned too.
    package func fitted(_ line: [String]) -> [[String]] {
        var line = lineSelectingDottedSuite(line) ?? line
        if let option = line.firstIndex(of: "-f"), line.indices.contains(option + 1), suites.contains(line[option + 1]),
            (try? SuiteFile(path: line[option + 1]).exists) == false
        {
            line[option] = "-s"
        }
        line = lineOfWholeSuite(line) ?? line
        guard let suite = line.value(of: "-s") else { return [line] }
        let known = suites.contains(suite) ? suite : suites.nearest(to: suite) ?? suite
        line.replace(suite, by: known)
        guard let arguments = try? table.parse(line), !arguments.has("--pairs"),
            arguments.verb.syntax.operands.first?.placeholder.name == "KEY",
            let key = arguments.operands.first
        else { return [line] }
        let contents = suites.contents(of: known)
        // In `--json KEY VALUE`, the option has taken the key.
        if arguments.verb.name == "set", arguments.operands.count == 1, contents[key] == nil,
            let taken = arguments.options.compactMap(\.arguments.last).first(where: { contents[$0] != nil }),
            let first = line.firstIndex(of: taken), let second = line.lastIndex(of: key)
        {
            line.swapAt(first, second)
            return [line]
        }
        if let line = lineNamingPart(line, arguments, in: contents) { return [line] }
        guard contents[key] == nil, !contents.hasContainer(ofPath: key), let near = contents.keys.nearest(to: key)
        else {
            return [line]
        }
        let literal = ["set", "append"].contains(arguments.verb.name) ? [line] : []
        line.replace(key, by: near)
        return [line] + literal
    }

    /// Returns the line of a part of a key's value, which another names by its pointer, by a path, or by two words, and
    /// perhaps misspells; nil if no part is meant.
    private func lineNamingPart(
        _ line: [String],
        _ arguments: ParsedArguments,
        in contents: PropertyListDictionary
    ) -> [String]? {
        var line = line
        let (verb, key) = (arguments.verb.name, arguments.operands[0])
        let hasPart = arguments.operands.count > 1 && arguments.operands.dropFirst().allSatisfy { contents[$0] == nil }
        if verb == "reset", hasPart, arguments.operands.count == 2, contents[key]?.kind == .array {
            return ["drop"] + line.dropFirst()
        }
        if let pointer = line.value(of: "--at").flatMap(JSONPointer.init),
            let path = contents.path(near: [key] + pointer.tokens)
        {
            line.replace(pointer.text, by: path.pointer)
            line.replace(key, by: path.names[0])
            return line
        }
        let words = hasPart && ["get", "reset"].contains(verb) ? arguments.operands : []
        let names = contents[key] == nil ? OtherToolPath(written: key)?.names ?? [] : []
        for (operands, names) in [(words, words), ([key], names)] {
            guard let path = contents.path(near: names), let start = line.lastIndex(of: key),
                line[start...].starts(with: operands)
            else { continue }
            line.replaceSubrange(start..<(start + operands.count), with: path.words)
            return line
        }
        return nil
    }

    /// Returns the line with a suite in place of the text before the first dot of the first operand; a global option of
    /// git config(1) does not name another suite.
    private func lineSelectingDottedSuite(_ line: [String]) -> [String]? {
        var line = line.filter { $0 != "-g" }
        guard let (word, arguments) = suiteFirst(line), let (suite, key) = suites.split(word),
            let position = line.indices.dropFirst().first(where: { line[$0] == word })
        else { return nil }
        line.replaceSubrange(position...position, with: ["-s", suite, key])
        if ["rename", "copy"].contains(arguments.verb.name), let other = line.last,
            let (target, name) = suites.split(other)
        {
            let isOther = arguments.verb.name == "copy" && target != suite
            line.removeLast()
            line += (isOther && name == key ? [] : [name]) + (isOther ? ["--to-suite", target] : [])
        }
        return table.accepts(line) && !arguments.hasEndOfOptions ? line : nil
    }
}

extension Option {
    /// Whether the option names the suite or file of a line.
    var selectsSuite: Bool { ["--suite", "--global", "--file"].contains(name) }
}

extension [String] {
    /// The word after an option.
    func value(of option: String) -> String? {
        firstIndex(of: option).flatMap { indices.contains($0 + 1) ? self[$0 + 1] : nil }
    }

    /// Replaces the first word that is equal to another, besides the verb.
    fileprivate mutating func replace(_ word: String, by other: String) {
        if let position = dropFirst().firstIndex(of: word) { self[position] = other }
    }
}

extension String {
    /// Whether this is the name of a domain of macOS, such as `com.example.app`.
    package var looksLikeDomain: Bool {
        self == "NSGlobalDomain" || ["com.", "org.", "net.", "io.", "dev."].contains { hasPrefix($0) }
    }

    /// The options that select the suite of this name; a domain of all applications has another name here.
    package var selector: [String] { self == "NSGlobalDomain" ? ["-g"] : ["-s", self] }
}
