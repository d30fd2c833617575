import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let textconv = Verb(
        "textconv",
        summary: "Print a property list as lines for git diff",
        discussion: """
            Prints one line per value: the key, a JSON Pointer into its value, a tab, and the value as typed JSON. The
            lines are in the byte order of keys and do not depend on the format of FILE, so that 'git diff' shows
            exactly the values that differ. An element of an array has no number, which an insertion would change: its
            token is '[name=web]' if all elements have another id, name, key or identifier, else '-'.

            A file that is not a property list is printed as it is, with control characters escaped. 'prefs git-setup'
            makes git use this command.
            """,
        operands: [Operand(.document, "The file to print, in any format; '-' is standard input")],
        groups: [.schemaOfCopy, OptionGroup("Keys", .ignore, .noVolatile), .messages],
        examples: [
            "textconv app.plist": "Print a binary property list as lines",
            "textconv app.plist -s editor": "Hide what the schema of the suite editor marks as secret",
            "textconv app.plist --ignore 'NSWindow*'": "Leave out the positions of windows",
        ],
        exits: .reading([
            .done: "success, even if FILE is not a property list",
            .unreadableFile: "the file cannot be read",
        ]),
        action: VerbAction(VerbRun.textconv)
    )
}

extension VerbRun {
    fileprivate func textconv() throws -> ExitCode {
        let path = operands[0]
        let rules = try reader.selection(ofCopyAt: path).rules
        let bytes = try reader.documents.bytes(ofFileAt: path) {
            CommandError(PreferenceStoreError.system(.read, path: path, $0))
        }
        guard let value = try? PropertyList(parsing: bytes.span) else {
            printer.write(bytes.escapedText.utf8)
            return .done
        }
        if case .dictionary(let root) = value, !root.isEmpty {
            // A schema that cannot be read has been reported; git goes on without it.
            let rulesOfKeys = (try? rules.schema()) == nil ? nil : rules
            let includesVolatile = !options.keys.excludesVolatile
            let ignored = try IgnoredKeys(options.keys, by: rulesOfKeys, includingVolatile: includesVolatile)
            for entry in root.sorted(byBytesOf: \.key) where !ignored.contains(entry.key) {
                try writeLines(of: entry.value, at: ValuePointer(entry.key), elements: "", shownBy: rules)
            }
        } else {
            try writeLines(of: value, at: nil, elements: "", shownBy: rules)
        }
        return .done
    }

    /// Writes a line for each value without parts in a value.
    ///
    /// - Parameters:
    ///   - pointer: The pointer to the value; nil in a document without keys.
    ///   - shownPointer: The pointer into the key's value, as it is printed.
    private func writeLines(
        of value: PropertyList,
        at pointer: ValuePointer?,
        elements shownPointer: String,
        shownBy rules: SuiteRules
    ) throws {
        func write(_ part: PropertyList, _ token: String, shownAs shown: String) throws {
            try writeLines(of: part, at: pointer?.part(token), elements: shownPointer + shown, shownBy: rules)
        }
        let isHidden = pointer.map(rules.disclosure.hides) ?? false
        switch value {
        case .dictionary(let dictionary) where !dictionary.isEmpty && !isHidden:
            for entry in dictionary.sorted(byBytesOf: \.key) {
                // No pointer has '~-': it distinguishes this key from the elements of an array.
                let shown = entry.key == "-" ? "/~-" : JSONPointer(tokens: [entry.key]).text
                try write(entry.value, entry.key, shownAs: shown)
            }
        case .array(let elements) where !elements.isEmpty && !isHidden:
            let member = [PropertyList].identifyingMember(of: [elements])
            for (position, element) in elements.enumerated() {
                let name = member.flatMap { pointer?.part("\(position)").part($0) }
                let isHidden = name.map(rules.disclosure.hides) ?? false
                let selector = isHidden ? nil : member.flatMap { ElementSelector(of: element, member: $0) }
                let shown = selector.map { JSONPointer(tokens: [$0.token]).text } ?? "/-"
                try write(element, "\(position)", shownAs: shown)
            }
        default:
            let text = try printer.changes.shownJSON(value, at: pointer, in: rules).escapingControlCharactersOfJSON
            let words = [pointer?.key, shownPointer.isEmpty ? nil : shownPointer].compactMap(\.self)
            let start = words.map { $0.escaped(forTerminal: true) }.joined(separator: " ")
            printer.writeLine(words.isEmpty ? text : "\(start)\t\(text)")
        }
    }
}

extension [UInt8] {
    /// The bytes as text that cannot control a terminal; of text that is not UTF-8, each byte beyond ASCII is escaped.
    fileprivate var escapedText: String {
        if let text = String(validating: self, as: UTF8.self) { return text.escapingControlCharactersOfText }
        let characters = map { byte in
            byte < 0x80 ? String(Unicode.Scalar(byte)) : "\\x" + String(byte, radix: 16)
        }
        return characters.joined().escapingControlCharactersOfText
    }
}
