import TestSupport
import Testing

@testable import PropertyLists

@Suite("Encodings beside Python", .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH"))
struct TextEncodingOracleTests {
    @Test("we read what Python encodes, and plistlib reads what we change in it", arguments: DocumentEncoding.allCases)
    func encodedByPython(encoding: DocumentEncoding) throws {
        var random = SeededGenerator.printingSeed()
        let values = (0..<20).map { _ in
            PropertyList.dictionary(RandomPropertyList(isPortable: true).dictionary(using: &random)).asInStrictXML
        }
        for mark in ["", "\u{FEFF}"] {
            let name = random.pick([encoding.name, encoding.family])
            let texts = try values.map { value in
                mark + String(decoding: try XMLWriter.document(value, encoding: name), as: UTF8.self)
            }
            let documents = try PythonPlistlib.encoded(texts, as: encoding.rawValue)
            try #require(documents.count == values.count)
            var changed: [[UInt8]] = []
            var changes: [PropertyList] = []
            for (document, value) in zip(documents, values) {
                let document = try #require(document)
                let read = try PropertyList(parsing: document.span)
                #expect(read == value.asInXML())
                guard case .dictionary(let old) = read else { continue }
                var new = old
                new["é😀"] = "日本"
                changed.append(try new.serialized(changing: document.span, holding: old, as: .xml))
                changes.append(.dictionary(new))
            }
            // Python's XML parser knows no UTF-32.
            guard encoding.family != "UTF-32" else { continue }
            for (rewritten, value) in zip(try PythonPlistlib.rewritten(changed, as: .xml, writing: .xml), changes) {
                #expect(try PropertyList(xml: #require(rewritten)) == value)
            }
        }
    }

    @Test("plistlib refuses the declarations that we refuse, and takes those that we take")
    func declarations() throws {
        for encoding in DocumentEncoding.allCases where encoding.family != "UTF-32" {
            let names = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "us-ascii"]
            let texts = ["", "\u{FEFF}"].flatMap { mark in
                names.map { "\(mark)<?xml version='1.0' encoding='\($0)'?><plist><string>é</string></plist>" }
            }
            let documents = try PythonPlistlib.encoded(texts, as: encoding.rawValue).compactMap { $0 }
            for (index, rewritten) in try PythonPlistlib.rewritten(documents, as: .xml).enumerated() {
                let found = error { () throws(PropertyListError) in try PropertyList(xml: documents[index]) }
                #expect((found == nil) == (rewritten != nil), "\(encoding): \(texts[index])")
            }
        }
    }
}
