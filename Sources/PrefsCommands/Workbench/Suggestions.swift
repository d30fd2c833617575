import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceCore
import PreferenceStore
import PropertyLists

/// Suggestions of suites and keys, for messages.
struct Suggestions {
    private let reader: SuiteReader
    var arguments: ParsedArguments { reader.arguments }
    private var options: Options { reader.options }
    private var messages: Messages { reader.messages }
    private var suites: KnownSuites { KnownSuites(environment: reader.environment.variable) }

    init(_ reader: SuiteReader) {
        self.reader = reader
    }

    /// Returns the existing suite whose name is most similar to one that does not exist.
    func suite(near name: String, besides other: String? = nil) -> String? {
        let isFile = name.hasSuffix(".plist") && suites.contains(String(name.dropLast(".plist".count)))
        return isFile
            ? String(name.dropLast(".plist".count)) : suites.nearest(to: name, besides: [other].compactMap(\.self))
    }

    /// Prints a note if the selected suite or file does not exist, which reads like an empty one.
    func noteIfMissing(_ selection: Selection) {
        guard selection.isMissing else { return }
        guard let suite = missingSuite(selection) else { return messages.note(.missingFile(path: selection.file.path)) }
        messages.note(isSuiteOnLine ? .missingSuite(suite, suggestion: self.suite(near: suite)) : .noSuite(suite))
    }

    /// The name of a selected suite that does not exist; nil if only its file of one layer is selected, or another
    /// file.
    private func missingSuite(_ selection: Selection) -> String? {
        options.selection.domain != .user || options.selection.isByHost ? nil : selection.suite?.rawValue
    }

    /// Returns the error for values that are not set, with a hint at what was likely intended.
    func unset(_ pointers: [ValuePointer], in selection: Selection, isOneFile: Bool = false) -> CommandError {
        let location = isOneFile ? selection.file.path : selection.location
        return .unset(pointers, in: location, hint: options.messages.isQuiet ? nil : hint(for: pointers, in: selection))
    }

    private func hint(for pointers: [ValuePointer], in selection: Selection) -> KeyHint? {
        if isOnlyOperandSuite {
            let line = ["list", "-s", pointers[0].key] + arguments.optionWords
            return arguments.options.isEmpty || !CommandTable.prefs.accepts(line)
                ? .suite(pointers[0].key) : .line(line)
        }
        let interpreter = LineInterpreter(of: .prefs, suites)
        if let line = interpreter.lineWithoutType(arguments) { return .line(line) }
        if let line = lineWithSuite(besides: selection) { return .line(interpreter.fitted(line)[0]) }
        if selection.isMissing {
            if pointers.count == 1, !isSuiteCertain, let suite = suites.nearest(to: pointers[0].key) {
                return arguments.verb == .reset ? .line(["reset", "-s", suite, "--all"]) : .suite(suite)
            }
            return missingSuite(selection).map { .missingSuite(near: suite(near: $0)) } ?? .missingFile
        }
        guard pointers.count == 1, !selection.isStream else { return nil }
        let key = pointers[0].key
        let schema = try? selection.rules.schema()
        if let suggestion = try? schema?.suggestions(for: [key])[0], case .renamed = suggestion { return suggestion }
        let keys = declaredKeys(of: selection) + setKeys(of: selection)
        guard !keys.contains(where: { $0.hasSameBytes(as: key) }) else { return nil }
        if let hint = KeyHint(pattern: key, among: keys) { return hint }
        if let part = part(named: key, in: selection), let line = line(reaching: part) { return .line(line) }
        let line = [arguments.verb.name] + arguments.optionWords + arguments.operands
        if let fitted = interpreter.fitted(line).first, fitted.contains("--at"), fitted != line { return .line(fitted) }
        let near = keys.nearest(to: key)
        // Of a path into the value of that key, only the part is not there.
        return near.flatMap { key.utf8.starts(with: "\($0)[".utf8) ? nil : .near($0) }
    }

    /// The keys that the schema of a selection declares.
    func declaredKeys(of selection: Selection) -> [String] { (try? selection.rules.schema())?.schema.keys ?? [] }

    /// The keys that are set in a file of a selection.
    func setKeys(of selection: Selection) -> [String] { (try? StoredKeys(of: selection.searchList))?.names ?? [] }

    /// The line with the suite that the user has forgotten or misspelt: that of `editor.fontSize` as in git config(1),
    /// the one like the first of several words, or the only one that has the key; nil if there is none.
    private func lineWithSuite(besides selection: Selection) -> [String]? {
        let operands = arguments.operands
        guard !isSuiteCertain, let first = operands.first else { return nil }
        if let (suite, key) = suites.split(first) {
            let others = operands.dropFirst().map { word in
                suites.split(word).flatMap { $0.suite == suite ? $0.key : nil } ?? word
            }
            return line(in: suite, [key] + others)
        }
        if operands.count > 1, let suite = suites.contains(first) ? first : suites.nearest(to: first) {
            return line(in: suite, Array(operands.dropFirst()))
        }
        return suite(having: first, besides: selection).map { line(in: $0, operands) }
    }

    /// Returns the only other suite that has a key, if the line names none.
    func suite(having key: String, besides selection: Selection) -> String? {
        isSuiteOnLine ? nil : suites.suite(having: key, besides: selection.suite)
    }

    private func line(in suite: String, _ operands: [String]) -> [String] {
        let isCopyToSuite = arguments.verb == .copy && operands.count == 2 && suites.contains(operands[1])
        let rest = isCopyToSuite ? [operands[0], "--to-suite", operands[1]] : operands
        let line = [arguments.verb.name, "-s", suite] + arguments.optionWords + rest
        return LineInterpreter(of: .prefs, suites).fitted(line).first ?? line
    }

    /// Returns the part of a value that a key names like a path, `/frame/w` of `win` for `win.frame.w`; nil if there is
    /// none.
    private func part(named key: String, in selection: Selection) -> ValuePointer? {
        key.part { name in (try? reader.values(at: [ValuePointer(name)], of: selection).first) ?? nil }
    }

    /// Returns the line that reaches a part of a value, in place of the key with dots that is the first operand; nil if
    /// it would be refused.
    private func line(reaching part: ValuePointer) -> [String]? {
        guard options.keys.pointer == .whole, !arguments.has("--if-unset"), !part.key.looksLikeOption else {
            return nil
        }
        let pointer = part.inValue == .whole ? [] : ["--at", part.inValue.text]
        return [arguments.verb.name, part.key] + pointer + arguments.optionWords
            + (arguments.hasEndOfOptions ? ["--"] : []) + arguments.operands.dropFirst()
    }

    // MARK: Suites in the place of keys

    /// Whether an option names the suite or file that a verb writes.
    var isSuiteOnLine: Bool { options.selection.isNamed || isCopy }

    /// Whether an option names the suite that gets a copy.
    private var isCopy: Bool { options.otherSuite != nil }

    /// The suite that is copied; nil if none is named.
    var source: String? { isCopy ? options.selection.suite : nil }

    /// Whether an option names the suite or file, or `--` shows that the operands are meant literally.
    var isSuiteCertain: Bool {
        arguments.hasEndOfOptions || options.selection.isNamed
    }

    /// Returns a note if a change makes a key with dots that also name a part of another key's value.
    ///
    /// - Parameter rules: What holds for the values, of which the hint with a line has one.
    func notesNamedLikePart(
        _ changes: [PreferenceChange],
        in contents: PropertyListDictionary,
        _ rules: SuiteRules
    ) -> [Message] {
        guard changes.contains(where: { $0.old == nil }), arguments.verb.firstOperand.isWrittenKey else { return [] }
        return changes.compactMap { change in
            guard change.old == nil, change.new != nil, let part = change.key.part(in: { contents[$0] }) else {
                return nil
            }
            // In KEY=VALUE, the key is only a part of the operand.
            guard change.key == arguments.operands[0], [part.key, change.key].allSatisfy(rules.disclosure.quotesValues)
            else {
                return .keyNamedLikePart(change.key, part, line: nil)
            }
            return .keyNamedLikePart(change.key, part, line: line(reaching: part))
        }
    }

    /// Returns the keys that a change also reads for the note about parts.
    func containersNamed(by keys: [String]) -> [String] {
        arguments.verb.firstOperand.isWrittenKey ? keys.flatMap { $0.paths.map { $0[0] } } : []
    }

    /// Returns a note if a change makes a key with the name of a suite, since the user perhaps forgot the option.
    func notesNamedLikeSuite(_ changes: [PreferenceChange]) -> [Message] {
        guard !isSuiteCertain, !options.writing.isDryRun, let key = arguments.operands.first,
            changes.contains(where: { $0.old == nil && $0.key.hasSameBytes(as: key) })
        else { return [] }
        let first = arguments.verb.firstOperand
        guard first.isWrittenKey else { return [] }
        if let (suite, rest) = suites.split(key) {
            return [.keyInSuite(suite, line(in: suite, [rest] + arguments.operands.dropFirst()), isWritten: true)]
        }
        let isSuite = suites.contains(key)
        let isNoted = isSuite || key.looksLikeDomain && first == .assignedKey
        guard isNoted else { return [] }
        let rest = Array(arguments.operands.dropFirst())
        let meant = ["-s", key].elementsEqual(key.selector) && rest.count > 1 ? line(in: key, rest) : nil
        return [.keyNamedLikeSuite(key, exists: isSuite, meant)]
    }

    /// Prints a note if a list is empty because its only pattern is the name of a suite, or if the suite does not
    /// exist.
    func noteIfMissing(_ selection: Selection, hasMatches: Bool) {
        guard !hasMatches, isOnlyOperandSuite, let name = arguments.operands.first else {
            if !hasMatches, !isSuiteCertain, let word = arguments.operands.first, let (suite, key) = suites.split(word)
            {
                return messages.note(.keyInSuite(suite, line(in: suite, [key] + arguments.operands.dropFirst())))
            }
            noteIfMissing(selection)
            if !hasMatches, !selection.isMissing { answerNoMatch(in: selection) }
            return
        }
        let line = [arguments.verb.name, "-s", name] + arguments.optionWords
        messages.note(.patternNamedLikeSuite(name, corrected: line))
    }

    /// Says on a terminal that no key is listed, and what the only pattern was likely intended to be.
    private func answerNoMatch(in selection: Selection) {
        let patterns = options.keys.patterns(and: arguments.operands)
        guard let first = patterns.first else { return messages.answer("no keys in \(selection.location)") }
        let near = patterns.count == 1 ? setKeys(of: selection).nearest(to: first) : nil
        let text = "no key in \(selection.location) matches \(patterns.map(\.quoted).joined(separator: " or "))"
        messages.answer(Message(text, hint: near.map { "did you mean \($0.quoted)?" }))
    }

    /// Whether the first operand has the name of a suite in the place of one of its keys.
    var hasSuiteAsKey: Bool {
        isOnlyOperandSuite || !isSuiteCertain && arguments.operands.first.flatMap(suites.split) != nil
    }

    /// Whether the only operand is the name of a suite, and no option selects one.
    var isOnlyOperandSuite: Bool {
        arguments.operands.count == 1 && !isSuiteCertain
            && suites.contains(arguments.operands[0])
    }
}

extension String {
    /// The names before and after the first dot; nil without a dot.
    var splitAtDot: (first: String, rest: String)? {
        guard let dot = utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return (String(self[..<dot]), String(self[utf8.index(after: dot)...]))
    }

    /// The paths to a part of a value that the text can be: `a.b` for the entry `b` of `a`, `.a[0]` as in jq(1), `/a/b`.
    fileprivate var paths: [[String]] {
        guard utf8.contains(where: { "./[:".utf8.contains($0) }) else { return [] }
        let undivided = splitAtDot.map { [$0.first, $0.rest] }
        let paths = [undivided, OtherToolPath(written: self)?.names].compactMap(\.self)
        return paths.filter { !$0[0].isEmpty && $0 != [self] }
    }

    /// Returns the part that the text names of one of some values, whose keys a closure looks up.
    fileprivate func part(in value: (String) -> PropertyList?) -> ValuePointer? {
        paths.lazy.map(ValuePointer.init(tokens:)).first { $0.value(in: value($0.key)) != nil }
    }
}

extension Message {
    fileprivate static func missingFile(path: String) -> Message { "\(path): no such file or directory" }

    /// Returns a note about the suite that a line without one concerns.
    fileprivate static func noSuite(_ name: String) -> Message {
        let hint = "-s SUITE names one; 'prefs suites' lists them"
        return Message("no suite is named, and the standard one, \(name.quoted), does not exist", hint: hint)
    }

    static func missingSuite(_ name: String, suggestion: String?) -> Message {
        let hint = suggestion.map { "did you mean \($0.quoted)?" } ?? "'prefs suites' lists the suites"
        return Message("suite \(name.quoted) does not exist", hint: hint)
    }

    /// Returns a note about a new key that has the name of a suite, or of a domain for which no suite exists.
    fileprivate static func keyNamedLikeSuite(_ key: String, exists: Bool, _ line: [String]?) -> Message {
        let text = "\(key.quoted) is now a key, and it \(exists ? "is also" : "can also be") the name of a suite"
        let hint = line?.commandLine ?? "\(key.selector.joined(separator: " ")) selects the suite"
        return Message(text, hint: "\(hint); 'prefs undo' takes this back")
    }

    /// Returns a note about a new key that begins with the name of a suite, as git config(1) writes one.
    fileprivate static func keyInSuite(_ suite: String, _ line: [String], isWritten: Bool = false) -> Message {
        let undo = isWritten ? "; 'prefs undo' takes this back" : ""
        return Message("\(suite.quoted) is the name of a suite", hint: line.commandLine + undo)
    }

    /// Returns a note about a new key with dots that name a part of another value.
    fileprivate static func keyNamedLikePart(_ key: String, _ part: ValuePointer, line: [String]?) -> Message {
        Message("\(key.quoted) is now a key of its own, beside \(part.quoted)", hint: line?.commandLine)
    }

    /// Returns a note about a pattern of keys that matches none; the words are those of a corrected line.
    fileprivate static func patternNamedLikeSuite(_ name: String, corrected line: [String]) -> Message {
        Message("no key matches \(name.quoted), which is the name of a suite", hint: line.commandLine)
    }
}
