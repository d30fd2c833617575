import Testing

@testable import PrefsCommands

@Suite("Near misses")
struct NearestTests {
    @Test(
        "a slip of the fingers finds the word that was meant",
        arguments: [
            ("lsit", "list"), ("lst", "list"), ("listt", "list"), ("lisp", "list"), ("LIST", "list"),
            ("exsits", "exists"), ("esists", "exists"), ("suite", "suites"), ("delte", "delete"), ("ke", "keys"),
        ]
    )
    func verbs(word: String, meant: String) {
        #expect(Placeholder.verb.choices?.words.nearest(to: word) == meant)
    }

    @Test("a word that is like none finds none", arguments: ["", "x", "gt", "frobnicate", "listlist", "-", "--", "é"])
    func strangers(word: String) {
        #expect(Placeholder.verb.choices?.words.nearest(to: word) == nil)
    }

    @Test("dashes decide only between words that are otherwise as near")
    func dashes() {
        #expect(["--bool", "-bool"].nearest(to: "-boool") == "-bool")
        #expect(["-bool", "--bool"].nearest(to: "--boool") == "--bool")
        #expect(["-s", "--suite"].nearest(to: "--s") == "-s")
        #expect(["-bool"].nearest(to: "--bool") == "-bool")
    }
}
