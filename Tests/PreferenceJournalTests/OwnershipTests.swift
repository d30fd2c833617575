import PropertyLists
import TestSupport
import Testing

@testable import PreferenceJournal
@testable import PreferenceStore

@Suite("Owned settings")
struct OwnershipTests {
    private var ownership = Ownership()

    /// Applies a seed in which each pointer is a place of its own.
    private mutating func apply(
        _ seed: [[String]: PropertyList],
        for owner: String = "work",
        to contents: inout PropertyListDictionary,
        takingOver: Bool = false,
        secrets: [[String]] = []
    ) throws -> Ownership.Withdrawn {
        let pointers = seed.keys.sorted { $0.lexicographicallyPrecedes($1) }
        let withdrawn = try ownership.withdraw(owner, keeping: pointers, in: &contents, takingOver: takingOver)
        let before = contents
        for pointer in pointers {
            let root = PropertyList.dictionary(contents)
            let value = try PropertyList(changing: root, at: pointer[...], to: seed[pointer], creatingParents: true)
            guard case .dictionary(let changed)? = value else { continue }
            contents = changed
        }
        var transaction = TransactionContents(contents, format: .xml)
        ownership.record(owner, pointers, from: before, in: &transaction) { pointer, _ in secrets.contains(pointer) }
        contents = transaction.root
        return withdrawn
    }

    @Test("what is no longer in the seed gets its former value back, or is removed")
    mutating func withdrawal() throws {
        let first: PropertyListDictionary = ["a": 1, "b": 2]
        var contents = first
        _ = try apply([["a"]: 10, ["b"]: 2, ["c"]: 3], to: &contents)
        #expect(contents == ["a": 10, "b": 2, "c": 3])
        // The value before the first set counts, not the one before the last.
        _ = try apply([["a"]: 20, ["b"]: 2], to: &contents)
        #expect(contents == ["a": 20, "b": 2])
        let withdrawn = try apply([:], to: &contents)
        #expect(contents == first)
        #expect(withdrawn.released.isEmpty && ownership.isEmpty)
    }

    @Test("a value that equals its former one again has the order of its dictionary again")
    mutating func order() throws {
        func keys(_ contents: PropertyListDictionary) -> [String] {
            guard case .dictionary(let dictionary)? = contents["a"] else { return [] }
            return dictionary.map(\.key)
        }
        var contents: PropertyListDictionary = ["a": ["r": 1, "p": 2]]
        _ = try apply([["a"]: ["p": 2]], to: &contents)
        _ = try apply([["a"]: ["p": 2, "r": 1]], to: &contents)
        #expect(keys(contents) == ["r", "p"])
        _ = try apply([:], to: &contents)
        #expect(keys(contents) == ["r", "p"])
    }

    @Test("what has changed since stays, and types count")
    mutating func changedSince() throws {
        var contents: PropertyListDictionary = ["a": 1]
        _ = try apply([["a"]: 2, ["b"]: 1], to: &contents)
        contents["a"] = 2.0
        contents["b"] = true
        let again = try apply([["a"]: 2], to: &contents)
        #expect(again.changedSince == [["a"]])
        #expect(again.released == [["b"]])
        #expect(contents == ["a": 2, "b": true])
        #expect(ownership.owners == ["work"] && ownership["work"].map(\.pointer) == [["a"]])
        _ = try apply([:], to: &contents)
        #expect(contents == ["a": 1, "b": true])
    }

    @Test(
        "a value of another owner is a conflict, as is one that contains it or lies in it",
        arguments: [[["w", "x"]], [["w"]], [["w", "x", "y"]]]
    )
    mutating func conflicts(pointers: [[String]]) throws {
        let first: PropertyListDictionary = ["w": ["x": ["y": 1]]]
        var contents = first
        _ = try apply([["w", "x"]: ["y": 2]], for: "other", to: &contents)
        let (before, owned) = (contents, ownership)
        #expect(throws: Ownership.Conflict.self) {
            _ = try ownership.withdraw("work", keeping: pointers, in: &contents)
        }
        #expect(contents == before && ownership == owned)
        // What was there before either is what comes back.
        _ = try apply([pointers[0]: ["z": 5]], to: &contents, takingOver: true)
        #expect(ownership["other"].isEmpty)
        _ = try apply([:], to: &contents)
        #expect(contents == first)
    }

    @Test("dictionaries that were made go with the last setting in them, in any order", arguments: [0, 1])
    mutating func parents(order: Int) throws {
        var contents: PropertyListDictionary = [:]
        _ = try apply([["a", "b", "c"]: 1], for: "one", to: &contents)
        _ = try apply([["a", "b", "d"]: 2, ["a", "e", "f"]: 3], for: "two", to: &contents)
        #expect(contents == ["a": ["b": ["c": 1, "d": 2], "e": ["f": 3]]])
        for owner in order == 0 ? ["one", "two"] : ["two", "one"] { _ = try apply([:], for: owner, to: &contents) }
        #expect(contents == [:])
        contents = ["a": [:]]
        _ = try apply([["a", "b"]: 1], to: &contents)
        _ = try apply([:], to: &contents)
        #expect(contents == ["a": [:]])
    }

    @Test("canonically equivalent keys are two if their bytes differ")
    mutating func bytesOfKeys() throws {
        let settings = ["\u{E9}", "e\u{301}"].map {
            OwnedSetting(pointer: [$0], value: .value(1), former: nil, parentCount: 0)
        }
        ownership.change(from: Ownership(), to: Ownership(["work": settings]))
        #expect(ownership["work"].map(\.pointer[0].utf8.count) == [2, 3])
        ownership.change(from: Ownership(["work": settings]), to: Ownership(["work": [settings[0]]]))
        #expect(ownership["work"].map(\.pointer[0].utf8.count) == [2])
    }

    @Test("of a secret only a digest is kept, so that its former value does not come back")
    mutating func secrets() throws {
        var contents: PropertyListDictionary = ["token": "old"]
        _ = try apply([["token"]: "new", ["key"]: "k"], to: &contents, secrets: [["token"], ["key"]])
        let text = try PropertyListValueEncoder().encode(ownership).json(.typed)
        #expect(!text.contains("old") && !text.contains("new"))
        let withdrawn = try apply([:], to: &contents)
        #expect(withdrawn.irretrievable == [["token"]])
        #expect(contents == ["token": "new"])
    }
}
