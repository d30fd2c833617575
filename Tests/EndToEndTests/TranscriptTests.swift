import Synchronization
import TestSupport
import Testing

extension Scenario: CustomTestStringConvertible {
    var testDescription: String { "\(file): \(title)" }

    /// The directory of the package.
    static let package = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    private static let transcripts = "Tests/EndToEndTests/Transcripts"
    static let given = "\(package)/\(transcripts)/Given"

    /// Those of the transcripts, and the documents that show what a command prints.
    static let all: [Scenario] = {
        let files = ["README.md", "Sources/PreferenceKit/PreferenceKit.docc", transcripts]
        let arguments = files + ["-name", "*.md", "-o", "-name", "*.txt"]
        let names = try? Subprocess("/usr/bin/find", arguments, workingDirectory: package).run().text
        return (names ?? "").split(separator: "\n").map(String.init).sorted().flatMap { file in
            let text = text(of: file)
            guard file.hasSuffix(".md") else { return parse(transcripts: text, file: file) }
            return text.contains("```console") ? [parse(document: text, file: file)] : []
        }
    }()

    static func text(of file: String) -> String {
        (try? Subprocess("/bin/cat", ["\(package)/\(file)"]).run().text) ?? ""
    }
}

@Suite("Transcripts", .mayWait)
struct TranscriptTests {
    @Test("the commands of a scenario print what its file shows", arguments: Scenario.all)
    func scenario(_ expected: Scenario) throws {
        let actual = try expected.run(given: Scenario.given).naming(as: expected)
        let isSame = actual.text == expected.text
        let hasFailedBlock = actual.steps.contains { $0.script != nil && !$0.output.isEmpty }
        if !isSame, !hasFailedBlock, environmentVariable("PREFS_UPDATE") == "1" {
            return try update(expected, to: actual)
        }
        let difference = expected.difference(to: actual)
        #expect(isSame, "\(expected.testDescription)\n\(difference)\nPREFS_UPDATE=1 rewrites the file")
    }

    @Test("each title is in its file once, and each scenario has a command")
    func titles() {
        #expect(!Scenario.all.isEmpty)
        #expect(Set(Scenario.all.map(\.testDescription)).count == Scenario.all.count)
        #expect(Scenario.all.filter(\.steps.isEmpty).map(\.testDescription) == [])
    }

    private static let updates = Mutex(())

    /// Writes what the commands print now into the file of a scenario.
    private func update(_ old: Scenario, to new: Scenario) throws {
        try Self.updates.withLock { _ in
            let text = Scenario.text(of: old.file)
            #expect(text.contains(old.text), "\(old.testDescription): its lines are not as the runner writes them")
            let path = "\(Scenario.package)/\(old.file)"
            let updated = text.replacing(old.text, with: new.text, maxReplacements: 1)
            _ = try Subprocess("/bin/sh", ["-c", #"cat >"$1""#, "sh", path], input: Array(updated.utf8)).run()
        }
    }
}
