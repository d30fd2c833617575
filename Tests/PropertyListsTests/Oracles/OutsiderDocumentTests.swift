import Foundation
import TestSupport
import Testing

@testable import PropertyLists

/// Documents that nobody here wrote, which are read where they are: outside the repository.
@Suite("Documents of other projects", .mayWait)
struct OutsiderDocumentTests {
    private static let directory = URL(filePath: #filePath).appending(path: "../../../../../shared/suites").standardized

    private static func files(in name: String, with extensions: [String]) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.appending(path: name).path)) ?? []
        return names.filter { name in extensions.contains { name.hasSuffix($0) } }.sorted().map { "\(name)/\($0)" }
    }

    private func bytes(of file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.directory.appending(path: file)))
    }

    private static let missing: Comment = "there is no ../shared/suites beside the repository"

    // MARK: JSON

    static let texts = files(in: "json-parsing", with: [".json"])

    /// The rules of JSONTestSuite: `y_` must be read, `n_` must not, `i_` is free.
    ///
    /// What is not JSON can be OpenStep text, as Foundation reads it.
    @Test(
        "JSON is read if it must be, and refused with a position if it must be",
        .enabled(if: !texts.isEmpty, missing),
        arguments: texts
    )
    func json(file: String) throws {
        let bytes = try bytes(of: file)
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: bytes.span, as: .json) }
        #expect(found == nil || found?.position != nil)
        switch file.split(separator: "/").last?.prefix(2) {
        case "y_":
            // A property list has no null, and a key once.
            switch found?.problem {
            case nil, .null, .duplicateKey: break
            default: Issue.record("\(String(describing: found))")
            }
        case "n_":
            #expect(found != nil)
            if let value = try? PropertyList(parsing: bytes.span) {
                #expect(try FoundationPropertyLists.answers(to: [bytes])[0].text == value.canonicalText)
            }
        default: break
        }
    }

    // MARK: Property lists

    static let propertyLists = files(in: "property-lists", with: [".plist", ".strings", ".recipe"])

    @Test("Foundation reads the same", .enabled(if: !propertyLists.isEmpty, missing), arguments: propertyLists)
    func foundation(file: String) throws {
        let bytes = try bytes(of: file)
        let answer = try #require(try FoundationPropertyLists.answers(to: [bytes]).first)
        let value = try? PropertyList(parsing: bytes.span)
        #expect(answer.text == value?.canonicalText)
        guard let value else { return }
        for format in [PropertyListFormat.xml, .binary] {
            let copy = try value.serialized(as: format)
            #expect(try FoundationPropertyLists.answers(to: [copy])[0].text == answer.text)
        }
    }

    @Test(
        "a change of one value changes nothing else",
        .enabled(if: !propertyLists.isEmpty, missing),
        arguments: propertyLists
    )
    func change(file: String) throws {
        let bytes = try bytes(of: file)
        guard case .dictionary(let old)? = try? PropertyList(parsing: bytes.span),
            let format = PropertyListFormat(detecting: bytes.span), let last = old.last, format != .openStep
        else { return }
        var new = old
        new[last.key] = "changed"
        let changed = try new.serialized(changing: bytes.span, replacing: old, as: format)
        #expect(try PropertyList(parsing: changed.span) == .dictionary(new))
        #expect(
            try FoundationPropertyLists.answers(to: [changed])[0].text == PropertyList.dictionary(new).canonicalText
        )
        if format == .xml {
            let start = zip(bytes, changed).prefix { $0 == $1 }.count
            let end = zip(bytes.reversed(), changed.reversed()).prefix { $0 == $1 }.count
            let text = String(decoding: changed[start..<max(start, changed.count - end)], as: UTF8.self)
            #expect(text.utf8.count <= "<string>changed</string>".utf8.count, "\(text)")
        }
    }
}
