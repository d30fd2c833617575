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
        guard operands.count > 1, !suggestions.isSuiteCertain else { return }
        let first = arguments.verb.firstOperand
        guard first != .assignedKey, first != .other else { return }
        let isSuite = (try? reader.sources.directories().hasSuite(named: operands[0])) ?? false
        let canBeSuite = first.isChangedKey && (words.first == "delete" || operands[0].looksLikeDomain)
        guard isSuite || canBeSuite && options.keys.globs.isEmpty && (try? SuiteName(operands[0])) != nil else {
            return
        }
        if first == .updatedKey, Double(decimal: operands[1]) != nil { return }
        let isKey = try first == .seed ? (try? SuiteFile(path: operands[0]).exists) ?? true : isKey(operands[0])
        var lines = [words.selectingSuite].compactMap(\.self)
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

    /// The line with the first operand as the argument of `-s`; nil if that is not a valid line either.
    fileprivate var selectingSuite: [String]? {
        guard let (suite, arguments) = suiteFirst else { return nil }
        // An option's argument can be the same word.
        for position in indices.dropFirst() where self[position] == suite {
            var others = self
            others.remove(at: position)
            let line = [arguments.verb.name] + suite.selector + others.dropFirst()
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
    /// Returns the error for what is wrong with a line, for a surplus operand with the corrected line if the first
    /// operand is the name of a suite.
    ///
    /// For a domain, and for `set NAME.WITH.DOTS KEY VALUE`, the suite need not exist.
    static func line(_ words: [String], _ usage: UsageError, in environment: any CommandEnvironment) -> CommandError {
        if case .missingOperand(let operand, _) = usage, operand.name == Placeholder.document.name,
            !environment.isInputTerminal, CommandTable.prefs.accepts(words + ["-"])
        {
            let hint = "to read standard input: \((words + ["-"]).commandLine)"
            return CommandError(usage: "missing argument \(operand.name)", hint: hint)
        }
        guard case .surplusOperand(let word, _, nil) = usage, let line = words.selectingSuite,
            let (suite, arguments) = words.suiteFirst,
            suite.looksLikeDomain
                || (try? PreferenceDirectories(environment: environment.variable))?.hasSuite(named: suite) ?? false
                || arguments.verb == .set && suite.utf8.dropFirst().contains(UInt8(ascii: "."))
        else { return CommandError(usage, in: words) }
        // The value in a line of `gsettings` can have quotation marks of its own.
        do throws(NoEquivalent) {
            let corrected = try words.translations()?.first ?? line
            return CommandError(usage: "unexpected argument \(word.quoted)", hint: corrected.commandLine)
        } catch {
            return CommandError(usage)
        }
    }

    /// Returns the error of a first key or file that does not exist, but is the name of a suite, or can be; the lines
    /// are what the user may mean.
    fileprivate static func suiteAsKey(_ key: String, exists: Bool, corrected lines: [[String]]) -> CommandError {
        let text = exists ? "is the name of a suite, not a key or file" : "is not a key; it can be the name of a suite"
        let hint = lines.map(\.commandLine).joined(separator: ", or: ")
        return CommandError(.usage, Message("\(key.quoted) \(text)", hint: hint))
    }

    /// Returns the error of a command line, with what the user most likely means if the line is one of another tool.
    init(_ error: UsageError, in words: [String]) {
        self.init(error)
        let word: String
        switch error {
        case .unknownVerb(let first, _), .optionBeforeVerb(let first, _): word = first
        default: return
        }
        do throws(NoEquivalent) {
            if let lines = try words.translations() {
                self = .lineOfOtherTool(word, translations: lines)
            } else if case .unknownVerb = error, let name = OtherTool.verb(for: word),
                let verb = CommandTable.prefs.verb(named: name)
            {
                self = .wordOfOtherTool(word, verb)
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
