/// A manual page in the macros of man(7).
package struct RoffDocument {
    package private(set) var text: String

    /// Creates a page without content.
    ///
    /// `date` is the day of the last change, such as `2025-01-31`, or empty. `source` is the program with its version.
    package init(title: String, section: Int, date: String, source: String) {
        text = ".TH \"\(title.roff)\" \(section) \"\(date)\" \"\(source.roff)\"\n"
    }

    package mutating func section(_ title: String) {
        text += ".SH \(title.roff)\n"
    }

    package mutating func subsection(_ title: String) {
        text += ".SS \(title.roff)\n"
    }

    /// Adds the first paragraph of a section, without a line break after each sentence.
    package mutating func paragraph(plain words: String) {
        add(words)
    }

    package mutating func paragraph(_ words: String) {
        // The macro of a title also begins a paragraph.
        let last = text.dropLast().split(separator: "\n").last ?? ""
        if !last.hasPrefix(".S") { text += ".PP\n" }
        sentences(words)
    }

    /// Adds sentences to a paragraph, on a line of their own.
    package mutating func sentences(_ words: String) {
        for sentence in words.sentences {
            add(sentence)
        }
    }

    package mutating func lineBreak() {
        text += ".br\n"
    }

    mutating func lines(of lines: [String]) {
        for (position, line) in lines.enumerated() {
            if position > 0 { text += ".br\n" }
            text += "\(line.bold)\n"
        }
    }

    /// Adds a list without empty lines between its entries, whose terms must already be in roff.
    ///
    /// - Parameter indent: The column of the meanings; a longer term has a line of its own.
    package mutating func entries(_ entries: [HelpEntry], indent: Int = 18) {
        for (position, entry) in entries.enumerated() {
            if position == 1 { text += ".PD 0\n" }
            text += ".TP \(indent)\n\(entry.term)\n"
            add(entry.meaning)
        }
        if entries.count > 1 { text += ".PD\n" }
    }

    /// Adds command lines for a shell, each with what it does and prints as a comment, on the same line if there is
    /// room.
    mutating func examples(_ examples: [(line: String, meaning: Example)]) {
        let width = 72
        for (position, example) in examples.enumerated() {
            text += position == 0 ? ".PP\n" : ".br\n"
            text += example.line.bold
            let comment = "# \(example.meaning.summary)" + (example.meaning.output.map { " => \($0)" } ?? "")
            if example.line.count + comment.count + 2 <= width {
                text += "  \(comment.roff)\n"
            } else {
                text += "\n.br\n"
                add(comment)
            }
        }
    }

    /// Adds text in source lines of at most 79 columns.
    private mutating func add(_ words: String) {
        for line in words.roff.lines(atMost: 79) {
            text += line.guardingFirstDot + "\n"
        }
    }
}

extension String {
    /// The sentences of the text.
    ///
    /// roff needs a line break after each, to distinguish its full stop from an abbreviation.
    fileprivate var sentences: [String] {
        var sentences = [""]
        for word in split(separator: " ") {
            let last = sentences.endIndex - 1
            sentences[last] += sentences[last].isEmpty ? word : " " + word
            if word.utf8.last == UInt8(ascii: ".") { sentences.append("") }
        }
        return sentences.filter { !$0.isEmpty }
    }

    /// The text with escapes, so that roff prints every character literally and reads no request.
    package var roff: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            // Without these escapes, man(1) prints typographic characters, which shells do not accept.
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += "\\(dq"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped.guardingFirstDot
    }

    package var bold: String { "\\fB\(roff)\\fR" }

    package var italic: String { "\\fI\(roff)\\fR" }

    /// The line, with an escape that prints nothing before a leading dot, so that roff does not read it as a request.
    fileprivate var guardingFirstDot: String {
        utf8.first == UInt8(ascii: ".") ? "\\&" + self : self
    }
}
