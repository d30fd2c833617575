import CommandGrammar
import PreferenceCore
import PropertyLists

/// What a schema says of its keys, as a page for the documentation of a program.
///
/// The same schema gives the same page: it has the order of the schema, and neither a date nor a path.
struct SchemaPage {
    private let name: String
    private let title: String
    private let introduction: String?
    private let entries: [Entry]

    /// A key, or a part of its value.
    private struct Entry {
        let pointer: ValuePointer
        let summary: String?
        let facts: [(name: String, text: String)]
    }

    /// The depth to which the parts of dictionaries have entries of their own, since a rule can refer to itself.
    private static let depthLimit = 3

    /// The facts that a page leaves out: those of a file, and the summary, which has its own place.
    private static let omittedFacts: Set<String> = ["value", "origin", "schema", "summary"]

    /// - Parameter name: The name of the suite, or of the schema's file.
    init(_ schema: SuiteSchema, of name: String, _ rules: SuiteRules) {
        let root = schema.schema.root
        self.name = name
        title = root.title?.escapingControlCharacters ?? "Preferences of \(name)"
        introduction = root.description
        func entries(of pointer: ValuePointer, depth: Int) -> [Entry] {
            let rule = schema.schema.rule(for: pointer.key, at: pointer.inValue.tokens)
            var facts = rules.facts(of: pointer, in: nil, schema)
            if rules.disclosure.hides(pointer) { facts["default"] = nil }
            let entry = Entry(
                pointer: pointer,
                summary: rule?.summary?.split(whereSeparator: \.isWhitespace).joined(separator: " "),
                facts: facts.filter { !Self.omittedFacts.contains($0.key) }.map {
                    (Self.title(of: $0.key), Self.text(of: $0))
                }
            )
            guard depth < Self.depthLimit, let rule else { return [entry] }
            let parts = schema.schema.keys(of: rule).flatMap { entries(of: pointer.part($0), depth: depth + 1) }
            return [entry] + parts
        }
        self.entries = schema.schema.keys.flatMap { entries(of: ValuePointer($0), depth: 0) }
    }

    private static func title(of fact: String) -> String {
        fact == "readOnly" ? "Read-only" : fact.prefix(1).uppercased() + fact.dropFirst()
    }

    private static func text(of fact: PropertyListDictionary.Entry) -> String {
        switch fact.value {
        case .string(let text) where fact.key != "default": text
        case .boolean(true) where fact.key != "default": "yes"
        // Only typed JSON has a form for each value, such as not-a-number.
        case let value: (try? value.json(.plain)) ?? (try? value.json(.typed)) ?? ""
        }
    }

    // MARK: Forms

    /// The page in Markdown: a section for each key.
    var markdown: String {
        var text = "# \(title.markdown)\n"
        if let introduction { text += "\n\(introduction.markdown)\n" }
        for entry in entries {
            let inValue = entry.pointer.inValue
            text += "\n## \(entry.pointer.key.escaped(forTerminal: true).codeSpan)"
            text += inValue == .whole ? "\n" : " \(inValue.text.escaped(forTerminal: true).codeSpan)\n"
            if let summary = entry.summary { text += "\n\(summary.markdown)\n" }
            text += "\n"
            for (name, fact) in entry.facts {
                // A default is JSON, which has escapes of its own.
                let shown = name == "Default" ? fact.escapingControlCharactersOfJSON.codeSpan : fact.markdown
                text += "- \(name): \(shown)\n"
            }
        }
        return text
    }

    /// The page in the macros of man(7), for section 5 of the manual.
    var manualPage: String {
        var page = RoffDocument(title: name.uppercased(), section: 5, date: "", source: name)
        page.section("NAME")
        page.paragraph(plain: "\(name) - \(title)")
        if let introduction {
            page.section("DESCRIPTION")
            page.paragraph(introduction.onOneLine)
        }
        page.section("KEYS")
        for entry in entries {
            let key = entry.pointer.key.isEmpty ? "\"\"" : entry.pointer.key
            let inValue = entry.pointer.inValue == .whole ? "" : " \(entry.pointer.inValue.text)"
            // A line break in a name would begin a request.
            page.subsection((key + inValue).escapingControlCharacters)
            if let summary = entry.summary { page.paragraph(summary.escapingControlCharacters) }
            page.entries(
                entry.facts.map { (term: $0.name.roff, meaning: $0.text.escapingControlCharacters) },
                indent: 14
            )
        }
        return page.text
    }
}

extension String {
    /// The text with a space in place of line breaks, and escapes for what controls a terminal.
    fileprivate var onOneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").escapingControlCharacters
    }

    /// The text on one line of Markdown, with escapes for what CommonMark would interpret.
    fileprivate var markdown: String {
        var text = ""
        for character in onOneLine {
            text += "\\`*_[]<>&#|~".contains(character) ? "\\\(character)" : String(character)
        }
        // Otherwise such a beginning starts a list.
        let number = text.prefix { $0.isASCII && $0.isNumber }
        let mark = text.dropFirst(number.count).first
        let startsList = number.isEmpty ? mark.map("-+=".contains) : mark.map(".)".contains)
        return startsList == true ? number + "\\" + text.dropFirst(number.count) : text
    }

    /// The text, which is a line, as code in Markdown, between more backticks than it contains.
    fileprivate var codeSpan: String {
        let longest = split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let needsSpace = isEmpty || first == "`" || last == "`" || first == " " && last == " "
        return needsSpace ? "\(fence) \(self) \(fence)" : fence + self + fence
    }
}
