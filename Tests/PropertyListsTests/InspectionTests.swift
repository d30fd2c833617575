import TestSupport
import Testing

@testable import PropertyLists

@Suite("What other programs misread in a document")
struct InspectionTests {
    @Test("is found in XML and binary documents as in their values", arguments: 0..<300)
    func agreement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = PropertyList.dictionary(RandomPropertyList().dictionary(using: &random))
        for format in [PropertyListFormat.xml, .binary] {
            guard let bytes = try? value.serialized(as: format) else { continue }
            let held = value.held(in: format)
            let expected = ValueInspector.findings(in: held).map { Place($0) }
            let found = try PropertyList.findings(in: bytes.span, as: format, isSuite: true)
                .filter { !isOfXMLAlone($0, in: held) }
            #expect(found.allSatisfy { $0.position != nil })
            let places = Set(found.map { Place($0) })
            // A binary document holds equal scalars once, and what is in it is found once.
            #expect(places.isSubset(of: expected), "seed \(seed), \(format)")
            #expect(Set(places.map(\.hazard)) == Set(expected.map(\.hazard)), "seed \(seed), \(format)")
            if format == .xml {
                #expect(places == Set(expected), "seed \(seed)")
                let offsets = found.map { $0.position?.offset ?? 0 }
                #expect(offsets.isSorted, "seed \(seed)")
            }
        }
    }

    /// Whether it is a spelling, and not a value: a character, or a dictionary that looks like a reference.
    private func isOfXMLAlone(_ finding: PropertyListFinding, in value: PropertyList) -> Bool {
        switch finding.hazard {
        case .controlCharacter: true
        case .reference: value[path: finding.path]?.kind == .dictionary
        default: false
        }
    }

    @Test("is no error in whatever document can be read", arguments: 0..<300)
    func totality(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = RandomXMLDocument(using: &random)
        let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &random))
        let texts = [Array(document.text.utf8), RandomBinaryDocument.bytes(holding: tree, using: &random)]
        for bytes in texts + texts.map({ $0.damaged(using: &random) }) {
            guard let (_, format) = try? PropertyList.parse(bytes.span) else { continue }
            #expect(throws: Never.self, "seed \(seed)") {
                try PropertyList.findings(in: bytes.span, as: format, isSuite: true)
            }
        }
    }

    @Test("keeps its line and column where many are found")
    func positions() throws {
        let lines = (1...2_000).map { "<key>\($0)é</key><real>-0.0</real>" }
        let document = Array("<dict>\n\(lines.joined(separator: "\n"))\n</dict>".utf8)
        let findings = try PropertyList.findings(in: document.span, as: .xml, isSuite: true)
        let places = findings.map { [$0.position?.line ?? 0, $0.position?.column ?? 0] }
        #expect(places == (1...2_000).map { [$0 + 1, 13 + String($0).utf8.count] })
    }
}

/// A finding without its place in the bytes.
private struct Place: Hashable {
    let hazard: PropertyListHazard
    let path: [ByteKey]

    init(_ finding: PropertyListFinding) {
        hazard = finding.hazard
        path = finding.path.map { ByteKey($0) }
    }
}

extension [Int] {
    fileprivate var isSorted: Bool {
        zip(self, dropFirst()).allSatisfy { $0 <= $1 }
    }
}
