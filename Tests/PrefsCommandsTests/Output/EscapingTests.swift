import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Escaping")
struct EscapingTests {
    @Test(
        "backslash, tab, line breaks and NUL are escaped, and on a terminal every control character",
        arguments: [
            ("", "", ""), ("plain é👩‍👩‍👧", "plain é👩‍👩‍👧", "plain é👩‍👩‍👧"), ("\\", #"\\"#, #"\\"#), (#"\n"#, #"\\n"#, #"\\n"#),
            ("a\tb", #"a\tb"#, #"a\tb"#), ("a\nb", #"a\nb"#, #"a\nb"#), ("a\rb", #"a\rb"#, #"a\rb"#),
            ("a\r\nb", #"a\r\nb"#, #"a\r\nb"#), ("a\0b", #"a\0b"#, #"a\0b"#), ("\u{1B}[2J", "\u{1B}[2J", #"\x1b[2J"#),
            ("\u{1}", "\u{1}", #"\x01"#), ("\u{7F}", "\u{7F}", #"\x7f"#), ("\u{85}", "\u{85}", #"\x85"#),
            ("\u{9B}31m", "\u{9B}31m", #"\x9b31m"#), ("e\u{301}\n", "e\u{301}\\n", "e\u{301}\\n"),
            ("\n\u{301}", "\\n\u{301}", "\\n\u{301}"), ("\u{202E}txt", "\u{202E}txt", #"\u202etxt"#),
            ("\u{2066}a\u{2069}", "\u{2066}a\u{2069}", #"\u2066a\u2069"#),
            ("\u{200E}\u{200F}\u{61C}", "\u{200E}\u{200F}\u{61C}", #"\u200e\u200f\u061c"#),
            ("\u{2028}\u{2029}", "\u{2028}\u{2029}", #"\u2028\u2029"#),
            ("\u{200D}\u{2030}", "\u{200D}\u{2030}", "\u{200D}\u{2030}"),
        ]
    )
    func escapes(text: String, escaped: String, onTerminal: String) {
        #expect(Array(text.escaped(forTerminal: false).utf8) == Array(escaped.utf8))
        #expect(Array(text.escaped(forTerminal: true).utf8) == Array(onTerminal.utf8))
    }

    @Test("escaped text contains no tab or line break, and unescapes to the same text")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random texts: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "\\", "\t", "\n", "\r", "\0", "\u{1B}", "\u{9B}", "t", "n", "0", "x1b", "é", "\u{301}", "\u{202A}",
        ]
        for _ in 0..<2_000 {
            let count = Int.random(in: 0...8, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            for isTerminal in [false, true] {
                let escaped = text.escaped(forTerminal: isTerminal)
                let controls = escaped.unicodeScalars.filter(\.controlsTerminal)
                #expect(controls.allSatisfy { !isTerminal && !"\t\n\r\0".unicodeScalars.contains($0) }, "seed \(seed)")
                #expect(Array(unescaped(escaped).utf8) == Array(text.utf8), "seed \(seed): \(text.debugDescription)")
            }
        }
    }

    private func unescaped(_ text: String) -> String {
        var result = ""
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "\\", let letter = scalars.popFirst() else {
                result.unicodeScalars.append(scalar)
                continue
            }
            switch letter {
            case "t": result += "\t"
            case "n": result += "\n"
            case "r": result += "\r"
            case "0": result += "\0"
            case "x", "u":
                let count = letter == "x" ? 2 : 4
                let digits = String(String.UnicodeScalarView(scalars.prefix(count)))
                scalars = scalars.dropFirst(count)
                if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                    result.unicodeScalars.append(scalar)
                }
            default: result.unicodeScalars.append(letter)
            }
        }
        return result
    }

    @Test("control characters in JSON do not reach a terminal")
    func json() {
        #expect("{\"a\":\"\u{9B}31m\u{7F}ü\"}".escapingControlCharactersOfJSON == #"{"a":"\u009b31m\u007fü"}"#)
        #expect("[\r\n\t\"\u{202E}\"]\n".escapingControlCharactersOfJSON == "[\n\t\"\\u202e\"]\n")
    }

    @Test("control characters in XML do not reach a terminal")
    func xml() {
        #expect("<a>\n\t\u{1B}\r\u{2028}ü</a>".escapingControlCharactersOfXML == "<a>\n\t&#x1b;&#xd;&#x2028;ü</a>")
    }

    @Test("a text keeps its line breaks and tabs, and a message is one line")
    func text() {
        #expect("a\n\tb\r\u{1B}\\".escapingControlCharactersOfText == "a\n\tb\\r\\x1b\\")
        #expect("a\n\u{202E}b".escapingControlCharacters == "a\\n\\u202eb")
    }
}
