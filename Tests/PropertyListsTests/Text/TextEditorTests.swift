import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing OpenStep text and JSON")
struct TextEditorTests {
    /// A change of a value at a path, and what it replaces in the text, and by what.
    ///
    /// No value removes the old one.
    typealias Change = (path: [String], value: PropertyList?, edit: (old: String, new: String))

    private static let project = """
        // !$*UTF8*$!
        {
        \tversion = 1; /* of the app */
        \tobjects = {
        \t\tA1 /* main.swift */ = {isa = Build; file = "a b/c.swift"; };
        \t\tA2 = { list = (A1 /* main.swift */, B2); data = <01 02>; };
        \t};
        \tn = <*I3>;
        \tb = <[AQI=]>; // base64
        }
        """

    static let changesOfProject: [Change] = [
        (["version"], "2", ("version = 1", "version = 2")),
        (["version"], "a.b", ("version = 1", "version = \"a.b\"")),
        (["version"], ["a": 1], ("= 1", "= {\n\t\ta = <*I1>;\n\t}")),
        (["version"], nil, ("\tversion = 1; /*", "\t/*")),
        (["objects", "A1", "file"], "c", ("\"a b/c.swift\"", "c")),
        (["objects", "A1", "isa"], true, ("isa = Build", "isa = <*BY>")),
        (["objects", "A1", "isa"], nil, ("{isa = Build; file", "{file")),
        (["objects", "A1", "file"], nil, (" file = \"a b/c.swift\";", "")),
        (["objects", "A1", "size"], "3", ("c.swift\"; }", "c.swift\"; size = 3; }")),
        (["objects", "A1"], "x", ("{isa = Build; file = \"a b/c.swift\"; }", "x")),
        (["objects", "A2", "data"], .data([3]), ("<01 02>", "<03>")),
        (["objects", "A2", "list"], ["A1"], ("*/, B2)", "*/)")),
        (["objects", "A2", "list"], ["A1", "B2", "C"], ("B2)", "B2, C)")),
        (["objects", "A2", "list"], ["0", "A1", "B2"], ("(A1", "(0, A1")),
        (["objects", "A3"], "x", ("02>; };\n", "02>; };\n\t\tA3 = x;\n")),
        (["objects", "A2"], nil, ("\t\tA2 = { list = (A1 /* main.swift */, B2); data = <01 02>; };\n", "")),
        (["n"], 4, ("<*I3>", "<*I4>")),
        (["b"], "x", ("<[AQI=]>", "x")),
        (["z"], ["k": ["v"]], ("base64\n", "base64\n\tz = {\n\t\tk = (\n\t\t\tv\n\t\t);\n\t};\n")),
    ]

    @Test("an entry of OpenStep text is changed, added or removed in place", arguments: changesOfProject)
    func openStep(path: [String], value: PropertyList?, edit: (old: String, new: String)) throws {
        try expect(Self.project, at: path, value, edit)
    }

    static let changesOfStrings: [Change] = [
        (["Title"], "Bottom", ("\"Top\"", "\"Bottom\"")),
        (["Title"], "grün", ("\"Top\"", "\"grün\"")),
        (["Title"], nil, ("\"Title\" = \"Top\";\r\n", "")),
        (["OK"], "Yes", ("OK;", "OK = \"Yes\";")),
        (["OK"], nil, ("OK;\r\n", "")),
        (["Über"], nil, ("\r\n\"Über\" = \"a\";", "")),
        (["New"], "x", ("\"a\";", "\"a\";\r\n\"New\" = \"x\";")),
    ]

    @Test("a .strings file keeps its quotation marks, characters and line breaks", arguments: changesOfStrings)
    func strings(path: [String], value: PropertyList?, edit: (old: String, new: String)) throws {
        let document = "\u{FEFF}/* The title */\r\n\"Title\" = \"Top\";\r\n\r\nOK;\r\n\"Über\" = \"a\";"
        try expect(document, at: path, value, edit)
    }

    static let changesOfJSON: [Change] = [
        (["a"], 2, ("\"a\": 1", "\"a\": 2")),
        (["a"], nil, ("    \"a\": 1,\n", "")),
        (["list"], ["x", "z"], ("\"x\",   \"y\"", "\"x\",   \"z\"")),
        (["list"], ["x"], ("\"x\",   \"y\"", "\"x\"")),
        (["list"], ["x", "y", "z"], ("\"y\"", "\"y\",   \"z\"")),
        (["list"], [], ("[\"x\",   \"y\"]", "[]")),
        (["deep", "k"], nil, ("{\"k\":true}", "{}")),
        (["deep", "l"], ["m": 1], ("true}", "true,\"l\":{\"m\":1}}")),
        (["empty"], ["a": [1]], ("{ }", "{\n        \"a\": [\n            1\n        ]\n    }")),
        (["date"], .date(PropertyListDate(secondsSinceReferenceDate: 0)), ("0Z\"}", "0Z\"}")),
        (["date"], nil, (",\n    \"date\": {\"$date\": \"2001-01-01T00:00:00Z\"}", "")),
        (["z"], "ü", ("0Z\"}", "0Z\"},\n    \"z\": \"ü\"")),
    ]

    @Test("an entry of JSON is changed, added or removed in place", arguments: changesOfJSON)
    func json(path: [String], value: PropertyList?, edit: (old: String, new: String)) throws {
        let document = """
            {
                "a": 1,
                "list": ["x",   "y"],
                "deep": {"k":true}, "empty": { },
                "date": {"$date": "2001-01-01T00:00:00Z"}
            }

            """
        try expect(document, at: path, value, edit)
    }

    static let styles: [(document: String, key: String, value: PropertyList, result: String)] = [
        ("a = 1;\n", "b", "x y", "a = 1;\nb = \"x y\";\n"),
        ("{a=1;}", "b", "x", "{a=1;b=x;}"),
        ("{ a = 1; }", "b", ["x", "y"], "{ a = 1; b = (x, y); }"),
        ("{\n  a = \"\\U00FC\";\n}\n", "b", "ö", "{\n  a = \"\\U00FC\";\n  b = \"\\U00F6\";\n}\n"),
        ("{\n  a = b/c_d;\n}\n", "b", "e.f", "{\n  a = b/c_d;\n  b = e.f;\n}\n"),
        ("{\n  a = b/c;\n}\n", "b", "//e", "{\n  a = b/c;\n  b = \"//e\";\n}\n"),
        ("{\n  a = 1;\n  c = 1\n}\n", "d", "2", "{\n  a = 1;\n  c = 1;\n  d = 2\n}\n"),
        ("/* none */\n", "a", "b", "/* none */\na = b;\n"),
        ("// none", "a", "b", "// none\na = b;"),
        ("{\n    // none\n}\n", "a", "b", "{\n    // none\n    a = b;\n}\n"),
        ("{\n}\n", "a", "b", "{\n    a = b;\n}\n"),
        ("{ a = b; // c\n}", "d", "e", "{ a = b; d = e; // c\n}"),
        ("{ a = b; /* c */ }", "d", "e", "{ a = b; /* c */ d = e; }"),
        ("{}", "a", "b", "{\n  \"a\": \"b\"\n}"),
        ("{\"a\":1}\n", "b", [1, ["c": 2]], "{\"a\":1,\"b\":[1,{\"c\":2}]}\n"),
        ("{\"a\": \"\\u00fc\"}", "b", "ö😀", "{\"a\": \"\\u00fc\", \"b\": \"\\u00f6\\ud83d\\ude00\"}"),
        ("{\r\n\t\"a\": 1\r\n}", "b", ["c": 2], "{\r\n\t\"a\": 1,\r\n\t\"b\": {\r\n\t\t\"c\": 2\r\n\t}\r\n}"),
    ]

    @Test("a new entry is written as those beside it", arguments: styles)
    func style(document: String, key: String, value: PropertyList, result: String) throws {
        let bytes = Array(document.utf8)
        let (read, format) = try PropertyList.parse(bytes.span)
        guard case .dictionary(let old) = read else {
            Issue.record("not a dictionary")
            return
        }
        var new = old
        new[key] = value
        let edited = try new.serialized(changing: bytes.span, replacing: old, as: format)
        #expect(String(decoding: edited, as: UTF8.self) == result)
        #expect(try PropertyList(parsing: edited.span) == .dictionary(new))
        guard !old.isEmpty || document.contains("none") else { return }
        #expect(try old.serialized(changing: edited.span, replacing: new, as: format) == bytes)
    }

    @Test("a new first key stands before the comment of the next one, and after the head of the file")
    func first() throws {
        let document = Array("/* Names */\n\n/* Title */\n\"b\" = \"c\";\n".utf8)
        let edited = try PropertyListDictionary(uniqueEntries: [
            .init(key: "a", value: "x"), .init(key: "b", value: "c"),
        ])
        .serialized(changing: document.span, replacing: ["b": "c"], as: .openStep)
        #expect(
            String(decoding: edited, as: UTF8.self) == "/* Names */\n\n\"a\" = \"x\";\n/* Title */\n\"b\" = \"c\";\n"
        )
    }

    @Test("an entry is not inserted into a comment that ends its line")
    func lineComments() throws {
        let document = Array("{ a = { // none\n}; b = ( // one\n); }".utf8)
        let old = try PropertyList(parsing: document.span)
        let edited = try PropertyList.dictionary(["a": ["k": "v"], "b": ["x"]])
            .serialized(changing: document, replacing: old, as: .openStep)
        #expect(try PropertyList(parsing: edited.span) == ["a": ["k": "v"], "b": ["x"]])
        #expect(String(decoding: edited, as: UTF8.self).contains("// none\n"))
    }

    @Test("a comment also ends with a carriage return or a line separator", arguments: ["\r", "\u{2028}"])
    func lineEndsOfComments(lineEnd: String) throws {
        for document in ["{\n a = 1; // c\(lineEnd) b = 2;\n}\n", "{ a = 1; // c\(lineEnd) b = 2; }"] {
            let bytes = Array(document.utf8)
            let old = try PropertyList(parsing: bytes.span)
            #expect(old == ["a": "1", "b": "2"])
            let new: PropertyList = .dictionary(
                PropertyListDictionary(uniqueEntries: [
                    .init(key: "a", value: "1"), .init(key: "n", value: "0"), .init(key: "b", value: "3"),
                ])
            )
            let edited = try new.serialized(changing: bytes, replacing: old, as: .openStep)
            #expect(try PropertyList(parsing: edited.span) == new, "\(String(decoding: edited, as: UTF8.self))")
        }
    }

    @Test("a key that is there twice loses the entry that is not read when it changes")
    func duplicates() throws {
        let document = Array("{\n  a = 1; /* one */\n  b = 2;\n  a = 3;\n  \"b\" = 2;\n}\n".utf8)
        let edited = try PropertyListDictionary(uniqueEntries: [
            .init(key: "a", value: "4"), .init(key: "b", value: "2"),
        ])
        .spliced(changing: document, replacing: ["a": "3", "b": "2"], as: .openStep)
        #expect(
            String(decoding: edited.bytes, as: UTF8.self)
                == "{\n  /* one */\n  b = 2;\n  a = 4;\n  \"b\" = 2;\n}\n"
        )
        #expect(edited.duplicates == ["a"])
    }

    @Test("another root than a dictionary is changed in place too")
    func otherRoot() throws {
        let document = Array("( a, /* b */ c )".utf8)
        let old = try PropertyList(parsing: document.span)
        let edited = try PropertyList.array(["a", "d"]).serialized(changing: document, replacing: old, as: .openStep)
        #expect(String(decoding: edited, as: UTF8.self) == "( a, /* b */ d )")
        #expect(try old.serialized(changing: document, replacing: old, as: .openStep) == document)
        let json = Array("[1, 2]\n".utf8)
        let text = try PropertyList.array([1]).serialized(changing: json, replacing: [1, 2], as: .json)
        #expect(String(decoding: text, as: UTF8.self) == "[1]\n")
    }

    /// Expects that a change edits one place of a text, and that the old value restores it unless its spelling is lost.
    private func expect(
        _ document: String,
        at path: [String],
        _ value: PropertyList?,
        _ edit: (old: String, new: String)
    ) throws {
        let bytes = Array(document.utf8)
        let (old, format) = try PropertyList.parse(bytes.span)
        let new = try #require(try PropertyList(changing: old, at: path[...], to: value))
        let edited = try new.serialized(changing: bytes, replacing: old, as: format)
        #expect(String(decoding: edited, as: UTF8.self) == document.replacing(edit.old, with: edit.new))
        #expect(try PropertyList(parsing: edited.span) == new)
    }
}
