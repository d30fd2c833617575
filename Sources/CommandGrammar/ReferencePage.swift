import PropertyLists

/// A page that describes named things, each with a summary and facts, in Markdown or for man(1).
package struct ReferencePage {
    package struct Entry {
        let name: String
        /// The place within the thing of that name; empty for the whole.
        let place: String
        let summary: String?
        let facts: [Fact]

        package init(_ name: String, at place: String, summary: String?, _ facts: [Fact]) {
            (self.name, self.place, self.summary, self.facts) = (name, place, summary, facts)
        }
    }

    package struct Fact {
        let name: String
        let text: String
        /// Whether the text is JSON, which has escapes of its own.
        let isJSON: Bool

        package init(_ name: String, _ text: String, isJSON: Bool) {
            (self.name, self.text, self.isJSON) = (name, text, isJSON)
        }
    }

    private let name: String
    private let title: String
    private let introduction: String?
    private let entries: [Entry]

    /// - Parameter name: The name of the page in a manual.
    package init(_ name: String, title: String, introduction: String?, _ entries: [Entry]) {
        (self.name, self.title, self.introduction, self.entries) = (name, title, introduction, entries)
    }

    /// The page in Markdown: a section for each key.
    package var markdown: String {
        var text = "# \(title.markdown)\n"
        if let introduction { text += "\n\(introduction.markdown)\n" }
        for entry in entries {
            text += "\n## \(entry.name.escaped(forTerminal: true).codeSpan)"
            text += entry.place.isEmpty ? "\n" : " \(entry.place.escaped(forTerminal: true).codeSpan)\n"
            if let summary = entry.summary { text += "\n\(summary.markdown)\n" }
            text += "\n"
            for fact in entry.facts {
                let shown = fact.isJSON ? fact.text.escapingControlCharactersOfJSON.codeSpan : fact.text.markdown
                text += "- \(fact.name): \(shown)\n"
            }
        }
        return text
    }

    /// The page in the macros of man(7), for section 5 of the manual.
    package var manualPage: String {
        var page = RoffDocument(title: name.uppercased(), section: 5, date: "", source: name)
        page.section("NAME")
        page.paragraph(plain: "\(name) - \(title)")
        if let introduction {
            page.section("DESCRIPTION")
            page.paragraph(introduction.onOneLine)
        }
        page.section("KEYS")
        for entry in entries {
            let name = entry.name.isEmpty ? "\"\"" : entry.name
            let place = entry.place.isEmpty ? "" : " \(entry.place)"
            // A line break in a name would begin a request.
            page.subsection((name + place).escapingControlCharacters)
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
