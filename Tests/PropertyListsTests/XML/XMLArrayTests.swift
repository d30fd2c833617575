import Foundation
import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing the elements of arrays in XML documents", .mayWait)
struct XMLArrayTests {
    @Test("any changes at any depth read back, and keep the other lines, comments and spellings")
    func randomChanges() throws {
        var source = WrittenElement.Source(.printingSeed())
        var results: [(document: [UInt8], value: PropertyList)] = []
        for _ in 0..<400 {
            let root = WrittenElement.random(&source, depth: 0)
            var text = source.pick(["<plist>", "<?xml version='1.0'?>\n<!-- kept -->\n<plist>\n"])
            root.write(to: &text, indentation: source.pick(["", "  "]), &source)
            text += source.pick(["</plist>", "\n</plist>\n"])
            let old = try PropertyList(xml: text)
            #expect(old == root.value)
            let changedLines = root.change(&source)
            let edited = try root.value.serialized(changing: Array(text.utf8), replacing: old, as: .xml)
            let result = String(decoding: edited, as: UTF8.self)
            #expect(try PropertyList(xml: result) == root.value, "\(text)\n->\n\(result)")
            #expect(root.texts.filter { !result.contains($0) } == [], "\(text)\n->\n\(result)")
            let kept = lines(of: text).enumerated().filter { !changedLines.contains($0.offset) }.map(\.element)
            #expect(kept.isSubsequence(of: lines(of: result)), "\(text)\n->\n\(result)")
            results.append((edited, root.value))
        }
        let read = try PythonPlistlib.rewritten(results.map(\.document), as: .binary)
        for (result, binary) in zip(results, read) {
            #expect(try PropertyList(binary: #require(binary)) == result.value)
        }
    }

    @Test("containers within 500 others are changed in place")
    func deepArrays() throws {
        let (open, close) = (
            String(repeating: "<array><!-- c -->", count: 500), String(repeating: "</array>", count: 500)
        )
        let document = "<plist><dict><key>a</key>\(open)<true/> \(close)</dict></plist>"
        let old = try PropertyList(xml: document)
        let path = ["a"] + [String](repeating: "0", count: 500)
        let new = try #require(try PropertyList(changing: old, at: path[...], to: 5))
        let edited = try new.serialized(changing: Array(document.utf8), replacing: old, as: .xml)
        #expect(String(decoding: edited, as: UTF8.self) == document.replacing("<true/>", with: "<integer>5</integer>"))
    }

    @Test("one of 20,000 elements changes alone")
    func largeArray() throws {
        let elements = (0..<20_000).map { "\t\t<dict><!-- \($0) --><key>n</key><integer>\($0)</integer></dict>\n" }
        let document = "<plist>\n<dict>\n\t<key>a</key>\n\t<array>\n\(elements.joined())\t</array>\n</dict>\n</plist>\n"
        let old = try PropertyList(xml: document)
        let new = try #require(try PropertyList(changing: old, at: ["a", "10000", "n"], to: true))
        let edited = try new.serialized(changing: Array(document.utf8), replacing: old, as: .xml)
        #expect(edited == Array(document.replacing("<integer>10000</integer>", with: "<true/>").utf8))
    }

    @Test(
        "an element of an array in property lists of other projects is replaced, added or removed in its lines alone",
        .enabled(if: Self.otherLists != nil, "the property lists in ../shared/suites are not part of the repository"),
        arguments: [false, true]
    )
    func otherProjects(hasComments: Bool) throws {
        let directory = try #require(Self.otherLists)
        var editCount = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() {
            guard var text = try? String(contentsOf: directory.appending(path: name), encoding: .utf8),
                PropertyListFormat(detecting: Array(text.utf8).span) == .xml
            else { continue }
            if hasComments {
                text = text.split(separator: "<key>", omittingEmptySubsequences: false).joined(
                    separator: "<!-- c --><key>"
                )
            }
            guard let old = try? PropertyList(xml: text), case .dictionary = old else { continue }
            for path in elementPaths(of: old, at: []) {
                let element = lineCount(of: try #require(old[pointer: path]))
                let array = Array(path.dropLast())
                // An array without elements is one tag.
                let tags = old[pointer: array + ["1"]] == nil ? 2 : 0
                for (path, value, lineCount) in [
                    (path, "new", element), (path, nil, element + tags), (array + ["-"], "new", 0),
                ] as [([String], PropertyList?, Int)] {
                    let new = try #require(try PropertyList(changing: old, at: path[...], to: value))
                    let edited = try new.serialized(changing: Array(text.utf8), replacing: old, as: .xml)
                    let result = String(decoding: edited, as: UTF8.self)
                    #expect(try PropertyList(xml: result) == new)
                    #expect(changedLineCount(text, result) <= lineCount, "\(name) \(path)")
                    editCount += 1
                }
            }
        }
        #expect(editCount > 100)
    }

    private static let otherLists: URL? = {
        let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let directory = repository.appending(path: "../shared/suites/property-lists").standardizedFileURL
        return FileManager.default.fileExists(atPath: directory.path) ? directory : nil
    }()

    /// Returns the paths of the elements of all arrays within a value.
    private func elementPaths(of value: PropertyList, at path: [String]) -> [[String]] {
        switch value {
        case .array(let elements):
            elements.enumerated().flatMap { [path + ["\($0)"]] + elementPaths(of: $1, at: path + ["\($0)"]) }
        case .dictionary(let dictionary):
            dictionary.flatMap { elementPaths(of: $0.value, at: path + [$0.key]) }
        default: []
        }
    }

    /// Returns the number of lines of an element, at most, as these files spell it.
    private func lineCount(of value: PropertyList) -> Int {
        switch value {
        case .array(let elements): elements.reduce(2) { $0 + lineCount(of: $1) }
        case .dictionary(let dictionary): dictionary.reduce(2) { $0 + 1 + lineCount(of: $1.value) }
        case .string(let string): lines(of: string).count
        default: 1
        }
    }

    /// Returns the number of lines of a text between the first and the last one that another text changes.
    private func changedLineCount(_ text: String, _ other: String) -> Int {
        let (old, new) = (lines(of: text), lines(of: other))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        return old.count - start - end
    }

    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}

extension [Substring] {
    fileprivate func isSubsequence(of other: [Substring]) -> Bool {
        var rest = other[...]
        return allSatisfy { line in
            guard let position = rest.firstIndex(of: line) else { return false }
            rest = rest[(position + 1)...]
            return true
        }
    }
}
