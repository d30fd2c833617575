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
        let whole = isSuite ? interpreter.lineOfWholeSuite(words) : nil
        var lines = (whole ?? interpreter.lineSelectingSuite(words)).map(interpreter.fitted) ?? []
        if first.isChangedKey, !isSuite || lines.isEmpty, let line = literalLine {
            lines.append(line)
        }
        guard !isKey, !lines.isEmpty else { return }
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
        let words = words.map(interpreter.withoutSlashes)
        func error(_ text: String, meaning lines: [[String]]) -> CommandError {
            CommandError(usage: text, hint: lines.map(\.commandLine).joined(separator: ", or: "))
        }
        switch usage {
        case .unknownVerb(let word, _), .optionBeforeVerb(let word, corrected: nil):
            var isLikeVerb = false
            if case .unknownVerb(_, .some) = usage { isLikeVerb = true }
            do throws(NoEquivalent) {
                if let lines = try interpreter.lines(meantBy: words, isLikeVerb: isLikeVerb) {
                    return error("unknown command \(word.quoted)", meaning: lines)
                }
                guard !isLikeVerb, let verb = OtherTool.verb(like: word).flatMap(CommandTable.prefs.verb) else { break }
                let line = "'\(verb.name)' does this: prefs \(verb.syntax.synopsis())"
                let hint = verb.replacement.map { "did you mean '\($0)'?" } ?? line
                return CommandError(usage: "unknown command \(word.quoted)", hint: hint)
            } catch {
                return CommandError(usage: "\(error)")
            }
        case .missingOperand(let operand, _) where operand.name == Placeholder.document.name:
            let line = words + ["-"] + (words == ["convert"] ? ["--format", "xml"] : [])
            guard !readsTerminal, CommandTable.prefs.accepts(line) else { break }
            let hint = "to read standard input: \(line.commandLine)"
            return CommandError(usage: "missing argument \(operand.name)", hint: hint)
        case .missingOperand(let operand, _):
            guard let arguments = interpreter.scanned(words), let line = interpreter.withPairs(arguments) else { break }
            return error("missing argument \(operand.name)", meaning: [line])
        case .missingArgument(_, let option, _, next: nil), .typeWithoutValue(let option):
            guard let lines = interpreter.lines(words, withOptionBeforeLastOperand: option) else { break }
            return error("option '\(option)' needs a value", meaning: lines)
        case .invalidChoice(let word, let placeholder, _) where placeholder.name == Placeholder.explained.name:
            guard let verb = OtherTool.verb(for: word) else { break }
            return error("unknown command \(word.quoted)", meaning: [["help", verb]])
        case .unknownOption(let option, let verb, _):
            let accepts = CommandTable.prefs.accepts
            guard let line = OtherTool.line(words, with: option, of: verb.name, where: accepts) else { break }
            return error("unknown option \(option.quoted)", meaning: interpreter.fitted(line))
        case .surplusOperand(let word, _, nil):
            let pairs = interpreter.scanned(words).flatMap(interpreter.withPairs)
            if let line = interpreter.lineWithoutSigns(words) ?? interpreter.lineWithOutput(words) ?? pairs,
                interpreter.suiteFirst(words).map({ !interpreter.suites.contains($0.suite) }) ?? true
            {
                return error("unexpected argument \(word.quoted)", meaning: [line])
            }
            guard let (first, arguments) = interpreter.suiteFirst(words) else { break }
            let suites = interpreter.suites
            let isSuite = suites.contains(first)
            // For a domain, and for `set NAME.WITH.DOTS KEY VALUE`, the suite need not exist.
            let canBeSuite = first.looksLikeDomain || arguments.verb == .set && first.dropFirst().contains(".")
            guard let suite = isSuite || canBeSuite ? first : suites.nearest(to: first),
                let line = interpreter.lineOfWholeSuite(words) ?? interpreter.lineSelectingSuite(words, suite)
            else { break }
            // The value in a line of `gsettings` can have quotation marks of its own.
            let translated =
                line.contains("--pairs") || !isSuite && !canBeSuite
                ? nil : try? OtherTool.translations(of: words, where: CommandTable.prefs.accepts)
            let lines = interpreter.fitted(translated?.first ?? line)
            return isSuite
                ? suiteAsKey(first, exists: true, corrected: lines)
                : error("unexpected argument \(word.quoted)", meaning: lines)
        default: break
        }
        return CommandError(usage)
    }

    /// Returns the error of a first key or file that does not exist, but is the name of a suite, or can be; the lines
    /// are what the user may mean.
    fileprivate static func suiteAsKey(_ key: String, exists: Bool, corrected lines: [[String]]) -> CommandError {
        let text = exists ? "is the name of a suite, not a key or file" : "is not a key; it can be the name of a suite"
        let hint = lines.map(\.commandLine).joined(separator: ", or: ")
        return CommandError(.usage, Message("\(key.quoted) \(text)", hint: hint))
    }
}
