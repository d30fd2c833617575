/// A page in the macros of man(7).
struct RoffDocument {
    private(set) var text: String

    /// A page without content, of what `source` names with its version, last changed on a day such as `2025-01-31`.
    init(title: String, section: Int, date: String, source: String) {
        text = ".TH \(title) \(section) \(date) \"\(source.roff)\"\n"
    }

    mutating func section(_ title: String) {
        text += ".SH \(title.roff)\n"
    }

    mutating func subsection(_ title: String) {
        text += ".SS \(title.roff)\n"
    }

    /// A paragraph that stands at the beginning of its section.
    mutating func paragraph(plain words: String) {
        add(words)
    }

    mutating func paragraph(_ words: String) {
        // A paragraph right behind a title begins with it.
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

    /// A list, of terms that are roff.
    mutating func entries(_ entries: [HelpEntry]) {
        for entry in entries {
            text += ".TP\n\(entry.term)\n"
            add(entry.meaning)
        }
    }

    /// Text in lines as long as people like them in a source.
    private mutating func add(_ words: String) {
        for line in words.roff.lines(atMost: 79) {
            text += line.guardingFirstDot + "\n"
        }
    }
}

extension String {
    /// The sentences, each of which roff wants on a line of its own, to know its full stop from that of an abbreviation.
    fileprivate var sentences: [String] {
        var sentences = [""]
        for word in split(separator: " ") {
            let last = sentences.endIndex - 1
            sentences[last] += sentences[last].isEmpty ? word : " " + word
            if word.utf8.last == UInt8(ascii: ".") { sentences.append("") }
        }
        return sentences.filter { !$0.isEmpty }
    }

    /// The text as roff reads it: every character itself, and none the beginning of a request.
    var roff: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            // Without these, man(1) would print typographic ones, which no shell takes.
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

    /// The line, with nothing in front of its first dot that would print, so that it is no request.
    fileprivate var guardingFirstDot: String {
        utf8.first == UInt8(ascii: ".") ? "\\&" + self : self
    }
}
