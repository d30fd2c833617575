import TestSupport
import Testing

@Suite("JSON Pointers")
struct PointerTests {
    private static let value = #"{"a":[1,{"b":"x"},[]],"":{"~":1,"/":2,"0":3},"é":4,"01":5}"#

    private let prefs: PrefsCommand

    init() throws {
        prefs = try PrefsCommand.withContractSuite()
        try prefs.set("k", ["--json", Self.value])
    }

    @Test(
        "a pointer selects a part of a value, by the rules of RFC 6901",
        arguments: [
            ("", value), ("/a", #"[1,{"b":"x"},[]]"#), ("/a/0", "1"), ("/a/1/b", "x"), ("/a/2", "[]"),
            ("/", #"{"~":1,"/":2,"0":3}"#), ("//~0", "1"), ("//~1", "2"), ("//0", "3"), ("/é", "4"), ("/01", "5"),
        ]
    )
    func reading(pointer: String, text: String) throws {
        expect(try prefs.run("get", "k", "--at", pointer), prints: text + "\n")
        expect(try prefs.run("get", "k", "--at=\(pointer)"), prints: text + "\n")
        expect(try prefs.run("exists", "k", "--at", pointer), prints: "")
        expect(try prefs.run("type", "k", "--at", pointer))
    }

    @Test(
        "a pointer to a missing part gives exit code 1, but reset without --strict succeeds",
        arguments: ["/b", "/a/3", "/a/-", "/a/01", "/a/+1", "/a/1e0", "/a/b", "/a/0/b", "//~01", "/a/", "/e\u{301}"]
    )
    func nowhere(pointer: String) throws {
        expect(try prefs.run("get", "k", "--at", pointer), prints: "", exit: 1, errors: .message(["'k' at "]))
        expect(try prefs.run("get", "k", "--at", pointer, "--default", "d"), prints: "d\n")
        expect(try prefs.run("get", "k", "-q", "--at", pointer), prints: "", exit: 1, errors: .nothing)
        expect(try prefs.run("exists", "k", "--at", pointer), prints: "", exit: 1, errors: .optional)
        expect(try prefs.run("type", "k", "--at", pointer), prints: "", exit: 1)
        let identity = try prefs.directory.identity(of: "config/t.plist")
        expect(try prefs.run("reset", "k", "--at", pointer), prints: "")
        expect(try prefs.run("reset", "k", "--strict", "--at", pointer), prints: "", exit: 1)
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
    }

    @Test(
        "set stores a value at the place that the pointer selects",
        arguments: [
            ("/a/0", [], #"{"a":[7]}"#), ("/a/-", [], #"{"a":[1,7]}"#), ("/b", [], #"{"a":[1],"b":7}"#),
            ("/-", [], #"{"a":[1],"-":7}"#), ("/0", [], #"{"a":[1],"0":7}"#), ("/", [], #"{"a":[1],"":7}"#),
            ("", [], "7"), ("/b/c/d", ["--parents"], #"{"a":[1],"b":{"c":{"d":7}}}"#),
            ("/b/-", ["--parents"], #"{"a":[1],"b":[7]}"#), ("/b/0", ["--parents"], #"{"a":[1],"b":{"0":7}}"#),
            ("/b/-/-/c", ["--parents"], #"{"a":[1],"b":[[{"c":7}]]}"#),
            ("/a/-/b", ["--parents"], #"{"a":[1,{"b":7}]}"#),
        ] as [(String, [String], String)]
    )
    func writing(pointer: String, options: [String], text: String) throws {
        try prefs.set("k", ["--json", #"{"a":[1]}"#])
        try prefs.set("k", ["--int", "7", "--at", pointer] + options)
        expect(try prefs.run("get", "k"), prints: text + "\n")
    }

    @Test(
        "a pointer to a place where no value can be stored gives exit code 1, and the message says why",
        arguments: [
            ("/b/c", [], ["'k' at '/b'", "--parents"]), ("/a/-/c", [], ["'k' at '/a/-'", "--parents"]),
            ("/a/1", [], ["'k' at '/a' has 1 element"]), ("/a/x/y", ["--parents"], ["'k' at '/a'", "'-'"]),
            ("/a/0/b", ["--parents"], ["'k' at '/a/0'", "integer"]),
        ] as [(String, [String], [String])]
    )
    func noPlace(pointer: String, options: [String], mentions: [String]) throws {
        try prefs.set("k", ["--json", #"{"a":[1]}"#])
        let identity = try prefs.directory.identity(of: "config/t.plist")
        for words in [["set", "k", "7"], ["increment", "k"], ["append", "k", "7"], ["toggle", "k"]] {
            let outcome = try prefs.run(words + ["--at", pointer] + options)
            expect(outcome, prints: "", exit: 1, errors: .message(mentions))
        }
        #expect(try prefs.directory.identity(of: "config/t.plist") == identity)
    }

    @Test("an untyped value gets the type of the part that it replaces")
    func types() throws {
        expect(try prefs.run("set", "k", "x", "--at", "/a/0"), prints: "", exit: 3, errors: .message(["'k' at '/a/0'"]))
        try prefs.set("k", ["8", "--at", "/a/1/b"])
        expect(try prefs.run("type", "k", "--at", "/a/1/b"), prints: "string\n")
        try prefs.set("k", ["--at", "/a/2", "-array-add", "y"])
        expect(try prefs.run("get", "k", "--at", "/a/2"), prints: "[\"y\"]\n")
    }

    @Test("reset removes the selected part from several keys")
    func removal() throws {
        try prefs.set("l", ["--json", #"{"a":[5,6]}"#])
        try prefs.change("reset", "k", "l", "nope", "--at", "/a/0")
        expect(try prefs.run("get", "k", "l", "--at", "/a"), prints: #"[{"b":"x"},[]]"# + "\n[6]\n")
        try prefs.change("reset", "l", "--at", "")
        expect(try prefs.run("exists", "l"), prints: "", exit: 1, errors: .optional)
    }

    @Test("a pointer that would nest too deep fails, however long it is")
    func depth() throws {
        let deep = String(repeating: "/a", count: 509)
        try prefs.set("deep", ["1", "--parents", "--at", deep])
        expect(try prefs.run("get", "deep", "--at", deep), prints: "1\n")
        for count in [512, 60_000] {
            let pointer = String(repeating: "/a", count: count)
            for words in [["set", "new", "1"], ["increment", "new"], ["append", "new", "1"]] {
                expect(try prefs.run(words + ["--parents", "--at", pointer]), prints: "", exit: 3)
            }
            expect(try prefs.run("get", "deep", "--at", pointer), prints: "", exit: 1)
            expect(try prefs.run("set", "name", "1", "--at", pointer), prints: "", exit: 1)
        }
    }
}
