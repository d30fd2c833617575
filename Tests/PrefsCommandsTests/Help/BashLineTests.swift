import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Bash command lines")
struct BashLineTests {
    private static let wordBreaks = " \t\n\"'@><=;|&(:"

    @Test(
        "a command line is split and unquoted as bash does it",
        arguments: [
            ("prefs", [], "prefs"), ("prefs ", [], ""), ("prefs get ", ["get"], ""), ("prefs get a", ["get"], "a"),
            ("prefs get a\\ b", ["get"], "a b"), ("prefs get 'a b' c", ["get", "a b"], "c"),
            ("prefs get 'a b", ["get"], "a b"), ("prefs get \"a \\\"\\$b\\n", ["get"], "a \"$b\\n"),
            ("prefs get ''", ["get"], ""), ("prefs get '' ", ["get", ""], ""),
            ("prefs get a'b'\"c\"d", ["get"], "abcd"),
            ("prefs get $'a\\nb\\u00e9\\'' x", ["get", "a\nbé'"], "x"), ("prefs get a\\", ["get"], "a"),
            ("prefs get >out na", ["get"], "na"), ("prefs get 2> out name>>log ", ["get", "name"], ""),
            ("prefs get 2>&1 >/dev/null name ", ["get", "name"], ""), ("prefs get &>>out na", ["get"], "na"),
            ("prefs set k ''>out >'' x", ["set", "k", ""], "x"), ("prefs set k <<<'a b' x", ["set", "k"], "x"),
            ("prefs apply <(gen a (b) c) x", ["apply", "<(gen a (b) c)"], "x"),
            ("prefs set k $(cat f) x", ["set", "k", "$(cat f)"], "x"),
            ("prefs get >| out >& out <& 3 {fd}>out na", ["get"], "na"),
            ("prefs set k 5&>out x", ["set", "k", "5"], "x"),
            ("prefs get $(printf ')(' \\( \"(\") na", ["get", "$(printf )( ( ()"], "na"),
            ("prefs get <in", ["get"], "in"), ("prefs get $HOME", ["get"], "$HOME"),
            ("prefs get a:b=c", ["get"], "a:b=c"),
        ] as [(String, [String], String)]
    )
    func splitting(text: String, words: [String], current: String) {
        let line = BashLine(text, wordBreaks: Self.wordBreaks)
        #expect(line.words == (text.contains(" ") ? words : []))
        #expect(line.current == current)
    }

    @Test(
        "the last word keeps its part before a word break or an open quote",
        arguments: [
            ("p a:b", "a:"), ("p a:b:", "a:b:"), ("p a\\:b", ""), ("p 'a:b'c", ""), ("p 'a:b", ""), ("p a'b", "a"),
            ("p a:'b", "a:"), ("p --suite=x", "--suite="), ("p a:b c", ""), ("p a@b", "a"), ("p a@b@", "a@b"),
            ("p a\\@b", ""), ("p a:@", "a:"), ("p --suite=a@", "--suite=a"),
        ]
    )
    func keeping(text: String, kept: String) {
        #expect(BashLine(text, wordBreaks: Self.wordBreaks).kept == kept)
    }

    @Test("a word that is quoted after any opening quote reads back the same", arguments: ["", "'", "\""])
    func roundTrip(quote: String) {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let word = String.random(using: &random)
            let line = BashLine("prefs get \(quote)", wordBreaks: Self.wordBreaks)
            let completed = "prefs get \(quote)\(line.quoted(word))\(quote)"
            let reread = BashLine(completed, wordBreaks: Self.wordBreaks)
            #expect(Array(reread.current.utf8) == Array(word.utf8), "seed \(seed), \(completed.debugDescription)")
            #expect(reread.words == ["get"], "seed \(seed)")
            #expect(reread.quote == nil && !reread.isRedirected, "seed \(seed)")
        }
    }
}

extension String {
    /// Returns a short text, mostly of characters that are special in a shell.
    fileprivate static func random(using random: inout SeededGenerator) -> String {
        let letters = Array("ab '\"\\$`!:=~*?[]{}()<>|&;#\n\t\u{1}\u{85}éя日👩".unicodeScalars)
        var text = "x"
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            text.unicodeScalars.append(letters.randomElement(using: &random) ?? "a")
        }
        return text
    }
}
