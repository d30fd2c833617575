import PropertyLists
import Testing

@Suite("Descriptions of property lists")
struct DescriptionTests {
    @Test(
        "a value describes itself on one line",
        arguments: [
            ("a \"b\"\n", #""a \"b\"\n""#), (3, "3"), (0.5, "0.5"), (1.0, "1.0"), (true, "true"), ([], "[]"),
            ([:], "[:]"), ([1, ["a"]], #"[1, ["a"]]"#), (["b": 1, "a": [2.5]], #"["b": 1, "a": [2.5]]"#),
            (.uid(3), "uid(3)"), (.data([]), "<>"), (.data([1, 255]), "<01 ff>"),
            (.data([UInt8](repeating: 0, count: 33)), "<\(repeatElement("00 ", count: 32).joined())... 33 bytes>"),
            (.date(PropertyListDate(secondsSinceReferenceDate: 0.5)), "2001-01-01T00:00:00.5Z"),
            (.date(PropertyListDate(secondsSinceReferenceDate: .infinity)), "inf s"),
        ] as [(PropertyList, String)]
    )
    func values(value: PropertyList, text: String) {
        #expect(value.description == text)
    }
}
