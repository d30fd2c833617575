import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Suggestions")
struct NearestTests {
    @Test(
        "a mistyped word finds the intended one",
        arguments: [
            ("lsit", "list"), ("lst", "list"), ("listt", "list"), ("lisp", "list"), ("LIST", "list"),
            ("exsits", "exists"), ("esists", "exists"), ("suite", "suites"), ("delte", "delete"), ("ke", "keys"),
        ]
    )
    func verbs(word: String, expected: String) {
        #expect(Placeholder.explained.choices?.words.nearest(to: word) == expected)
    }

    @Test(
        "a hint spells a former command as help does today, and the test of a key as get -q",
        arguments: [
            ("exsits", "get -q"), ("has", "get -q"), ("test", "get -q"), ("kys", "list --names-only"),
            ("desribe", "explain"), ("lsit", "list"),
        ]
    )
    func hints(word: String, expected: String) {
        #expect([word].usageMessage?.hint == "did you mean '\(expected)'?")
    }

    @Test(
        "a word unlike all others finds none",
        arguments: ["", "x", "gt", "frobnicate", "listlist", "-", "--", "é"]
    )
    func strangers(word: String) {
        #expect(Placeholder.explained.choices?.words.nearest(to: word) == nil)
    }

    @Test("dashes decide only between words that are equally near")
    func dashes() {
        #expect(["--bool", "-bool"].nearest(to: "-boool") == "-bool")
        #expect(["-bool", "--bool"].nearest(to: "--boool") == "--bool")
        #expect(["-s", "--suite"].nearest(to: "--s") == "-s")
        #expect(["-bool"].nearest(to: "--bool") == "-bool")
    }
}
