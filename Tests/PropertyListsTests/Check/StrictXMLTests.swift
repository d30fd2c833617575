import TestSupport
import Testing

@testable import PropertyLists

@Suite(
    "What strict XML parsers refuse or read otherwise",
    .mayWait,
    .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH")
)
struct StrictXMLTests {
    @Test(
        "what CoreFoundation skips and XML does not allow is found, at its place",
        arguments: [
            ("<plist>\n<!-- a -- b --><true/></plist>", "-- in a comment", 2, 1),
            ("<plist><!-- a ---><true/></plist>", "-- in a comment", 1, 8),
            (" <?xml version='1.0'?><plist><true/></plist>", "XML declaration after the start", 1, 2),
            ("<!-- a --><?xml version='1.0'?><plist><true/></plist>", "XML declaration after the start", 1, 11),
            ("<?xml encoding='UTF-8'?><plist><true/></plist>", "malformed XML declaration", 1, 1),
            ("<?xml version='1.0' version='1.0'?><plist><true/></plist>", "malformed XML declaration", 1, 1),
            ("<?xml version=1.0?><plist><true/></plist>", "malformed XML declaration", 1, 1),
            ("<plist><?  a?><true/></plist>", "processing instruction without a name", 1, 8),
            ("<plist><?a<b?><true/></plist>", "malformed processing instruction", 1, 8),
            ("<!DOCTYPE a><!DOCTYPE a><plist><true/></plist>", "misplaced document type", 1, 13),
            ("<plist><true/></plist><!DOCTYPE a>", "misplaced document type", 1, 23),
            ("<!DOCTYPE><plist><true/></plist>", "malformed document type", 1, 1),
            ("<!DOCTYPE a PUBLIC 'b'><plist><true/></plist>", "malformed document type", 1, 1),
            ("<!DOCTYPE a SYSTEM b><plist><true/></plist>", "malformed document type", 1, 1),
            ("<?xml version='1/0'?><plist><true/></plist>", "malformed XML declaration", 1, 1),
            ("<?xml version='1.0' standalone='maybe'?><plist><true/></plist>", "malformed XML declaration", 1, 1),
            ("<plist a='\u{FFFF}'><true/></plist>", "control character in markup", 1, 1),
            ("<plist a><true/></plist>", "attribute 'a' without a value", 1, 1),
            ("<plist a=1><true/></plist>", "attribute 'a' without quotation marks", 1, 1),
            ("<plist 1='1'><true/></plist>", "malformed attribute", 1, 1),
            ("<plist a='1'b='2'><true/></plist>", "malformed attribute", 1, 1),
            ("<plist a='1' a='2'><true/></plist>", "duplicate attribute 'a'", 1, 1),
            ("<plist><true a='<'/></plist>", "malformed value of attribute 'a'", 1, 8),
            ("<plist><true a='&b'/></plist>", "malformed value of attribute 'a'", 1, 8),
            ("<plist><string>a]]>b</string></plist>", "]]> in text", 1, 17),
            ("<plist><string><![CDATA[]]>]]></string></plist>", "]]> in text", 1, 28),
            ("<plist><!-- \u{1} --><true/></plist>", "control character in markup", 1, 8),
        ]
    )
    func problems(text: String, problem: String, line: Int, column: Int) throws {
        let findings = try PropertyListInspection(of: text.utf8Span.span, isSuite: true).findings
        #expect(findings.map(\.hazard) == [.malformedXML(problem)])
        #expect(findings.first?.position?.line == line)
        #expect(findings.first?.position?.column == column)
        #expect(try PythonPlistlib.areWellFormed([Array(text.utf8)]) == [false])
    }

    @Test(
        "what XML allows is no finding",
        arguments: [
            "<?xml version = '1.0' encoding = \"utf-8\" standalone='yes' ?>\n<plist><true/></plist>",
            "\u{FEFF}<?xml version='1.0'?><!DOCTYPE plist PUBLIC \"a\" 'b' ><plist><true/></plist>",
            "<!DOCTYPE plist\n SYSTEM 'a\"]b'><plist\na='\"' b.-_:1 = \"'&amp;&#13;&#xe9;\" é='é'><true/></plist>",
            "<plist><!-- - --><!----><!-- a - - b --><?a-b?><?xmla b?><true /></plist >",
            "<plist><string>]] > ]>&gt; <![CDATA[]] ><]]></string></plist>",
        ]
    )
    func allowed(text: String) throws {
        #expect(try PropertyListInspection(of: text.utf8Span.span, isSuite: true).findings.isEmpty)
        #expect(try PythonPlistlib.areWellFormed([Array(text.utf8)]) == [true])
    }

    @Test("Expat refuses a document that can be read exactly if there is such a finding")
    func oracle() throws {
        var random = SeededGenerator.printingSeed()
        let insertions = [
            "--", "-", "]]>", " a", " a=1", " a='1'", "a", "=", "'", "\"", "<!---->", "<!-- - -->", "<?a?>", "<? ?>",
            "<?xml version='1.0'?>", "<!DOCTYPE a>", "&", "&amp;", "&#1;", "&lt;", "\r", "\n", " ", "/", "\u{1}", "]",
            ">",
            "<![CDATA[", "<string/>", "é", "\u{FFFF}",
        ]
        var documents: [[UInt8]] = []
        while documents.count < 1_000 {
            let document = RandomXMLDocument(values: RandomPropertyList(depthLimit: 1), using: &random)
            var text = Array(document.text.unicodeScalars)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                text.insert(
                    contentsOf: random.pick(insertions).unicodeScalars,
                    at: Int.random(in: 0...text.count, using: &random)
                )
            }
            var characters = String.UnicodeScalarView()
            characters.append(contentsOf: text)
            let bytes = Array(String(characters).utf8)
            if (try? PropertyList(xml: bytes)) != nil {
                documents.append(bytes)
            }
        }
        for (document, isWellFormed) in zip(documents, try PythonPlistlib.areWellFormed(documents)) {
            let findings = try PropertyListInspection(of: document.span, as: .xml, isSuite: true).findings
            let isRefused = findings.contains { finding in
                switch finding.hazard {
                case .malformedXML, .controlCharacter: true
                default: false
                }
            }
            #expect(
                isRefused != isWellFormed,
                "\(findings.map(\.hazard)): \(String(decoding: document, as: UTF8.self))"
            )
        }
    }

    @Test("a carriage return in text is found, and a strict parser reads the same text from what is written")
    func carriageReturns() throws {
        let text = "<dict><key>a\rb</key><string>c\r\nd<![CDATA[\r]]></string></dict>"
        let inspection = try PropertyListInspection(of: text.utf8Span.span, isSuite: true)
        #expect(inspection.findings.map { $0.position?.offset } == [12, 29])
        #expect(inspection.findings.allSatisfy { $0.hazard == .carriageReturn })
        let written = try inspection.value.serialized(as: .xml)
        #expect(try PropertyListInspection(of: written.span, isSuite: true).findings.isEmpty)
        let read = try #require(try PythonPlistlib.rewritten([written], as: .xml)[0])
        #expect(try PropertyList(binary: read) == ["a\rb": "c\r\nd\r"])
        #expect(try FoundationPropertyLists.answers(to: [written])[0].text == inspection.value.canonicalText)
    }

    @Test("every string that XML can represent is read equally by Foundation, plistlib and this package")
    func strings() throws {
        var random = SeededGenerator.printingSeed()
        let characters = Array(
            "\t\n\r\r\n &<>]]>\"'aé日😀\u{7F}\u{85}\u{A0}\u{2028}\u{FEFF}\u{FFFD}\u{E000}".unicodeScalars
        )
        var values: [PropertyList] = []
        for _ in 0..<400 {
            // CoreFoundation drops a byte order mark at the start of a string, however it is spelled.
            var text = "k".unicodeScalars
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                text.append(random.pick(characters))
            }
            values.append([.string(String(text)), [String(text): true]])
        }
        let documents = try values.map { value in try value.serialized(as: .xml) }
        let rewritten = try PythonPlistlib.rewritten(documents, as: .xml)
        let answers = try FoundationPropertyLists.answers(to: documents)
        for (index, value) in values.enumerated() {
            #expect(try PropertyList(xml: documents[index]) == value)
            #expect(try PropertyList(binary: #require(rewritten[index])) == value)
            #expect(answers[index].text == value.canonicalText)
        }
    }
}
