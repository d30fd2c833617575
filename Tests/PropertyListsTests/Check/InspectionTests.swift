import TestSupport
import Testing

@testable import PropertyLists

@Suite("Values that other programs misread", .mayWait)
struct InspectionTests {
    @Test("a document that this package writes has the findings that its value has in the format", arguments: 0..<300)
    func agreement(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = PropertyList.dictionary(RandomPropertyList().dictionary(using: &random))
        for format in PropertyListFormat.allCases {
            guard let bytes = try? value.serialized(as: format) else { continue }
            let stored = value.stored(in: format)
            let expected = ValueInspector.findings(in: stored, writtenAs: format).map { Place($0) }
            let found = try PropertyListInspection(of: bytes.span, as: format, isSuite: true).findings
                .filter { $0.hazard != .format(format) && !isReferenceInXML($0, in: stored) }
            let places = Set(found.map { Place($0) })
            #expect(Set(places.map(\.hazard)) == Set(expected.map(\.hazard)), "seed \(seed), \(format)")
            switch format {
            case .xml, .json:
                #expect(places == Set(expected), "seed \(seed)")
                let offsets = found.map { $0.position?.offset ?? 0 }
                #expect(format == .json || offsets.isSorted, "seed \(seed)")
            // A binary document stores equal scalars once, and a finding in them is reported once.
            case .binary: #expect(places.isSubset(of: expected), "seed \(seed), \(format)")
            // A reader of OpenStep text does not know where a value is.
            case .openStep: continue
            }
            #expect(found.allSatisfy { $0.position != nil })
        }
    }

    /// Returns whether a finding is about a dictionary that looks like a reference in XML.
    private func isReferenceInXML(_ finding: PropertyListFinding, in value: PropertyList) -> Bool {
        finding.hazard == .reference && value[pointer: finding.pointer]?.kind == .dictionary
    }

    @Test("every document that can be read can be inspected", arguments: 0..<300)
    func totality(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = RandomXMLDocument(using: &random)
        let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &random))
        let texts = [Array(document.text.utf8), RandomBinaryDocument.bytes(of: tree, using: &random)]
        for bytes in texts + texts.map({ $0.damaged(using: &random) }) {
            guard let (_, format) = try? PropertyList.parse(bytes.span) else { continue }
            #expect(throws: Never.self, "seed \(seed)") {
                try PropertyListInspection(of: bytes.span, as: format, isSuite: true).findings
            }
        }
    }

    @Test("each oddity of OpenStep text is found once, those of GNUstep only in a suite")
    func openStep() throws {
        let document = Array("{a@ = b; c;\n'\\u00e9' = '\\U1'; d; e@ = '\\U1';\n f = (<*I5>, </**/>) }".utf8)
        func findings(isSuite: Bool) throws -> [String] {
            try PropertyListInspection(of: document.span, as: .openStep, isSuite: isSuite).findings.map { finding in
                "\(finding.position?.line ?? 0):\(finding.position?.column ?? 0) \(finding.hazard)"
            }
        }
        let known: [(String, PropertyListHazard)] = [
            ("1:10", .keyWithoutValue), ("2:2", .lowercaseEscape),
            ("2:13", .malformedEscape("\\U1", readAs: 1)),
        ]
        let gnustep: [(String, PropertyListHazard)] = [
            ("3:7", .gnustepValue), ("3:15", .separatorInData), ("3:22", .missingSemicolon),
        ]
        let lines = { (found: [(String, PropertyListHazard)]) in found.map { "\($0) \($1)" } }
        #expect(try findings(isSuite: false) == lines(known))
        #expect(try findings(isSuite: true) == lines([("1:3", .unquoted("@"))] + known + gnustep))
    }

    @Test("a key that is marked as ASCII but contains other bytes is found at its object")
    func latin1Key() throws {
        let document = BinaryDocument([0xD1, 1, 2], [0x51, 0xE9], [0xA1, 3], [0xD1, 1, 1]).bytes
        let findings = try PropertyListInspection(of: document.span, isSuite: true).findings
        #expect(
            findings == [
                PropertyListFinding(hazard: .notASCII, position: SourcePosition(offset: 11), pointer: ["é"])
            ]
        )
    }

    @Test(
        "a byte order mark is found where Foundation does not read it: at the start of a string or a key",
        arguments: [
            ("\u{FEFF}a", true), ("\u{FEFF}", true), ("&#xFEFF;a", true), ("<![CDATA[\u{FEFF}]]>a", true),
            ("\u{FEFF}\u{FEFF}é&amp;", true), ("a\u{FEFF}", false), (" \u{FEFF}a", false), ("&amp;\u{FEFF}", false),
            ("a<![CDATA[\u{FEFF}]]>", false),
        ]
    )
    func byteOrderMarks(text: String, isFound: Bool) throws {
        let document = Array("<plist><dict><key>\(text)</key><string>\(text)</string></dict></plist>".utf8)
        let inspection = try PropertyListInspection(of: document.span, isSuite: true)
        #expect(inspection.findings.map(\.hazard) == (isFound ? [.byteOrderMark, .byteOrderMark] : []))
        #expect(inspection.findings.allSatisfy { $0.pointer.count == 1 })
        guard case .dictionary(let dictionary) = inspection.value else { return }
        let scalars = dictionary[0].key.unicodeScalars.dropFirst(isFound ? 1 : 0)
        let content = String(String.UnicodeScalarView(scalars))
        let expected = PropertyList.dictionary([content: .string(content)])
        #expect(try FoundationPropertyLists.answers(to: [document])[0].text == expected.canonicalText)
    }

    @Test("each of many findings has its line and column")
    func positions() throws {
        let lines = (1...2_000).map { "<key>\($0)é</key><real>-0.0</real>" }
        let document = Array("<dict>\n\(lines.joined(separator: "\n"))\n</dict>".utf8)
        let findings = try PropertyListInspection(of: document.span, as: .xml, isSuite: true).findings
        let places = findings.map { [$0.position?.line ?? 0, $0.position?.column ?? 0] }
        #expect(places == (1...2_000).map { [$0 + 1, 13 + String($0).utf8.count] })
    }
}

/// A finding without its position in the bytes.
private struct Place: Hashable {
    let hazard: PropertyListHazard
    let path: [ByteKey]

    init(_ finding: PropertyListFinding) {
        hazard = finding.hazard
        path = finding.pointer.map { ByteKey($0) }
    }
}

extension [Int] {
    fileprivate var isSorted: Bool {
        zip(self, dropFirst()).allSatisfy { $0 <= $1 }
    }
}

@Suite("Positions of values in a document")
struct PathPositionTests {
    @Test("the position of each path is found, in any order of paths")
    func places() throws {
        let xml = """
            <plist><dict>
            <key>a</key> <array><integer>1</integer>
              <dict><key>é&amp;</key><string>ü</string></dict></array>
            <key>b</key><true/>
            </dict></plist>
            """
        let json = """
            {"a": [1,
              {"é\\u0026": "ü"}],
             "b": true}
            """
        let paths = [
            ["b"], ["a", "1", "é&"], [], ["a", "0"], ["a", "2"], ["a", "1"], ["b", "c"], ["nope"], ["b"], ["a", "00"],
        ]
        func places(_ text: String, _ format: PropertyListFormat) throws -> [String] {
            let bytes = Array(text.utf8)
            return try positions(of: paths, in: bytes, as: format).map { position in
                position.map { "\($0.line ?? 0):\($0.column ?? 0)" } ?? "-"
            }
        }
        #expect(try places(xml, .xml) == ["4:13", "3:26", "1:8", "2:21", "-", "3:3", "-", "-", "4:13", "-"])
        #expect(try places(json, .json) == ["3:7", "2:15", "1:1", "1:8", "-", "2:3", "-", "-", "3:7", "-"])
        #expect(try places("{a = (1); b = 2;}", .openStep) == paths.map { _ in "-" })
        let bytes = Array(json.utf8)
        #expect(try positions(of: [], in: bytes, as: .json).isEmpty)
    }

    @Test("a position is the start of the value, in all formats with positions", arguments: 0..<200)
    func values(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = PropertyList.dictionary(RandomPropertyList(hasReferences: false).dictionary(using: &random))
        let paths = Self.paths(in: value)
        for format in [PropertyListFormat.xml, .binary, .json] {
            guard let bytes = try? value.serialized(as: format) else { continue }
            let positions = try positions(of: paths, in: bytes, as: format)
            for (path, position) in zip(paths, positions) {
                let offset = try #require(position?.offset, "seed \(seed), \(format), \(path)")
                let kind = try #require(value.stored(in: format)[pointer: path]?.kind)
                #expect(Self.canStart(kind, bytes[offset], format), "seed \(seed), \(format), \(path)")
            }
            // Values that follow each other in the tree do so in a text.
            if format != .binary {
                let offsets = positions.map { $0?.offset ?? 0 }
                #expect(offsets.isAscending, "seed \(seed), \(format)")
            }
        }
    }

    private func positions(
        of paths: [[String]],
        in bytes: [UInt8],
        as format: PropertyListFormat
    ) throws(PropertyListError) -> [SourcePosition?] {
        try PropertyListInspection(of: bytes.span, as: format, isSuite: false).positions(of: paths, in: bytes.span)
    }

    /// Returns the paths of all values, in the order of the document.
    private static func paths(in value: PropertyList, at path: [String] = []) -> [[String]] {
        switch value {
        case .dictionary(let dictionary): [path] + dictionary.flatMap { paths(in: $0.value, at: path + [$0.key]) }
        case .array(let elements):
            [path] + elements.enumerated().flatMap { paths(in: $1, at: path + [String($0)]) }
        default: [path]
        }
    }

    /// Returns whether a value of a type can start with a byte.
    private static func canStart(_ kind: PropertyListKind, _ byte: UInt8, _ format: PropertyListFormat) -> Bool {
        switch (format, kind) {
        case (.xml, _): byte == UInt8(ascii: "<")
        case (.binary, .dictionary): byte & 0xF0 == 0xD0
        case (.binary, .array): byte & 0xF0 == 0xA0
        case (.binary, .string): byte & 0xF0 == 0x50 || byte & 0xF0 == 0x60
        case (.binary, .boolean): byte == 0x08 || byte == 0x09
        case (.binary, .integer): byte & 0xF0 == 0x10
        case (.binary, .data): byte & 0xF0 == 0x40
        case (.binary, .date): byte == 0x33
        case (.binary, _): true
        case (_, .array): byte == UInt8(ascii: "[")
        case (_, .string): byte == UInt8(ascii: "\"")
        case (_, .dictionary), (_, .date), (_, .data): byte == UInt8(ascii: "{")
        default: byte != UInt8(ascii: "{") || kind == .real
        }
    }

    @Test("a position is found in a dictionary that typed JSON wraps")
    func forms() throws {
        let bytes = Array(#"{"a": {"$dict": {"$date": {"$dict": {"$dict": 1}}}}}"#.utf8)
        let paths = [["a"], ["a", "$date"], ["a", "$date", "$dict"]]
        let value = try PropertyList(parsingJSON: bytes.span)
        #expect(paths.allSatisfy { value[pointer: $0] != nil })
        let positions = try positions(of: paths, in: bytes, as: .json)
        let columns = positions.map { $0?.column ?? 0 }
        #expect(columns == [7, 27, 47])
    }

    @Test("any number of paths takes one pass", .timeLimit(.minutes(10)))
    func size() throws {
        let count = 20_000
        var value = PropertyListDictionary()
        for number in 0..<count {
            value["k\(number)"] = .array([.integer(PropertyListInteger(Int64(number)))])
        }
        let paths = (0..<count).reversed().map { ["k\($0)", "0"] }
        for format in [PropertyListFormat.xml, .binary, .json] {
            let bytes = try PropertyList.dictionary(value).serialized(as: format)
            let positions = try positions(of: paths, in: bytes, as: format)
            #expect(positions.allSatisfy { $0 != nil })
        }
    }

    @Test("every document that can be read can be searched for positions", arguments: 0..<200)
    func totality(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tree = PropertyList.dictionary(RandomPropertyList().dictionary(using: &random))
        let texts = [RandomBinaryDocument.bytes(of: tree, using: &random), Array(try tree.json(.typed).utf8)]
        for bytes in texts + texts.map({ $0.damaged(using: &random) }) {
            guard let (value, format) = try? PropertyList.parse(bytes.span) else { continue }
            let paths = Array(Self.paths(in: value).prefix(1_000))
            #expect(throws: Never.self, "seed \(seed)") {
                let positions = try positions(of: paths, in: bytes, as: format)
                #expect(format == .openStep || positions.allSatisfy { $0 != nil }, "seed \(seed)")
            }
        }
    }
}

extension [Int] {
    fileprivate var isAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
