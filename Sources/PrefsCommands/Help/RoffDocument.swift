/// A manual page in the macros of man(7).
struct RoffDocument {
    private(set) var text: String

    /// Creates a page without content.
    ///
    /// `date` is the day of the last change, such as `2025-01-31`. `source` is the program with its version.
    init(title: String, section: Int, date: String, source: String) {
        text = ".TH \(title) \(section) \(date) \"\(source.roff)\"\n"
    }

    mutating func section(_ title: String) {
        text += ".SH \(title.roff)\n"
    }

    mutating func subsection(_ title: String) {
        text += ".SS \(title.roff)\n"
    }

    /// Adds the first paragraph of a section, without a line break after each sentence.
    mutating func paragraph(plain words: String) {
        add(words)
    }

    mutating func paragraph(_ words: String) {
        // The macro of a title also begins a paragraph.
        let last = text.dropLast().split(separator: "\n").last ?? ""
        if !last.hasPrefix(".S") { text += ".PP\n" }
        for sentence in words.sentences {
            add(sentence)
        }
    }

    mutating func lines(of lines: [String]) {
        for (position, line) in lines.enumerated() {
            if position > 0 { text += ".br\n" }
            text += "\(line.bold)\n"
        }
    }

    /// Adds a list without empty lines between its entries, whose terms must already be in roff.
    ///
    /// - Parameter heading: A paragraph right above the list; nil for an empty line.
    mutating func entries(_ entries: [HelpEntry], under heading: String? = nil) {
        guard !entries.isEmpty else { return }
        if let heading { paragraph(heading) }
        for (position, entry) in entries.enumerated() {
            if position == (heading == nil ? 1 : 0) { text += ".PD 0\n" }
            text += ".TP\n\(entry.term)\n"
            add(entry.meaning)
        }
        if heading != nil || entries.count > 1 { text += ".PD\n" }
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
    var roff: String {
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

    var bold: String { "\\fB\(roff)\\fR" }

    var italic: String { "\\fI\(roff)\\fR" }

    /// The line, with an escape that prints nothing before a leading dot, so that roff does not read it as a request.
    fileprivate var guardingFirstDot: String {
        utf8.first == UInt8(ascii: ".") ? "\\&" + self : self
    }
}
