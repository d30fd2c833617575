import TestSupport
import Testing

@testable import PropertyLists

@Suite("Reading JSON with a cursor")
struct JSONCursorTests {
    /// Returns what a closure gets from a cursor over a text, or the error that it throws, with its column.
    private func read<Value>(
        _ text: String,
        _ body: (inout JSONCursor) throws(PropertyListError) -> Value
    ) -> Result<Value, Placed> {
        Array(text.utf8).span.withJSONCursor { cursor in
            do throws(PropertyListError) {
                return .success(try body(&cursor))
            } catch {
                #expect(error.position == cursor.position(of: cursor.offset))
                return .failure(Placed(column: error.position?.column ?? 0, text: "\(error.problem)"))
            }
        }
    }

    /// Returns whether a closure reads the whole of a text without an error.
    private func succeeds(
        _ text: String,
        _ body: (inout JSONCursor) throws(PropertyListError) -> Void
    ) -> Bool {
        let result: Result<Bool, Placed> = read(text) { cursor throws(PropertyListError) in
            try body(&cursor)
            try cursor.end()
            return true
        }
        return (try? result.get()) ?? false
    }

    struct Placed: Error, Equatable {
        let column: Int
        let text: String
    }

    @Test("each value has a type and a position")
    func kinds() throws {
        let text = "\u{FEFF} [ {}, [1], \"a\",\n-1.5 , true,false, null ]"
        let found = try read(text) { cursor throws(PropertyListError) in
            var found: [String] = []
            try cursor.beginArray()
            while try cursor.nextElement() {
                let kind = try cursor.kind()
                let position = cursor.position(of: cursor.offset)
                found.append("\(kind) \(position.line ?? 0):\(position.column ?? 0)")
                try cursor.skipValue()
            }
            try cursor.end()
            return found
        }.get()
        #expect(
            found == [
                "object 1:4", "array 1:8", "string 1:13", "number 2:1", "boolean 2:8", "boolean 2:13", "null 2:20",
            ]
        )
    }

    @Test("the members of an object are read in their order, each at its key")
    func members() throws {
        let text = #"{"a" : 1, "b\u0022\/": [2, {"c": 3}], "": {"a": 4} }"#
        let found = try read(text) { cursor throws(PropertyListError) in
            var found: [String] = []
            try cursor.beginObject()
            while let key = try cursor.nextKey() {
                let start = cursor.offset
                found.append("\(key) \(start) \(try cursor.readValue().kind) \(cursor.offset)")
            }
            return found
        }.get()
        #expect(found == ["a 1 integer 7", "b\"/ 10 array 23", " 38 dictionary 42"])
    }

    @Test("unwanted members are skipped, however their keys and values are spelled")
    func wantedKeys() throws {
        let text = #"{"x":"}\"]\\","\u0061":1,"y":{"a":[{"a":"]"}]},"a\/":2,"a":tru,"z":3}"#
        let found = try read(text) { cursor throws(PropertyListError) in
            var found: [String] = []
            try cursor.beginObject()
            while let key = try cursor.nextKey(among: ["a", "z", "a/"]) {
                found.append("\(key) \(cursor.offset)")
                try cursor.skipValue()
            }
            try cursor.end()
            return found
        }.get()
        #expect(found == ["a 14", "a/ 47", "a 55", "z 63"])
    }

    @Test("the cursor can move back to an earlier value")
    func moving() throws {
        let found = try read(#"{"a": [1, 2], "b": 3}"#) { cursor throws(PropertyListError) in
            try cursor.beginObject()
            _ = try cursor.nextKey()
            _ = try cursor.kind()
            let start = cursor.offset
            try cursor.skipValue()
            _ = try cursor.nextKey()
            try cursor.skipValue()
            cursor.move(to: start)
            return (start, try cursor.readValue())
        }.get()
        #expect(found.0 == 6)
        #expect(found.1 == [1, 2])
    }

    @Test(
        "an error has its position",
        arguments: [
            ("", Placed(column: 1, text: "unexpected end of the document")),
            ("x", Placed(column: 1, text: "expected a value, found x")),
            ("tru", Placed(column: 1, text: "expected a value, found tru")),
            ("nul", Placed(column: 1, text: "property lists have no null")),
            ("[1,]", Placed(column: 4, text: "expected a value after the comma, found ]")),
            ("]", Placed(column: 1, text: "expected a value, found ]")),
            (#"{"a":]}"#, Placed(column: 6, text: "expected a value, found ]")),
            ("[1 2]", Placed(column: 4, text: "expected , or ], found 2")),
            (#"{"a" 1}"#, Placed(column: 6, text: "expected :, found 1")),
            (#"{"a":1,}"#, Placed(column: 8, text: "expected a key after the comma, found }")),
            ("{1:2}", Placed(column: 2, text: "expected a key in double quotes, found 1")),
            (#"{"a":1]"#, Placed(column: 7, text: "expected , or }, found ]")),
            (#"{"a":1,"a":2}"#, Placed(column: 8, text: "duplicate key 'a'")),
            (#"[1, null]"#, Placed(column: 5, text: "property lists have no null")),
            ("[[1, 2", Placed(column: 7, text: "unexpected end of the document in an array")),
            (#"{"a": {"b""#, Placed(column: 11, text: "unexpected end of the document in an object")),
            (#"["\x"]"#, Placed(column: 3, text: #"expected an escape, found \x"#)),
            ("[01]", Placed(column: 3, text: "expected , or ], found 1")),
            ("[1e999]", Placed(column: 2, text: "float '1e999' is out of range")),
            ("1 2", Placed(column: 3, text: "trailing data")),
            (String(repeating: "[", count: 513), Placed(column: 513, text: "values nest deeper than 512 levels")),
        ]
    )
    func errors(row: (text: String, error: Placed)) {
        let result = read(row.text) { cursor throws(PropertyListError) in
            let value = try cursor.readValue()
            try cursor.end()
            return value
        }
        guard case .failure(let error) = result else {
            Issue.record("read \(row.text)")
            return
        }
        #expect(error == row.error)
    }

    @Test("values that are only checked can be null and can contain duplicate keys")
    func checking() {
        for text in [#"{"a":null,"a":[null,1e3,"\u00e9",{}]}"#, "null", "[]", "-0.5"] {
            #expect(succeeds(text) { cursor throws(PropertyListError) in try cursor.checkValue() }, "\(text)")
        }
    }

    @Test("a value that the reader of whole documents reads can be read, checked and skipped", arguments: 0..<300)
    func agreement(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &generator))
        let sound = Array(try tree.json(.typed, pretty: Bool.random(using: &generator)).utf8)
        for bytes in [sound, sound.damaged(using: &generator)] {
            let text = String(decoding: bytes, as: UTF8.self)
            guard Array(text.utf8) == bytes else { continue }
            let isRead = succeeds(text) { cursor throws(PropertyListError) in _ = try cursor.readValue() }
            let isChecked = succeeds(text) { cursor throws(PropertyListError) in try cursor.checkValue() }
            let isSkipped = succeeds(text) { cursor throws(PropertyListError) in try cursor.skipValue() }
            // Here, the forms of typed JSON are ordinary objects.
            let whole = try? PropertyList(parsingJSON: bytes.span)
            #expect(isRead || whole == nil, "seed \(seed)")
            #expect(isChecked || !isRead, "seed \(seed)")
            #expect(isSkipped || !isChecked, "seed \(seed)")
        }
    }
}
