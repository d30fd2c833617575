import Synchronization
import TestSupport
import Testing

extension Scenario: CustomTestStringConvertible {
    var testDescription: String { "\(file): \(title)" }

    /// The directory of the transcripts.
    static let directory = #filePath.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/Transcripts"

    static let all: [Scenario] = {
        let names = try? Subprocess("/usr/bin/find", [directory, "-name", "*.txt", "-printf", "%P\\n"]).run().text
        return (names ?? "").split(separator: "\n").sorted().flatMap { parse(text(of: String($0)), file: String($0)) }
    }()

    static func text(of file: String) -> String {
        (try? Subprocess("/bin/cat", ["\(directory)/\(file)"]).run().text) ?? ""
    }
}

@Suite("Transcripts")
struct TranscriptTests {
    @Test("the commands of a scenario print what its file shows", arguments: Scenario.all)
    func scenario(_ expected: Scenario) async throws {
        let actual = try await inThread { try expected.run(given: Scenario.directory + "/Given") }.naming(as: expected)
        let isSame = actual.text == expected.text
        if !isSame, environmentVariable("PREFS_UPDATE") == "1" { return try update(expected, to: actual) }
        let difference = expected.difference(to: actual)
        #expect(isSame, "\(expected.testDescription)\n\(difference)\nPREFS_UPDATE=1 rewrites the file")
    }

    @Test("each title is in its file once, and each scenario has a command")
    func titles() {
        #expect(!Scenario.all.isEmpty)
        #expect(Set(Scenario.all.map(\.testDescription)).count == Scenario.all.count)
        #expect(Scenario.all.filter(\.steps.isEmpty).map(\.testDescription) == [])
    }

    @Test("a message has at most 120 characters without its values and paths, and no full stop at its end")
    func messages() {
        let labels = ["prefs: ", "note: ", "hint: ", "error: "]
        let lines = Scenario.all.flatMap(\.steps).flatMap(\.output)
            .filter { line in labels.contains { line.hasPrefix($0) } }
        #expect(!lines.isEmpty)
        #expect(lines.filter { $0.replacing(#/'[^']*'|[^ ]*[/\]][^ ]*/#, with: "").count > 120 } == [])
        #expect(lines.filter { $0.hasSuffix(".") && !$0.hasSuffix("...") } == [])
    }

    private static let updates = Mutex(())

    /// Writes what the commands print now into the file of a scenario.
    private func update(_ old: Scenario, to new: Scenario) throws {
        try Self.updates.withLock { _ in
            let text = Scenario.text(of: old.file)
            #expect(text.contains(old.text), "\(old.testDescription): its lines are not as the runner writes them")
            let path = "\(Scenario.directory)/\(old.file)"
            let updated = text.replacing(old.text, with: new.text, maxReplacements: 1)
            _ = try Subprocess("/bin/sh", ["-c", #"cat >"$1""#, "sh", path], input: Array(updated.utf8)).run()
        }
    }
}
