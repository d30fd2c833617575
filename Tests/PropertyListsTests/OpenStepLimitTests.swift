import TestSupport
import Testing

@testable import PropertyLists

@Suite("OpenStep text at its limits")
struct OpenStepLimitTests {
    @Test("containers nest up to the limit, without recursion", arguments: [("(", ")"), ("{a=", ";}")])
    func depth(open: String, close: String) throws {
        let document = { (depth: Int) in
            Array((String(repeating: open, count: depth) + "b" + String(repeating: close, count: depth)).utf8)
        }
        _ = try PropertyList(parsing: document(512).span, as: .openStep)
        for depth in [513, 100_000] {
            let bytes = document(depth)
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span, as: .openStep) }
            #expect(found?.problem == .tooDeep(limit: 512))
            #expect(found?.position?.offset == 512 * open.utf8.count)
        }
    }

    @Test("whatever the bytes, the outcome is a value or an error")
    func mutations() throws {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(isPortable: true, hasReferences: false)
        for _ in 0..<200 {
            let dictionary = random.dictionary(using: &generator)
            let bytes = try PropertyList.dictionary(dictionary).serialized(as: .openStep)
            for _ in 0..<40 {
                let damaged = bytes.damaged(using: &generator)
                _ = PropertyListFormat(detecting: damaged.span)
                if let value = try? PropertyList(parsing: damaged.span, as: .openStep) {
                    let written = try value.serialized(as: .openStep)
                    #expect(try PropertyList(parsing: written.span, as: .openStep) == value)
                }
            }
        }
    }

    @Test("a document that is cut is an error wherever it is cut")
    func cuts() throws {
        let bytes = Array("{ a = \"b\\U00e9\"; /* c */ d = (<0102>, <*I5>, 'x'); }".utf8)
        for length in 1..<bytes.count {
            let cut = Array(bytes.prefix(length))
            let found = error { () throws(PropertyListError) in try PropertyList(parsing: cut.span) }
            #expect(found != nil, "\(length) bytes")
        }
    }
}
