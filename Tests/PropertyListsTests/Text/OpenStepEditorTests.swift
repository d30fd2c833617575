import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing OpenStep text with comments")
struct OpenStepEditorTests {
    private static let document = """
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

    static let changes: [(path: [String], value: PropertyList?, edit: (old: String, new: String)?)] = [
        (["version"], "2", ("version = 1", "version = 2")),
        (["version"], ["a": 1], ("= 1", "= {\n        a = <*I1>;\n    }")),
        (["objects", "A1", "file"], "c", ("\"a b/c.swift\"", "c")),
        (["objects", "A1", "isa"], true, ("isa = Build", "isa = <*BY>")),
        (["objects", "A2", "data"], .data([3]), ("<01 02>", "<03>")),
        (["n"], 4, ("<*I3>", "<*I4>")),
        (["b"], "x", ("<[AQI=]>", "x")),
        (["objects", "A2", "list"], [], nil),
        (["objects", "A1"], "x", ("{isa = Build; file = \"a b/c.swift\"; }", "x")),
        (["objects"], "x", nil),
        (["version"], nil, nil),
        (["objects", "A3"], "x", nil),
    ]

    @Test("a value is replaced in place; what would lose or orphan a comment is refused", arguments: changes)
    func change(path: [String], value: PropertyList?, edit: (old: String, new: String)?) throws {
        let bytes = Array(Self.document.utf8)
        let old = try PropertyList(parsing: bytes.span)
        let new = try #require(try PropertyList(changing: old, at: path[...], to: value))
        let result = Result { () throws(PropertyListError) in
            try new.serialized(changing: bytes, replacing: old, as: .openStep)
        }
        guard let edit else {
            let refusal = PropertyListError(.commentsWouldBeLost, at: SourcePosition(offset: 0, in: bytes))
            #expect(result == .failure(refusal))
            return
        }
        let edited = try result.get()
        #expect(String(decoding: edited, as: UTF8.self) == Self.document.replacing(edit.old, with: edit.new))
        #expect(try PropertyList(parsing: edited.span) == new)
    }

    @Test("values of a .strings file are replaced, but not a key that is its own value")
    func stringsFile() throws {
        let document = Array("\u{FEFF}/* Title */\n\"Title\" = 'Top';\nOK;\n".utf8)
        let old: PropertyListDictionary = ["Title": "Top", "OK": "OK"]
        var new = old
        new["Title"] = "Bottom"
        let edited = try new.serialized(changing: document.span, replacing: old, as: .openStep)
        #expect(String(decoding: edited, as: UTF8.self) == "\u{FEFF}/* Title */\n\"Title\" = Bottom;\nOK;\n")
        new["OK"] = "Yes"
        #expect(throws: PropertyListError.self) {
            try new.serialized(changing: document.span, replacing: old, as: .openStep)
        }
    }

    @Test("another root than a dictionary is not replaced in a file with comments")
    func otherRoot() throws {
        let document = Array("( a, /* b */ c )".utf8)
        let old = try PropertyList(parsing: document.span)
        #expect(throws: PropertyListError(.commentsWouldBeLost, at: SourcePosition(offset: 5, in: document))) {
            try PropertyList.array(["d"]).serialized(changing: document, replacing: old, as: .openStep)
        }
        #expect(try old.serialized(changing: document, replacing: old, as: .openStep) == document)
        let plain = Array("( a )".utf8)
        #expect(
            try PropertyList.array(["d"]).serialized(changing: plain, replacing: ["a"], as: .openStep)
                == Array("(\n    d\n)\n".utf8)
        )
    }
}
