import CommandErrors
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
        if words.first == "delete", let line = interpreter.lineRemovingSuite(words) {
            throw CommandError.suiteAsKey(words[2], exists: true, corrected: [line])
        }
        let isSuite = interpreter.suites.contains(operands[0])
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
        guard !isKey else { return }
        let whole = isSuite ? interpreter.lineOfWholeSuite(words) : nil
        var lines = (whole ?? interpreter.lineSelectingSuite(words)).map(interpreter.fitted) ?? []
        if first.isChangedKey, !isSuite || lines.isEmpty, let line = literalLine {
            lines.append(line)
        }
        guard !lines.isEmpty else { return }
        throw CommandError.suiteAsKey(operands[0], exists: isSuite, corrected: lines)
    }

    var interpreter: LineInterpreter { LineInterpreter(in: environment) }

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

extension LineInterpreter {
    init(in environment: any CommandEnvironment) {
        self.init(of: .prefs, KnownSuites(environment: environment.variable))
    }
}

extension CommandError {
    static func line(_ words: [String], _ error: UsageError, in environment: any CommandEnvironment) -> CommandError {
        let interpreter = LineInterpreter(in: environment)
        return line(words, error, by: interpreter, readsTerminal: environment.isInputTerminal)
    }

    /// Returns the error for what is wrong with a line, with the line that the user most likely means.
    ///
    /// - Parameter readsTerminal: Whether standard input is a terminal, so that no document can be meant to be there.
    static func line(
        _ words: [String],
        _ usage: UsageError,
        by interpreter: LineInterpreter,
        readsTerminal: Bool
    ) -> CommandError {
        let words = words.map(interpreter.plainName)
        let found: CommandError? =
            switch usage {
            case .unknownVerb(let word, let suggestion):
                unknownVerb(
                    word,
                    in: words,
                    by: interpreter,
                    isLikeVerb: suggestion != nil && OtherTool.verb(for: word) == nil
                )
            case .optionBeforeVerb(let word, corrected: nil):
                unknownVerb(word, in: words, by: interpreter, isLikeVerb: false)
            case .missingOperand(let operand, _) where operand == .document:
                interpreter.lineOfSeed(words).map { CommandError("missing argument \(operand.name)", meaning: [$0]) }
                    ?? (readsTerminal ? nil : missingDocument(operand, in: words))
            case .missingOperand(let operand, _):
                ((interpreter.scanned(words).flatMap(interpreter.withPairs) ?? interpreter.lineOfList(words)).map {
                    [$0]
                }
                    ?? interpreter.linesRemovingAll(words))
                    .map { CommandError("missing argument \(operand.name)", meaning: $0) }
            case .missingArgument(_, let option, _, next: nil), .typeWithoutValue(let option):
                interpreter.lines(words, withOptionBeforeLastOperand: option)
                    .map { CommandError("option '\(option)' needs a value", meaning: $0) }
            case .invalidChoice(let word, let placeholder, _) where placeholder.name == Placeholder.explained.name:
                OtherTool.verb(for: word)
                    .map { CommandError("unknown command \(word.quoted)", meaning: [["help", $0]]) }
            case .unknownOption(let option, let verb, _):
                OtherTool.line(words, with: option, of: verb.name, where: CommandTable.prefs.accepts)
                    .map {
                        CommandError("unknown option \(option.quoted)", meaning: interpreter.linesSelectingSuite($0))
                    }
            case .invalidChoice(let word, let placeholder, _) where placeholder.name == "ACTION":
                interpreter.lineShowingSuite(words).map { suiteAsKey(word, exists: true, corrected: [$0]) }
            case .conflictingOptions:
                interpreter.lineOfSeed(words).map {
                    CommandError(usage: usage.message(in: .prefs).text, hint: $0.commandLine)
                }
            case .surplusOperand(let word, _, nil): surplusOperand(word, in: words, by: interpreter)
            default: nil
            }
        return found ?? .usage(usage)
    }

    /// Creates the error of a line that most likely means one of some others.
    private init(_ text: String, meaning lines: [[String]]) {
        self.init(usage: text, hint: lines.commandLines)
    }

    private static func unknownVerb(
        _ word: String,
        in words: [String],
        by interpreter: LineInterpreter,
        isLikeVerb: Bool
    ) -> CommandError? {
        let text = "unknown command \(word.quoted)"
        do throws(NoEquivalent) {
            if let lines = try interpreter.lines(meantBy: words, isLikeVerb: isLikeVerb) {
                return CommandError(text, meaning: lines)
            }
        } catch {
            return CommandError(usage: "\(error)")
        }
        guard !isLikeVerb, let verb = OtherTool.verb(like: word).flatMap(CommandTable.prefs.verb) else { return nil }
        let line = "'\(verb.name)' does this: prefs \(verb.syntax.synopsis())"
        return CommandError(usage: text, hint: verb.replacement.map { "did you mean '\($0)'?" } ?? line)
    }

    private static func missingDocument(_ operand: Placeholder, in words: [String]) -> CommandError? {
        let line = words + ["-"] + (words == ["convert"] ? ["--format", "xml"] : [])
        guard CommandTable.prefs.accepts(line) else { return nil }
        let hint = "to read standard input: \(line.commandLine)"
        return CommandError(usage: "missing argument \(operand.name)", hint: hint)
    }

    private static func surplusOperand(
        _ word: String,
        in words: [String],
        by interpreter: LineInterpreter
    ) -> CommandError? {
        let text = "unexpected argument \(word.quoted)"
        let suites = interpreter.suites
        let (first, arguments) = interpreter.suiteFirst(words) ?? (nil, nil)
        let isSuite = first.map(suites.contains) ?? false
        let pairs = interpreter.scanned(words).flatMap(interpreter.withPairs)
        if !isSuite,
            let line = interpreter.lineWithoutSigns(words) ?? interpreter.lineWithOutput(words) ?? pairs
                ?? interpreter.lineOfConversion(words)
        {
            return CommandError(text, meaning: [line])
        }
        guard let first, let arguments else { return nil }
        // For a domain, and for `set NAME.WITH.DOTS KEY VALUE`, the suite need not exist.
        let canBeSuite = isSuite || first.looksLikeDomain || arguments.verb == .set && first.dropFirst().contains(".")
        guard let suite = canBeSuite ? first : suites.nearest(to: first),
            let line = interpreter.lineOfWholeSuite(words) ?? interpreter.lineSelectingSuite(words, suite)
        else { return nil }
        // The value in a line of `gsettings` can have quotation marks of its own.
        let translated =
            canBeSuite && !line.contains("--pairs")
            ? try? OtherTool.translations(of: words, where: CommandTable.prefs.accepts) : nil
        let lines = interpreter.fitted(translated?.first ?? line)
        return isSuite ? suiteAsKey(first, exists: true, corrected: lines) : CommandError(text, meaning: lines)
    }

    /// Returns the error of a first key or file that does not exist, but is the name of a suite, or can be; the lines
    /// are what the user may mean.
    fileprivate static func suiteAsKey(_ key: String, exists: Bool, corrected lines: [[String]]) -> CommandError {
        let text = exists ? "is the name of a suite, not a key or file" : "is not a key; it can be the name of a suite"
        return CommandError("\(key.quoted) \(text)", meaning: lines)
    }
}
