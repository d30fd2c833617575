import PreferenceCore
import PropertyLists
import Testing

@Suite("Stored forms of collections")
struct CollectionFormTests {
    @Test(
        "an array is stored as an array of its elements, and one unreadable element makes it a wrong type",
        arguments: [
            FormCase([], []), FormCase([1, 2], [1, 2]), FormCase([1.0, 2], [1, 2]), FormCase([1, "2"], nil),
            FormCase([1, 2.5], nil), FormCase([true], nil), FormCase([[1]], nil), FormCase(1, nil),
            FormCase([:], nil), FormCase(.data([1, 2]), nil),
        ] as [FormCase<[Int]>]
    )
    func array(row: FormCase<[Int]>) {
        row.check()
    }

    @Test(
        "bytes are stored as data, and an array of integers does not read as bytes",
        arguments: [
            FormCase(.data([]), []), FormCase(.data([0, 255]), [0, 255]), FormCase([], nil), FormCase([1], nil),
            FormCase("AQI=", nil),
        ] as [FormCase<[UInt8]>]
    )
    func bytes(row: FormCase<[UInt8]>) {
        row.check()
    }

    @Test(
        "a dictionary is stored as a dictionary of its values, and one unreadable value makes it a wrong type",
        arguments: [
            FormCase([:], [:]), FormCase(["a": 1, "b": 2.0], ["a": 1, "b": 2]), FormCase(["": 1], ["": 1]),
            FormCase(["a": 1, "b": "2"], nil), FormCase(["caf\u{E9}": 1, "cafe\u{301}": 2], nil), FormCase([], nil),
        ] as [FormCase<[String: Int]>]
    )
    func dictionary(row: FormCase<[String: Int]>) {
        row.check()
    }

    @Test("a dictionary is stored in the byte order of its keys, so equal values have equal stored forms")
    func order() {
        let keys = ["b", "", "a", "B", "é", "z", "\u{1F600}", "\u{FB01}", "10", "9"]
        let dictionary = Dictionary(uniqueKeysWithValues: keys.map { ($0, true) })
        guard case .dictionary(let form) = dictionary.propertyList else {
            Issue.record("a dictionary is no dictionary")
            return
        }
        #expect(form.keys == ["", "10", "9", "B", "a", "b", "z", "é", "\u{FB01}", "\u{1F600}"])
        #expect([String: Bool](propertyList: dictionary.propertyList) == dictionary)
    }

    @Test("collections nest, and bytes inside them are stored as data")
    func nested() {
        let value: [String: [[UInt8]]] = ["a": [[1], []], "b": []]
        let form: PropertyList = ["a": [.data([1]), .data([])], "b": []]
        #expect(value.propertyList == form)
        #expect([String: [[UInt8]]](propertyList: form) == value)
        #expect([String: [[UInt8]]](propertyList: ["a": [[1]]]) == nil)
        let deep: [[[String: [Double]]]] = [[["x": [0.5, -1]]], []]
        #expect([[[String: [Double]]]](propertyList: deep.propertyList) == deep)
        #expect([[[String: [Double]]]](propertyList: [[["x": [0.5, "no"]]], []]) == nil)
    }

    @Test("untyped collections accept any value, and an untyped dictionary keeps the order of the file")
    func untyped() {
        let form: PropertyList = ["b": .uid(1), "a": [true, 1, "x"]]
        let dictionary = PropertyListDictionary(propertyList: form)
        #expect(dictionary?.keys == ["b", "a"])
        #expect(dictionary?.propertyList == form)
        #expect([String: PropertyList](propertyList: form) == ["b": .uid(1), "a": [true, 1, "x"]])
        #expect([PropertyList](propertyList: [true, 1, "x"]) == [true, 1, "x"])
    }
}
