import TestSupport
import Testing

@testable import PropertyLists

@Suite("Beside Python's plistlib", .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH"))
struct PythonOracleTests {
    @Test("plistlib reads the same from our binary documents, and we read the same from its own")
    func binary() throws {
        let values = randomValues(count: 400)
        let documents = try values.map { value in try BinaryWriter.document(value) }
        let rewritten = try PythonPlistlib.rewritten(documents, as: .binary)
        try expectSame(rewritten, values)
    }

    @Test("Python's json and plistlib read the same from our typed JSON")
    func json() throws {
        let values = randomValues(count: 400)
        let texts = try values.map { value in Array(try value.json(.typed).utf8) }
        let rewritten = try PythonPlistlib.rewritten(texts, as: .json)
        try expectSame(rewritten, values)
    }

    private func randomValues(count: Int) -> [PropertyList] {
        var generator = SeededGenerator.printingSeed()
        let random = RandomPropertyList(isPortable: true)
        return (0..<count).map { _ in .dictionary(random.dictionary(using: &generator)) }
    }

    private func expectSame(_ documents: [[UInt8]?], _ values: [PropertyList]) throws {
        try #require(documents.count == values.count)
        for (document, value) in zip(documents, values) {
            #expect(try PropertyList(binary: #require(document)) == value)
        }
    }
}
