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

    @Test(
        "an encoding other than UTF-8 that the declaration names is refused",
        arguments: [
            ("UTF-8", nil), ("utf-8", nil), ("US-ASCII", nil), ("ISO-8859-1", "ISO-8859-1"), ("UTF-16", "UTF-16"),
        ] as [(String, String?)]
    )
    func declaredEncoding(name: String, refused: String?) {
        let document = Array("<?xml version='1.0' encoding='\(name)'?><plist><dict/></plist>".utf8)
        let problem = refused.map { PropertyListProblem.unsupportedEncoding($0) }
        do throws(PropertyListError) {
            _ = try PropertyList(parsing: document.span)
            #expect(problem == nil)
        } catch {
            #expect(error.problem == problem)
        }
    }
}
