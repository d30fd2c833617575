import PreferenceCore
import PropertyLists
import Testing

@Suite("Stored forms of sets, ranges, characters and durations")
struct SetAndRangeFormTests {
    @Test(
        "a set reads an array with repeated elements, but not with two spellings of one element",
        arguments: [
            FormCase([], []), FormCase(["a"], ["a"]), FormCase(["b", "a", "b"], ["a", "b"]), FormCase(["a", 1], nil),
            FormCase(["caf\u{E9}", "cafe\u{301}"], nil), FormCase("a", nil), FormCase(["a": "b"], nil),
        ] as [FormCase<Set<String>>]
    )
    func set(row: FormCase<Set<String>>) {
        row.check()
    }

    @Test("a set is stored in a fixed order, so equal sets have equal stored forms")
    func setOrder() {
        #expect(
            Set((0..<100).reversed()).propertyList == .array((0..<100).map { PropertyList.integer(.init(Int64($0))) })
        )
        #expect(Set(["b", "", "é", "a", "B"]).propertyList == ["", "B", "a", "b", "é"])
        #expect(Set([1.5, -.infinity, -0.0, .nan, -2]).propertyList.isSorted(as: [-.infinity, -2, -0.0, 1.5, .nan]))
        #expect(Set([true, false]).propertyList == [false, true])
        #expect(Set([[2, 1], [1], [1, 2], []]).propertyList == [[], [1], [1, 2], [2, 1]])
        #expect(Set([["b": 1], ["a": 2], ["a": 1, "b": 0]]).propertyList == [["a": 1, "b": 0], ["a": 2], ["b": 1]])
        #expect(Set<[UInt8]>([[2], [1, 1], []]).propertyList == [.data([]), .data([1, 1]), .data([2])])
        #expect(Set<UInt8>([3, 1, 2]).propertyList == [1, 2, 3])
        let mixed: Set<PropertyList> = [.uid(2), .uid(1), [1], 1, "1", true]
        #expect(mixed.propertyList == ["1", 1, true, [1], .uid(1), .uid(2)])
    }

    @Test(
        "a range is stored as an array of its bounds, and reversed bounds do not decode",
        arguments: [
            FormCase([1, 5], 1..<5), FormCase([5, 5], 5..<5), FormCase([1.0, 2], 1..<2), FormCase([5, 1], nil),
            FormCase([1], nil), FormCase([1, 2, 3], nil), FormCase([1, "2"], nil), FormCase([], nil),
            FormCase(["lowerBound": 1, "upperBound": 5], nil), FormCase("1..<5", nil),
        ] as [FormCase<Range<Int>>]
    )
    func range(row: FormCase<Range<Int>>) {
        row.check()
    }

    @Test(
        "a closed range is stored as an array of its bounds, and not-a-number does not decode as a bound",
        arguments: [
            FormCase([0.5, 0.5], 0.5...0.5), FormCase([-1, .real(.infinity)], -1 ... .infinity),
            FormCase([1, 0.5], nil), FormCase([.real(.nan), 1], nil), FormCase([1, .real(.nan)], nil),
        ] as [FormCase<ClosedRange<Double>>]
    )
    func closedRange(row: FormCase<ClosedRange<Double>>) {
        row.check()
    }

    @Test("a range of bytes is stored as an array, not as data")
    func rangeOfBytes() {
        #expect((UInt8(1)...2).propertyList == [1, 2])
        #expect(ClosedRange<UInt8>(propertyList: [1, 2]) == 1...2)
    }

    @Test(
        "a character is stored as a string of one character",
        arguments: [
            FormCase("a", "a"), FormCase("e\u{301}", "e\u{301}"), FormCase("👩‍👩‍👧", "👩‍👩‍👧"),
            FormCase("\r\n", "\r\n"), FormCase("", nil), FormCase("ab", nil), FormCase(1, nil),
        ] as [FormCase<Character>]
    )
    func character(row: FormCase<Character>) {
        row.check()
    }

    @Test(
        "a duration is stored as its seconds and attoseconds",
        arguments: [
            FormCase(["seconds": 0, "attoseconds": 0], .zero),
            FormCase(["seconds": 90, "attoseconds": 0], .seconds(90)),
            FormCase(["seconds": 1, "attoseconds": 500_000_000_000_000_000], .milliseconds(1_500)),
            FormCase(["seconds": -1, "attoseconds": -500_000_000_000_000_000], .milliseconds(-1_500)),
            FormCase(["seconds": 0, "attoseconds": 1], Duration(secondsComponent: 0, attosecondsComponent: 1)),
            FormCase(["seconds": .integer(.max), "attoseconds": 0], .seconds(Int64.max) * 2 + .seconds(1)),
            FormCase(["seconds": .integer(.min), "attoseconds": 0], .seconds(Int64.min)),
            FormCase(["seconds": .real(1e30), "attoseconds": 0], nil),
            FormCase(["seconds": 1.5, "attoseconds": 0], nil), FormCase(["seconds": 1], nil),
            FormCase(["attoseconds": 1], nil), FormCase(1, nil), FormCase("1 s", nil), FormCase([1, 0], nil),
        ] as [FormCase<Duration>]
    )
    func duration(row: FormCase<Duration>) {
        row.check()
    }

    @Test(
        "a dictionary's keys are stored as text, and one invalid key makes the dictionary a wrong type",
        arguments: [
            FormCase(["1": "a", "-2": "b"], [1: "a", -2: "b"]), FormCase(["01": "a"], [1: "a"]),
            FormCase(["1": "a", "01": "b"], nil), FormCase(["x": "a"], nil), FormCase(["": "a"], nil),
            FormCase(["128": "a"], nil), FormCase([:], [:]),
        ] as [FormCase<[Int8: String]>]
    )
    func keys(row: FormCase<[Int8: String]>) {
        row.check()
    }

    @Test("a dictionary is stored in the byte order of its keys' text, whatever their type")
    func keyOrder() {
        guard case .dictionary(let form) = [10: true, 9: true, -1: true].propertyList else {
            Issue.record("a dictionary is no dictionary")
            return
        }
        #expect(form.keys == ["-1", "10", "9"])
        #expect([0.5: 1, -.infinity: 2].propertyList == ["0.5": 1, "-inf": 2])
        #expect([true: [1...2]].propertyList == ["true": [[1, 2]]])
        #expect([Character("x"): Set([1])].propertyList == ["x": [1]])
    }
}

extension PropertyList {
    /// Returns whether this is an array of these reals in this order, bit for bit.
    fileprivate func isSorted(as reals: [Double]) -> Bool {
        self == .array(reals.map(PropertyList.real))
    }
}
