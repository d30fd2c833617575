import Testing

@testable import PropertyLists

@Suite("Changing a value by a path")
struct PathChangeTests {
    private static let value: PropertyList = ["a": [1, ["b": "x"]], "": 0]

    @Test(
        "a change sets the value at the path",
        arguments: [
            (["a", "0"], ["a": [9, ["b": "x"]], "": 0]), (["a", "1", "b"], ["a": [1, ["b": 9]], "": 0]),
            (["a", "1", "c"], ["a": [1, ["b": "x", "c": 9]], "": 0]), (["a", "-"], ["a": [1, ["b": "x"], 9], "": 0]),
            ([""], ["a": [1, ["b": "x"]], "": 9]), (["-"], ["a": [1, ["b": "x"]], "": 0, "-": 9]), ([], 9),
        ] as [([String], PropertyList)]
    )
    func changing(path: [String], changed: PropertyList) throws {
        #expect(try PropertyList(changing: Self.value, at: path[...], to: 9) == changed)
        #expect(try PropertyList(changing: Self.value, at: path[...], to: 9, creatingParents: true) == changed)
        #expect(path.contains("-") || changed[pointer: path] == 9)
    }

    @Test(
        "a change or a removal beyond the existing values is nil",
        arguments: [
            ["b", "c"], ["a", "2"], ["a", "-", "c"], ["a", "01"], ["a", "x"], ["a", "0", "b"], ["", "b"],
        ]
    )
    func nowhere(path: [String]) throws {
        #expect(try PropertyList(changing: Self.value, at: path[...], to: 9) == nil)
        #expect(Self.value.removing(at: path[...]) == nil)
    }

    @Test(
        "a change creates missing parents, but not in a scalar",
        arguments: [
            (["a", "b"], ["a": ["b": 9]]), (["a", "-"], ["a": [9]]), (["-", "0"], [["0": 9]]), (["0"], ["0": 9]),
            ([], 9),
        ] as [([String], PropertyList)]
    )
    func parents(path: [String], made: PropertyList) throws {
        #expect(try PropertyList(changing: nil, at: path[...], to: 9, creatingParents: true) == made)
        #expect(try PropertyList(changing: nil, at: path[...], to: 9) == (path.isEmpty ? 9 : nil))
        #expect(try PropertyList(changing: 5, at: ["a"] + path, to: 9, creatingParents: true) == nil)
    }

    @Test("created parents never exceed the depth limit")
    func depth() throws {
        let path = Array(repeating: "a", count: PropertyList.depthLimit)
        #expect(throws: PropertyListError(.tooDeep(limit: PropertyList.depthLimit))) {
            try PropertyList(changing: nil, at: path[...], to: 9, creatingParents: true)
        }
        #expect(try PropertyList(changing: nil, at: path.dropFirst(), to: 9, creatingParents: true) != nil)
        #expect(try PropertyList(changing: [:], at: path[...], to: 9) == nil)
    }

    @Test("a removal removes the value at the path")
    func removing() {
        #expect(Self.value.removing(at: ["a", "0"]) == ["a": [["b": "x"]], "": 0])
        #expect(Self.value.removing(at: ["a", "1", "b"]) == ["a": [1, [:]], "": 0])
        #expect(Self.value.removing(at: [""]) == ["a": [1, ["b": "x"]]])
        #expect(Self.value.removing(at: []) == nil)
    }

    @Test(
        "integers are added exactly or not at all",
        arguments: [
            (1, 2, 3), (1, -2, -1), (PropertyListInteger(Int64.max), 1, PropertyListInteger(UInt64(1) << 63)),
            (.min, .max, PropertyListInteger(Int64.max)), (.max, 0, .max), (.max, 1, nil), (.max, .max, nil),
            (.min, -1, nil), (.min, .min, nil), (.max, -1, PropertyListInteger(UInt64.max - 1)),
        ] as [(PropertyListInteger, PropertyListInteger, PropertyListInteger?)]
    )
    func sums(left: PropertyListInteger, right: PropertyListInteger, sum: PropertyListInteger?) {
        #expect(left.adding(right) == sum)
        #expect(right.adding(left) == sum)
    }
}
