import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// Suggestions of suites and keys, for messages.
struct Suggestions {
    private let reader: SuiteReader
    var arguments: ParsedArguments { reader.arguments }
    private var options: Options { reader.options }
    private var messages: Messages { reader.messages }

    init(_ reader: SuiteReader) {
        self.reader = reader
    }

    /// Returns the existing suite whose name is most similar to one that does not exist.
    func suite(near name: String) -> String? {
        let suites = (try? reader.sources.directories().suiteFiles())?.map(\.suite.rawValue)
        return suites?.filter { $0 != name }.nearest(to: name)
    }

    /// Prints a note if the selected suite or file does not exist, which reads like an empty one.
    func noteIfMissing(_ selection: Selection) {
        guard selection.isMissing else { return }
        guard let suite = missingSuite(selection) else { return messages.note(.missingFile(path: selection.file.path)) }
        messages.note(.missingSuite(suite, suggestion: self.suite(near: suite)))
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
        if isOnlyOperandSuite { return .suite(pointers[0].key) }
        if selection.isMissing {
            return missingSuite(selection).map { .missingSuite(near: suite(near: $0)) } ?? .missingFile
        }
        guard pointers.count == 1, !selection.isStandardInput else { return nil }
        let key = pointers[0].key
        let schema = try? selection.rules.schema()
        if let suggestion = try? schema?.suggestions(for: [key])[0], case .renamed = suggestion { return suggestion }
        let keys = declaredKeys(of: selection) + setKeys(of: selection)
        guard !keys.contains(where: { $0.hasSameBytes(as: key) }) else { return nil }
        if let hint = KeyHint(pattern: key, among: keys) { return hint }
        if let part = part(named: key, in: selection), let line = line(reaching: part) { return .part(line: line) }
        return keys.nearest(to: key).map(KeyHint.near)
    }

    /// The keys that the schema of a selection declares.
    func declaredKeys(of selection: Selection) -> [String] { (try? selection.rules.schema())?.schema.keys ?? [] }

    /// The keys that are set in a file of a selection.
    func setKeys(of selection: Selection) -> [String] { (try? StoredKeys(of: selection.searchList))?.names ?? [] }

    /// Returns the part of a value that a key with dots names, `/frame/w` of `win` for `win.frame.w`; nil if there is
    /// none.
    private func part(named key: String, in selection: Selection) -> ValuePointer? {
        guard let (first, rest) = key.splitAtDot,
            let value = (try? reader.values(at: [ValuePointer(first)], of: selection).first) ?? nil
        else { return nil }
        return ValuePointer(first).part(named: rest, in: value)
    }

    /// Returns the line that reaches a part of a value, in place of the key with dots that is the first operand; nil if
    /// it would be refused.
    private func line(reaching part: ValuePointer) -> [String]? {
        guard options.keys.pointer == .whole, !arguments.has("--if-unset"), !part.key.looksLikeOption else {
            return nil
        }
        return [arguments.verb.name, part.key, "--at", part.inValue.text] + arguments.optionWords
            + (arguments.hasEndOfOptions ? ["--"] : []) + arguments.operands.dropFirst()
    }

    // MARK: Suites in the place of keys

    /// Whether an option names the suite or file that a verb writes.
    var isSuiteOnLine: Bool { options.selection.isNamed || options.otherSuite != nil }

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
        guard changes.contains(where: { $0.old == nil }), arguments.verb.firstOperand == .assignedKey else { return [] }
        return changes.compactMap { change in
            guard change.old == nil, change.new != nil, let (first, rest) = change.key.splitAtDot else { return nil }
            guard let part = contents[first].flatMap({ ValuePointer(first).part(named: rest, in: $0) }) else {
                return nil
            }
            // In KEY=VALUE, the key is only a part of the operand.
            guard change.key == arguments.operands[0], [first, change.key].allSatisfy(rules.disclosure.quotesValues)
            else {
                return .keyNamedLikePart(change.key, part, line: nil)
            }
            return .keyNamedLikePart(change.key, part, line: line(reaching: part))
        }
    }

    /// Returns the keys that a change also reads for the note about parts.
    func containersNamed(by keys: [String]) -> [String] {
        arguments.verb.firstOperand == .assignedKey ? keys.compactMap { $0.splitAtDot?.first } : []
    }

    /// Returns a note if a change makes a key with the name of a suite, since the user perhaps forgot the option.
    func notesNamedLikeSuite(_ changes: [PreferenceChange]) -> [Message] {
        guard !isSuiteCertain, !options.writing.isDryRun, let key = arguments.operands.first,
            changes.contains(where: { $0.old == nil && $0.key.hasSameBytes(as: key) })
        else { return [] }
        let first = arguments.verb.firstOperand
        guard first == .assignedKey || first == .updatedKey else { return [] }
        let isSuite = (try? reader.sources.directories().hasSuite(named: key)) ?? false
        let isNoted = isSuite || key.looksLikeDomain && first == .assignedKey
        return isNoted ? [.keyNamedLikeSuite(key, exists: isSuite)] : []
    }

    /// Prints a note if a list is empty because its only pattern is the name of a suite, or if the suite does not
    /// exist.
    func noteIfMissing(_ selection: Selection, hasMatches: Bool) {
        guard !hasMatches, isOnlyOperandSuite, let name = arguments.operands.first else {
            return noteIfMissing(selection)
        }
        messages.note(.patternNamedLikeSuite(name, corrected: [arguments.verb.name, "-s", name]))
    }

    /// Whether the only operand is the name of a suite, and no option selects one.
    var isOnlyOperandSuite: Bool {
        arguments.operands.count == 1 && !isSuiteCertain
            && (try? reader.sources.directories().hasSuite(named: arguments.operands[0])) ?? false
    }
}

extension ValuePointer {
    /// Returns the part of a value that names with dots lead to; each dot separates two names, or none does.
    fileprivate func part(named names: String, in value: PropertyList) -> ValuePointer? {
        guard value.kind == .dictionary else { return nil }
        for tokens in [[names], names.split(separator: ".", omittingEmptySubsequences: false).map(String.init)]
        where value[pointer: tokens] != nil {
            return ValuePointer(key, at: JSONPointer(tokens: tokens))
        }
        return nil
    }
}

extension String {
    /// The names before and after the first dot; nil without a dot.
    fileprivate var splitAtDot: (first: String, rest: String)? {
        guard let dot = utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return (String(self[..<dot]), String(self[utf8.index(after: dot)...]))
    }

    /// Whether this is the name of a domain of macOS, such as `com.example.app`.
    var looksLikeDomain: Bool {
        self == "NSGlobalDomain" || ["com.", "org.", "net.", "io.", "dev."].contains { hasPrefix($0) }
    }

    /// The options that select the suite of this name; a domain of all applications has another name here.
    var selector: [String] { self == "NSGlobalDomain" ? ["-g"] : ["-s", self] }
}

extension Message {
    fileprivate static func missingFile(path: String) -> Message { "\(path): no such file or directory" }

    static func missingSuite(_ name: String, suggestion: String?) -> Message {
        let hint = suggestion.map { "did you mean \($0.quoted)?" } ?? "'prefs suites' lists the suites"
        return Message("suite \(name.quoted) does not exist", hint: hint)
    }

    /// Returns a note about a new key that has the name of a suite, or of a domain for which no suite exists.
    fileprivate static func keyNamedLikeSuite(_ key: String, exists: Bool) -> Message {
        let text = "\(key.quoted) is now a key, and it \(exists ? "is also" : "can also be") the name of a suite"
        return Message(text, hint: "\(key.selector.joined(separator: " ")) selects the suite")
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
