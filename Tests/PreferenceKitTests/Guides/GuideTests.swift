import Foundation
import PreferenceKit
import TestSupport
import Testing

@Suite("The guides")
struct GuideTests {
    @Test("every sample in the guides is compiled in these tests")
    func samples() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = tests.appendingPathComponent("../../Sources/PreferenceKit/PreferenceKit.docc")
        let compiled = try (texts(in: tests, "swift") + texts(in: tests.appendingPathComponent("Guides"), "swift"))
            .map(unindented)
        let samples = try texts(in: sources, "md").flatMap(swiftSamples)
        #expect(!samples.isEmpty)
        for sample in samples {
            #expect(compiled.contains { $0.contains(unindented(sample)) }, "\(sample)")
        }
    }

    @Test("the samples of the overview and of the UserDefaults guide do what the text says")
    func behaviour() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
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
