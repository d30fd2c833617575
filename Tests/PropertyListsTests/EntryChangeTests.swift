import Testing

@testable import PropertyLists

@Suite("The steps from one dictionary to another")
struct EntryChangeTests {
    @Test(
        "stand in the order of both",
        arguments: [
            ([:], [:], []),
            (["a": 1, "b": 2], ["a": 1, "b": 2], ["keep 0", "keep 1"]),
            (["a": 1, "b": 2], ["a": 1, "b": 3], ["keep 0", "replace 1 with 3"]),
            (["a": 1, "b": 2, "c": 3], ["b": 2], ["remove 0", "keep 1", "remove 2"]),
            (["a": 1, "b": 2], ["x": 0, "a": 1, "y": 0], ["insert x", "keep 0", "insert y", "remove 1"]),
            (["é": 1], ["e\u{301}": 1], ["rename 0 to e\u{301}"]),
            (["a": 1, "b": 2, "c": 3], ["a": 1, "x": 2, "c": 3], ["keep 0", "rename 1 to x", "keep 2"]),
            (["a": 1, "b": 2], ["x": 2, "a": 1], ["insert x", "keep 0", "remove 1"]),
            (["a": 1, "b": 1], ["x": 1, "b": 1], ["rename 0 to x", "keep 1"]),
            (["a": 1, "b": 1], ["a": 1, "x": 1, "y": 1], ["keep 0", "rename 1 to x", "insert y"]),
        ] as [(PropertyListDictionary, PropertyListDictionary, [String])]
    )
    func steps(old: PropertyListDictionary, new: PropertyListDictionary, steps: [String]) throws {
        #expect(try #require(new.changes(from: old)).map(spelled) == steps)
    }

    @Test(
        "are none where keys of both stand in another order",
        arguments: [
            (["a": 1, "b": 2], ["b": 2, "a": 1]), (["a": 1, "b": 2, "c": 3], ["c": 3, "x": 0, "b": 2]),
        ] as [(PropertyListDictionary, PropertyListDictionary)]
    )
    func otherOrder(old: PropertyListDictionary, new: PropertyListDictionary) {
        #expect(new.changes(from: old).map { $0.map(spelled) } == nil)
    }

    private func spelled(_ change: EntryChange) -> String {
        switch change {
        case .keep(let position): "keep \(position)"
        case .replaceValue(let position, .integer(let value)): "replace \(position) with \(value)"
        case .replaceValue(let position, _): "replace \(position)"
        case .rename(let position, let key): "rename \(position) to \(key)"
        case .remove(let position): "remove \(position)"
        case .insert(let entry): "insert \(entry.key)"
        }
    }
}
