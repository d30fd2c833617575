import PropertyLists
import Testing

@testable import PrefsCommands

@Suite("JSON Pointers")
struct JSONPointerTests {
    @Test(
        "a pointer is parsed by RFC 6901",
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

    @Test("invalid text is not a pointer", arguments: ["a", "a/b", "#/a", "~0", "/~", "/a~", "/a~2", "/~/a", " /a"])
    func refused(text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test("a message names the key and the place in its value")
    func places() throws {
        let pointer = try #require(JSONPointer("/it's"))
        #expect(ValuePointer("a b").quoted == "'a b'")
        #expect(ValuePointer("k", at: pointer).quoted == #"'k' at '/it'\''s'"#)
    }
}
