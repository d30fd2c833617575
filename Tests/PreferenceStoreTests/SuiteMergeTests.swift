import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Two changes that meet")
struct SuiteMergeTests {
    private let base: PropertyListDictionary = ["a": 1, "b": 1, "c": 1]

    @Test("are both made where they are about different keys")
    func different() {
        let ours: PropertyListDictionary = ["a": 2, "b": 1, "new": 2]
        let theirs: PropertyListDictionary = ["a": 1, "b": 3, "c": 1, "other": 3]
        #expect(merge(theirs, ours) == ["a": 2, "b": 3, "new": 2, "other": 3])
    }

    @Test("are ours where they are about the same key")
    func same() {
        #expect(merge(["a": 3], ["a": 2, "b": 1]) == ["a": 2])
        #expect(merge(["a": 3, "b": 1, "c": 3], ["a": 1, "b": 1]) == ["a": 3, "b": 1])
    }

    @Test("leave what an earlier merge brought, unless it is newer")
    func earlier() {
        let own = KeyChanges(from: base, to: ["a": 2, "b": 1, "c": 1])
        // Our file, with the foreign change of b and c merged, over one where c has been changed again.
        let merged: PropertyListDictionary = ["a": 2, "b": 3, "c": 3]
        let theirs: PropertyListDictionary = ["a": 2, "b": 1, "c": 4]
        let result = theirs.merging(merged, since: ["a": 2, "b": 1, "c": 1], insistingOn: own)
        #expect(result == ["a": 2, "b": 3, "c": 4])
    }

    @Test(
        "keep UserDefaults' order of keys: that of UTF-16",
        arguments: [
            ("a", "b"), ("B", "a"), ("a", "ab"), ("", "a"), ("z", "é"), ("é", "\u{e000}"), ("\u{1F600}", "\u{FB01}"),
            ("\u{FB01}", "\u{FFFD}"), ("\u{1F600}", "\u{1F601}"), ("\u{D7FF}", "\u{E000}"), ("\u{D7FF}", "\u{10FFFF}"),
            ("\u{10FFFF}", "\u{E000}"), ("a\u{1F600}b", "a\u{1F600}c"),
        ]
    )
    func order(first: String, second: String) {
        #expect(first.utf16.lexicographicallyPrecedes(second.utf16))
        #expect(first.precedesInUserDefaultsOrder(second))
        #expect(!second.precedesInUserDefaultsOrder(first))
        #expect(!first.precedesInUserDefaultsOrder(first))
    }

    private func merge(_ theirs: PropertyListDictionary, _ ours: PropertyListDictionary) -> PropertyListDictionary {
        theirs.merging(ours, since: base, insistingOn: KeyChanges(from: base, to: ours))
    }
}
