import PropertyLists
import Testing

@testable import PrefsCommands

@Suite("JSON Pointers")
struct JSONPointerTests {
    @Test(
        "are read by RFC 6901",
        arguments: [
            ("", []), ("/", [""]), ("/foo/0", ["foo", "0"]), ("//", ["", ""]), ("/a~1b", ["a/b"]), ("/m~0n", ["m~n"]),
            ("/~01", ["~1"]), ("/~00", ["~0"]), ("/é/e\u{301}", ["é", "e\u{301}"]), ("/ /-", [" ", "-"]),
            ("/\u{301}", ["\u{301}"]), ("/\r\n", ["\r\n"]),
        ] as [(String, [String])]
    )
    func tokens(text: String, tokens: [String]) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(pointer.tokens.map { Array($0.utf8) } == tokens.map { Array($0.utf8) })
        for count in 0...tokens.count {
            let prefix = pointer.prefix(count)
            #expect(JSONPointer(prefix.text) == prefix)
            #expect(prefix.tokens == Array(tokens.prefix(count)))
        }
    }

    @Test("are refused where they are none", arguments: ["a", "a/b", "#/a", "~0", "/~", "/a~", "/a~2", "/~/a", " /a"])
    func refused(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test("name a place in messages beside its key")
    func places() throws {
        let pointer = try #require(JSONPointer("/it's"))
        #expect(ValuePath("a b").quoted == "'a b'")
        #expect(ValuePath("k", at: pointer).quoted == #"'k' at '/it'\''s'"#)
    }
}
