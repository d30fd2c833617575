import Foundation
import PreferenceKit
import TestSupport
import Testing

@Suite("The guides", .mayWait)
struct GuideTests {
    @Test("every sample in the guides is compiled in these tests")
    func samples() throws {
        let compiled = try compiledSources().map(unindented)
        let samples = try articles().flatMap(swiftSamples)
        #expect(!samples.isEmpty)
        for sample in samples {
            #expect(compiled.contains { $0.contains(unindented(sample)) }, "\(sample)")
        }
    }

    @Test("the code in each table for users of something else is compiled in these tests")
    func tables() throws {
        let compiled = try compiledSources().map(withoutWhitespace)
        let cells = try articles().flatMap(replacements)
        #expect(cells.count > 80)
        for cell in cells {
            #expect(compiled.contains { $0.contains(withoutWhitespace(cell)) }, "\(cell)")
        }
    }

    @Test("the samples of the overview and of the UserDefaults guide do what the text says")
    func behaviour() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                #expect(UserDefaultsSamples.useTable() == (isSet: true, n: 5))
                OverviewSamples.use()
                #expect(Preferences[.launchCount] == 1)
                #expect(Preferences[.libraries] == ["x"])
                UserDefaultsSamples.changeStore()
                #expect(Preferences[.fontSize] == 13)
                #expect(Preferences(suite: "group.example")[.showsRuler])
                try UserDefaultsSamples.changeTogether()
                #expect(Preferences[.fontSize] == 14)
                #expect(try UserDefaultsSamples.archive() == ["bold": true] as NSDictionary)
            }
        }
    }

    @Test("the sample of the guide to recording declares a volatile key")
    func volatileKeys() throws {
        #expect(try PreferenceSchema(keys: [.launches]).json().contains("\"volatile\": true"))
    }

    @Test("the sample of the guide to policies asks for a managed key")
    func managedKeys() {
        let preferences = Preferences(.inMemory())
        let isFixed = preferences.isManaged(.fontSize)
        #expect(!isFixed)
    }

    @Test("the sample of the guide to owned settings takes everything back")
    func ownedSettings() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                Preferences(suite: "editor")[.fontSize] = 13
                try useOwnedSettings()
                let values = try Preferences(suite: "editor").dictionaryRepresentation()
                #expect(values.keys.map(\.self) == ["fontSize"])
                #expect(values["fontSize"] == 13 || values["fontSize"] == 13.0)
            }
        }
    }
}

extension PreferenceKeys {
    static let launches = PreferenceKey<Int>("launches", default: 0)
        .volatile()
}

private func useOwnedSettings() throws {
    let preferences = Preferences(suite: "editor")
    try preferences.apply(["fontSize": 14], owner: "installer")
    // Everything is as it was before:
    try preferences.apply([:], owner: "installer")
}

private let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

/// Returns the articles of the documentation.
private func articles() throws -> [String] {
    try texts(in: tests.appendingPathComponent("../../Sources/PreferenceKit/PreferenceKit.docc"), "md")
}

/// Returns the sources that articles show parts of.
private func compiledSources() throws -> [String] {
    let configuration = "../EndToEndTests/Configuration"
    return try [".", "Guides", "../Articles", configuration, "\(configuration)/Sources/server"]
        .flatMap { try texts(in: tests.appendingPathComponent($0), "swift") }
}

private func texts(in directory: URL, _ pathExtension: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == pathExtension }
        .map { try String(contentsOf: $0, encoding: .utf8) }
}

/// Returns the blocks of an article that are marked as Swift.
private func swiftSamples(_ article: String) -> [String] {
    article.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
}

/// Returns a text without indentation, because a sample can be inside a function.
private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
}

/// Returns the code in the right column of each table whose right column is headed PreferenceKit.
private func replacements(_ article: String) -> [String] {
    let tables = article.components(separatedBy: "\n\n").filter { $0.hasPrefix("|") }
        .map { $0.split(separator: "\n") }
        .filter { $0[0].hasSuffix("| PreferenceKit |") }
    let cells = tables.joined().compactMap { $0.components(separatedBy: " | ").dropFirst().first }
    return cells.flatMap { cell in
        // Two backquotes enclose a link, not code.
        cell.replacing(/``.*?``/, with: "").split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

/// Returns a text without whitespace and lines of comments, because a cell is one line and a sample can be several.
private func withoutWhitespace(_ text: String) -> String {
    unindented(text).split(separator: "\n").filter { !$0.hasPrefix("//") }.joined()
        .filter { !$0.isWhitespace }
}
