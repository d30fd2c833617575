import CommandGrammar
import OtherTools
import PreferenceCore
import PreferenceStore
import PropertyLists

// What a line that is not valid, or would do other than it seems, most likely means.

/// A command line that has a suite's name as its first operand, as lines of `defaults` and `gsettings` do.
extension VerbRun {
    /// Checks that the first of several keys is not the name of a suite, as in the command lines of `defaults`.
    ///
    /// Such a line would read or remove other keys than the user means. The suite need not exist if the verb is the
    /// other tool's word, `delete`, or if the name is a domain's.
    ///
    /// - Parameter words: The words of the command line.
    func checkFirstOperand(_ words: [String]) throws {
        let first = arguments.verb.firstOperand
        let canBeOnlyOperand = first == .document || first == .change
        guard operands.count > (canBeOnlyOperand ? 0 : 1), !suggestions.isSuiteCertain else { return }
        guard first != .assignedKey, first != .other else { return }
        let suites = KnownSuites(in: environment)
        let isSuite = suites.contains(operands[0])
        let canBeSuite = first.isChangedKey && (words.first == "delete" || operands[0].looksLikeDomain)
        guard isSuite || canBeSuite && options.keys.globs.isEmpty && (try? SuiteName(operands[0])) != nil else {
            return
        }
        if first == .updatedKey, Double(decimal: operands[1]) != nil { return }
        let isKey =
            switch first {
            case .document: (try? SuiteFile(path: operands[0]).exists) ?? true
            case .change: false
            default: try isKey(operands[0])
            }
        var lines = [isSuite ? words.ofWholeSuite(suites) ?? words.selectingSuite() : words.selectingSuite()]
            .compactMap(\.self)
        if first.isChangedKey, !isSuite || lines.isEmpty, let line = literalLine {
            lines.append(line)
        }
        guard !isKey, !lines.isEmpty else { return }
        throw CommandError.suiteAsKey(operands[0], exists: isSuite, corrected: lines)
    }

    /// Whether a word is a key of a file in the search list, or of the schema, perhaps a former one.
    private func isKey(_ word: String) throws -> Bool {
        let selection = try reader.selection()
        let isSet = try reader.read(selection, keys: .named([word])) { snapshot in
            try snapshot.entry(named: [word]) != nil
        }
        guard !isSet, let schema = try selection.rules.schema()?.schema else { return isSet }
        return schema.names(word) || schema.currentKeys()[ByteKey(word)] != nil
    }

    /// The line with `--` before its operands, which says that they are keys; nil if no change can follow from it.
    private var literalLine: [String]? {
        guard arguments.verb.firstOperand != .updatedKey else { return nil }
        return [arguments.verb.name] + arguments.optionWords + ["--"] + arguments.operands
    }
}

extension [String] {
    /// Returns the lines that do what a line of another tool does; nil if it is not one.
    func translations() throws(NoEquivalent) -> [[String]]? {
        try OtherTool.translations(of: self, where: CommandTable.prefs.accepts)
    }

    /// Returns the line that copies, renames, removes or compares a whole suite, whose name is the first operand; nil if
    /// it is about something else.
    fileprivate func ofWholeSuite(_ suites: KnownSuites) -> [String]? {
        guard let (suite, arguments) = suiteFirst, suites.contains(suite) else { return nil }
        let others = Array(arguments.operands.dropFirst())
        switch (arguments.verb, others.count) {
        case (.copy, 1): return ["copy", "-s", suite, "--all", "--to-suite"] + others
        case (.copy, 2) where suites.contains(others[1]):
            return ["copy", "-s", suite, others[0], "--to-suite", others[1]]
        case (.rename, 1): return ["suites", "--rename", suite] + others
        case (.reset, 0): return ["suites", "--remove", suite]
        case (.diff, 1) where suites.contains(others[0]): return ["diff", "-s", suite, "--against"] + others
        default: return nil
        }
    }

    /// Returns the line of a verb whose first operand is the name of a suite: a key of it cannot be meant.
    fileprivate func lineWithKnownSuite(_ suites: KnownSuites) -> [String]? {
        guard let (suite, arguments) = suiteFirst, suites.contains(suite) else { return selectingDottedSuite(suites) }
        // A suite alone is printed whole.
        let verb = arguments.verb == .get && arguments.operands.count == 1 ? "list" : arguments.verb.name
        return ([verb] + dropFirst()).selectingSuite()
    }

    /// Returns the line that a suite's name at the beginning of this one stands for; nil if it is none.
    fileprivate func lineOfSuite(_ suites: KnownSuites) -> [String]? {
        guard let first, suites.contains(first) else { return nil }
        let rest = dropFirst()
        let verb = rest.first.flatMap(CommandTable.prefs.verb) ?? (rest.isEmpty ? .list : rest.count == 1 ? .get : .set)
        let line =
            [verb.name, "-s", first] + (rest.first.flatMap(CommandTable.prefs.verb) == nil ? rest : rest.dropFirst())
        return CommandTable.prefs.accepts(line) ? line : nil
    }

    /// Returns the line with a suite in place of the text before the first dot of the first operand; a global option of
    /// git config(1) does not name another suite.
    fileprivate func selectingDottedSuite(_ suites: KnownSuites) -> [String]? {
        var line = filter { $0 != "-g" }
        guard let (word, arguments) = line.suiteFirst, let (suite, key) = suites.split(word),
            let position = line.indices.dropFirst().first(where: { line[$0] == word })
        else { return nil }
        line.replaceSubrange(position...position, with: ["-s", suite, key])
        if [.rename, .copy].contains(arguments.verb), let other = line.last, let (target, name) = suites.split(other) {
            let isOther = arguments.verb == .copy && target != suite
            line.removeLast()
            line += (isOther && name == key ? [] : [name]) + (isOther ? ["--to-suite", target] : [])
        }
        return CommandTable.prefs.accepts(line) && !arguments.hasEndOfOptions ? line : nil
    }

    /// Returns the line with the first operand, or the suite that it means, as the argument of `-s`; nil if that is not
    /// a valid line either.
    fileprivate func selectingSuite(_ meant: String? = nil) -> [String]? {
        guard let (suite, arguments) = suiteFirst else { return nil }
        // An option's argument can be the same word.
        for position in indices.dropFirst() where self[position] == suite {
            var others = self
            others.remove(at: position)
            let line = [arguments.verb.name] + (meant ?? suite).selector + others.dropFirst()
            if let parsed = try? CommandTable.prefs.parse(line),
                parsed.operands == Array(arguments.operands.dropFirst()),
                // Without another suite, a copy needs another key.
                parsed.verb != .copy || parsed.has("--to-suite") || parsed.operands.count > 1
            {
                return line
            }
        }
        return nil
    }

    /// The first operand of the line, if it can be the name of a suite and no option names one, and the line's
    /// arguments.
    fileprivate var suiteFirst: (suite: String, arguments: ParsedArguments)? {
        guard let verb = first, let syntax = CommandTable.prefs.verb(named: verb)?.syntax else { return nil }
        var scanner = OptionScanner(dropFirst(), of: syntax)
        guard (try? scanner.scan()) != nil, let suite = scanner.arguments.operands.first,
            (try? SuiteName(suite)) != nil, (try? Options(scanner.arguments))?.selection.isNamed == false
        else { return nil }
        return (suite, scanner.arguments)
    }
}

extension CommandError {
    /// Returns the error for what is wrong with a line, with the line that the user most likely means.
    static func line(_ words: [String], _ usage: UsageError, in environment: any CommandEnvironment) -> CommandError {
        let suites = KnownSuites(in: environment)
        switch usage {
        case .missingOperand(let operand, _) where operand.name == Placeholder.document.name:
            let line = words + ["-"]
            guard !environment.isInputTerminal, CommandTable.prefs.accepts(line) else { break }
            let hint = "to read standard input: \(line.commandLine)"
            return CommandError(usage: "missing argument \(operand.name)", hint: hint)
        case .invalidChoice(let word, let placeholder, _) where placeholder.name == Placeholder.explained.name:
            guard let verb = OtherTool.verb(for: word) else { break }
            return CommandError(usage: "unknown command \(word.quoted)", hint: ["help", verb].commandLine)
        case .unknownOption(let option, let verb, _):
            let accepts = CommandTable.prefs.accepts
            guard let line = OtherTool.line(words, with: option, of: verb.name, where: accepts) else { break }
            let corrected = line.selectingDottedSuite(suites) ?? line
            return CommandError(usage: "unknown option \(option.quoted)", hint: corrected.commandLine)
        case .surplusOperand(let word, _, nil):
            if let error = surplusOperand(word, in: words, suites) { return error }
        default: break
        }
        return CommandError(usage, in: words, suites)
    }

    /// Returns the error of an operand too many, if the first one is the name of a suite, or like one; nil if it is not.
    ///
    /// For a domain, and for `set NAME.WITH.DOTS KEY VALUE`, the suite need not exist.
    private static func surplusOperand(_ word: String, in words: [String], _ suites: KnownSuites) -> CommandError? {
        guard let (first, arguments) = words.suiteFirst else { return nil }
        let isSuite =
            first.looksLikeDomain || suites.contains(first)
            || arguments.verb == .set && first.utf8.dropFirst().contains(UInt8(ascii: "."))
        guard let suite = isSuite ? first : suites.nearest(to: first),
            let line = words.ofWholeSuite(suites) ?? words.selectingSuite(suite)
        else { return nil }
        let text = "unexpected argument \(word.quoted)"
        do throws(NoEquivalent) {
            // The value in a line of `gsettings` can have quotation marks of its own.
            let corrected = isSuite ? try words.translations()?.first ?? line : line
            return CommandError(usage: text, hint: corrected.commandLine)
        } catch {
            return CommandError(usage: text)
        }
    }

    /// Returns the error of a first key or file that does not exist, but is the name of a suite, or can be; the lines
    /// are what the user may mean.
    fileprivate static func suiteAsKey(_ key: String, exists: Bool, corrected lines: [[String]]) -> CommandError {
        let text = exists ? "is the name of a suite, not a key or file" : "is not a key; it can be the name of a suite"
        let hint = lines.map(\.commandLine).joined(separator: ", or: ")
        return CommandError(.usage, Message("\(key.quoted) \(text)", hint: hint))
    }

    /// Returns the error of a command line, with what the user most likely means by one that does not begin with a verb.
    init(_ error: UsageError, in words: [String], _ suites: KnownSuites) {
        self.init(error)
        let word: String
        switch error {
        case .unknownVerb(let first, _), .optionBeforeVerb(let first, _): word = first
        default: return
        }
        do throws(NoEquivalent) {
            if let lines = try words.translations() {
                self = .lineOfOtherTool(word, translations: lines.map { $0.selectingDottedSuite(suites) ?? $0 })
            } else if case .optionBeforeVerb(_, corrected: nil) = error {
                let lines = ["set", "get"].map { [$0] + words }.filter(CommandTable.prefs.accepts)
                if let line = lines.first { self = .lineOfOtherTool(word, translations: [line]) }
            } else if let line = words.lineOfSuite(suites) {
                self = .lineOfOtherTool(word, translations: [line])
            } else if case .unknownVerb = error, let name = OtherTool.verb(for: word),
                let verb = CommandTable.prefs.verb(named: name)
            {
                // `tail -f` follows a file as `watch` does.
                let line = [verb.name] + words.dropFirst().drop { word == "tail" && $0 == "-f" }
                let isComplete = CommandTable.prefs.accepts(line) && verb.replacement == nil
                let forms = [line.ofWholeSuite(suites), line.lineWithKnownSuite(suites), isComplete ? line : nil]
                    .compactMap(\.self)
                self = forms.first.map { .lineOfOtherTool(word, translations: [$0]) } ?? .wordOfOtherTool(word, verb)
            }
        } catch {
            self.init(usage: "\(error)")
        }
    }

    /// Returns the error of a word that is a verb of another tool, with the verb that does the same.
    fileprivate static func wordOfOtherTool(_ word: String, _ verb: Verb) -> CommandError {
        let line = "'\(verb.name)' does this: prefs \(verb.syntax.synopsis())"
        let hint = verb.replacement.map { "did you mean '\($0)'?" } ?? line
        return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
    }

    /// Returns the error of a line of another tool, which begins with that word, and has these equivalents.
    fileprivate static func lineOfOtherTool(_ word: String, translations lines: [[String]]) -> CommandError {
        let hint = lines.map(\.commandLine).joined(separator: ", or: ")
        return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
    }
}
