import Testing

@testable import PropertyLists

@Suite("Reals in XML")
struct RealSpellingTests {
    @Test(
        "have a point, whatever the process's locale prints",
        arguments: [
            ("0.5", "0.5"), ("0,5", "0.5"), ("-1,5e-07", "-1.5e-07"), ("1\u{66B}5", "1.5"), ("12", "12"),
            ("1e+22", "1e+22"),
        ]
    )
    func decimalPoint(printed: String, spelled: String) {
        #expect(String(decoding: Array(printed.utf8).replacingDecimalPoint(), as: UTF8.self) == spelled)
    }

    @Test("a dictionary that would be read as a keyed archive's reference is refused, but at the root")
    func reference() throws {
        let reference: PropertyList = ["CF$UID": 5]
        #expect(throws: PropertyListError(.dictionaryReadsAsUID(key: "CF$UID"))) {
            try PropertyList.dictionary(["k": reference]).serialized(as: .xml)
        }
        let document = try reference.serialized(as: .xml)
        #expect(try PropertyList(parsing: document.span) == reference)
        let uid = try PropertyList.dictionary(["k": .uid(5)]).serialized(as: .xml)
        #expect(try PropertyList(parsing: uid.span) == ["k": .uid(5)])
    }
}
