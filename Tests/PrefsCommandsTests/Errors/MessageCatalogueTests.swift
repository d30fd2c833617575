import Foundation
import Testing

/// Messages.txt has every message of the command and the library, for a person to read in one go.
///
/// `PREFS_TEST_UPDATE=1 swift test --filter MessageCatalogueTests` writes the file again.
@Suite("The catalogue of messages")
struct MessageCatalogueTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()

    private static let catalogue = MessageGroup.all.map { group in
        "== \(group.title) ==\n\n" + group.samples.map(\.lines).joined()
    }.joined(separator: "\n")

    @Test("Messages.txt has each message as it is printed")
    func file() throws {
        let file = Self.directory.appending(path: "Messages.txt")
        if ProcessInfo.processInfo.environment["PREFS_TEST_UPDATE"] != nil {
            try Self.catalogue.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        for (new, old) in zip(Self.catalogue.split(separator: "\n"), recorded.split(separator: "\n")) where new != old {
            Issue.record("expected: \(old)\nprinted:  \(new)")
        }
        #expect(Self.catalogue == recorded)
    }

    private static let sources = directory.appending(path: "../../../Sources")

    @Test("the catalogue has a sample of each case", arguments: MessageGroup.all.indices)
    func completeness(index: Int) throws {
        let group = MessageGroup.all[index]
        guard let source = group.source else { return }
        let text = try String(contentsOf: Self.sources.appending(path: source.file), encoding: .utf8)
        let name = source.type
        let declaration = try #require(
            text.firstRange(of: try Regex("enum \(name)[:A-Za-z, ]* \\{\n(?s:.*?)\n *\\}\n"))
        )
        let cases = text[declaration].matches(of: #/\n *(?:indirect )?case (\w+)(\(?)/#)
        let withPayload = cases.filter { !$0.2.isEmpty }.map { String($0.1) }
        #expect(!cases.isEmpty)
        #expect(Set(withPayload).subtracting(group.samples.compactMap(\.caseName)).isEmpty, "\(name)")
        let plainSamples = Set(group.samples.filter { $0.caseName == nil }.map(\.lines))
        #expect(plainSamples.count >= cases.count - withPayload.count, "\(name)")
    }

    @Test("the catalogue has a sample of each error and note of the command")
    func functions() throws {
        let samples = try String(
            contentsOf: Self.directory.appending(path: "MessageSamples.swift"),
            encoding: .utf8
        )
        let enumerator = FileManager.default.enumerator(
            at: Self.sources.appending(path: "PrefsCommands"),
            includingPropertiesForKeys: nil
        )
        let files = try #require(enumerator).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        var names: Set<String> = []
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for part in text.matches(of: #/\nextension (?:CommandError|Message) \{\n(?s:.*?)\n\}\n/#) {
                names.formUnion(
                    part.output.matches(
                        of: #/\n    (?:static )?(?:func|var) (\w+)(?s:[^{]*?)(?:->|:) (?:CommandError|Message) \{/#
                    )
                    .map { String($0.1) }
                )
            }
        }
        #expect(names.count > 100)
        #expect(names.filter { !samples.contains(".\($0)") }.isEmpty)
    }

    @Test("a line has at most 120 characters, and at most 25 have more than 100")
    func length() {
        let lines = Self.catalogue.split(separator: "\n").filter { !$0.contains("éé") }
        #expect(lines.filter { $0.count > 120 }.isEmpty)
        #expect(lines.count { $0.count > 100 } <= 25)
    }

    @Test("a message has no full stop at its end")
    func shape() {
        #expect(Self.catalogue.split(separator: "\n").filter { $0.hasSuffix(".") && !$0.hasSuffix("...") }.isEmpty)
    }
}
