import TestSupport
import Testing

@testable import PropertyLists

@Suite("Selectors of elements")
struct ElementSelectorTests {
    @Test(
        "a token is a selector between brackets, split at its first equals sign",
        arguments: [
            ("[name=web]", "name", "web"), ("[=x]", nil, "x"), ("[a=b=c]", "a", "b=c"), ("[a=]", "a", ""),
            ("[=]", nil, ""), ("[a=]]", "a", "]"), ("[[a]=b]", "[a]", "b"), ("[a=b", "-", ""), ("a=b]", "-", ""),
            ("[ab]", "-", ""), ("", "-", ""), ("[", "-", ""), ("]", "-", ""), ("[é=ü]", "é", "ü"),
        ] as [(String, String?, String)]
    )
    func parsing(token: String, member: String?, text: String) throws {
        let selector = ElementSelector(token)
        guard member != "-" else { return #expect(selector == nil) }
        #expect(selector?.member == member && selector?.text == text && selector?.token == token)
    }

    private static let date = PropertyListDate(secondsSinceReferenceDate: 759_974_400)
    private static let elements: PropertyList = [
        ["name": "web", "port": 80, "on": true], ["name": "db", "port": 80, "ratio": 0.5], "x", 7, 1.5, false,
        .date(date), ["since": .date(date)], [1], .data([1]), "7",
    ]

    @Test(
        "it finds the only element with the text",
        arguments: [
            ("[name=web]", 0), ("[name=db]", 1), ("[port=80]", nil), ("[on=true]", 0), ("[ratio=0.5]", 1),
            ("[ratio=0.50]", nil), ("[=x]", 2), ("[=7]", nil), ("[=1.5]", 4), ("[=false]", 5),
            ("[=2025-01-31T00:00:00Z]", 6), ("[since=2025-01-31T00:00:00Z]", 7), ("[=[1]]", nil), ("[=AQ==]", nil),
            ("[name=WEB]", nil), ("[nope=]", nil), ("3", 3), ("11", nil), ("-", nil),
        ] as [(String, Int?)]
    )
    func finding(token: String, position: Int?) {
        guard case .array(let elements) = Self.elements else { return }
        #expect(elements.position(named: token) == position)
        #expect(Self.elements[pointer: [token]] == position.map { elements[$0] })
    }

    @Test("in a dictionary it is a key")
    func key() {
        let value: PropertyList = ["[a=b]": 1, "a": [["a": "b", "c": 2]]]
        #expect(value[pointer: ["[a=b]"]] == 1)
        #expect(value[pointer: ["a", "[a=b]", "c"]] == 2)
        #expect(value[pointer: ["[a=c]"]] == nil)
    }

    @Test("a pointer with a selector that matches several elements tells which")
    func ambiguity() {
        let value: PropertyList = ["a": [["n": 1, "m": ["x", "x"]], ["n": 2, "m": ["x"]], ["n": 2]]]
        let several = value.ambiguity(at: ["a", "[n=2]", "m"])
        #expect(several?.length == 2 && several?.positions == [1, 2])
        #expect(value.ambiguity(at: ["a", "[n=1]", "m", "[=x]"])?.positions == [0, 1])
        for pointer in [[], ["a", "[n=1]", "m"], ["a", "[n=3]"], ["a", "0", "m", "0"], ["b", "[n=2]"]] {
            #expect(value.ambiguity(at: pointer) == nil)
        }
    }

    @Test(
        "a change replaces, removes or makes the element",
        arguments: [
            (["[n=1]", "v"], 5, false, [["n": 1, "v": 5], ["n": 2]]),
            (["[n=1]"], 5, false, [5, ["n": 2]]),
            (["[n=2]"], nil, false, [["n": 1]]),
            (["[n=3]"], nil, false, nil),
            (["[n=3]", "v"], 5, false, nil),
            (["[n=3]", "v"], 5, true, [["n": 1], ["n": 2], ["n": 3, "v": 5]]),
            (["[n=3]", "n"], 5, true, nil),
            (["[n=3]"], 5, true, nil),
            (["[n=3]"], ["n": 3], true, [["n": 1], ["n": 2], ["n": 3]]),
            (["[n=3]"], ["n": "3"], true, [["n": 1], ["n": 2], ["n": "3"]]),
            (["[=5]"], 5, true, [["n": 1], ["n": 2], 5]),
            (["[n=3]", "[m=4]", "v"], 5, true, [["n": 1], ["n": 2], ["n": 3, "[m=4]": ["v": 5]]]),
        ] as [([String], PropertyList?, Bool, PropertyList?)]
    )
    func changing(pointer: [String], value: PropertyList?, creating: Bool, expected: PropertyList?) throws {
        let whole: PropertyList = [["n": 1], ["n": 2]]
        let changed = try PropertyList(changing: whole, at: pointer[...], to: value, creatingParents: creating)
        #expect(changed == expected)
    }

    @Test(
        "what is made before a selector is an array, and the entry has the type of the others, else that of its spelling",
        arguments: [
            (nil, ["[n=1]", "v"], [["n": 1, "v": true]]),
            (nil, ["[n=a]", "l", "[=true]"], [["n": "a", "l": [true]]]),
            (["x": 1], ["y", "[n=1]", "v"], ["x": 1, "y": [["n": 1, "v": true]]]),
            ([["n": "a"]], ["[n=1]", "v"], [["n": "a"], ["n": "1", "v": true]]),
            ([["n": .date(date)]], ["[n=2025-01-31T00:00:01Z]", "v"], nil),
        ] as [(PropertyList?, [String], PropertyList?)]
    )
    func making(whole: PropertyList?, pointer: [String], expected: PropertyList?) throws {
        let changed = try PropertyList(changing: whole, at: pointer[...], to: true, creatingParents: true)
        guard let expected else {
            return #expect(changed?[pointer: ["1", "n"]]?.kind == .date)
        }
        #expect(changed == expected)
    }

    @Test("elements are identified by the first usual entry that all have, each with another text")
    func identification() {
        func member(_ arrays: PropertyList...) -> String? {
            [PropertyList].identifyingMember(
                of: arrays.map { if case .array(let elements) = $0 { elements } else { [] } }
            )
        }
        #expect(member([["id": 1, "name": "a"], ["id": 2, "name": "a"]]) == "id")
        #expect(member([["id": 1, "name": "a"], ["id": "1", "name": "b"]]) == "name")
        #expect(member([["id": 1], ["id": 2]], [["id": 1], ["id": 1]]) == nil)
        #expect(member([["id": 1], "x"]) == nil)
        #expect(member([["key": [1]]]) == nil)
        let parts = PropertyList.array([["key": "a"], ["key": "b"]]).namedParts
        #expect(parts.map(\.token) == ["[key=a]", "[key=b]"])
        #expect(PropertyList.array(["a", "b"]).namedParts.isEmpty)
        #expect(PropertyList.array([[:]]).namedParts.isEmpty)
    }
}
