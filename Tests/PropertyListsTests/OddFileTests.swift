import Testing

@testable import PropertyLists

@Suite("Odd files")
struct OddFileTests {
    @Test("each odd file is read as the file beside it says", arguments: try OddFile.paths())
    func ours(path: String) throws {
        let file = try OddFile(path)
        let bytes = file.bytes
        let outcome = Result { () throws(PropertyListError) in try PropertyList(parsing: bytes.span) }
        #expect(outcome.mapError { OddFile.ExpectedError(message: $0.description) } == file.expected)
    }

    @Test(
        "plistlib reads the same, but where it is known not to",
        .enabled(if: PythonPlistlib.python != nil, "needs python3 in PATH"),
        arguments: [("XML", .xml), ("Binary", .binary)] as [(String, PythonPlistlib.Input)]
    )
    func plistlib(subfolder: String, input: PythonPlistlib.Input) throws {
        let files = try OddFile.paths(in: subfolder).map(OddFile.init)
        let rewritten = try PythonPlistlib.rewritten(files.map(\.bytes), as: input)
        try #require(rewritten.count == files.count)
        for (file, document) in zip(files, rewritten) {
            let value = document.flatMap { document in try? PropertyList(binary: document) }
            let outcome: OddFile.Outcome = document == nil ? .error : .anotherValue
            expect(file, readBy: "plistlib", gives: value.map { .value($0.canonicalText) } ?? outcome)
        }
    }

    @Test("Foundation reads the same, but where it is known not to", arguments: ["XML", "Binary", "OpenStep"])
    func foundation(subfolder: String) throws {
        let files = try OddFile.paths(in: subfolder).map(OddFile.init).filter { $0.others["Foundation"] != .hang }
        for (file, answer) in zip(files, try FoundationPropertyLists.answers(to: files.map(\.bytes))) {
            expect(file, readBy: "Foundation", gives: answer.outcome)
        }
    }

    /// Expects our outcome, or the other one that the file beside tells; one that is told and is ours is told in vain.
    private func expect(_ file: OddFile, readBy program: String, gives outcome: OddFile.Outcome) {
        let told = file.others[program]
        #expect(outcome == told ?? file.outcome, "\(program) on \(file.name)")
        #expect(told != file.outcome, "\(program) on \(file.name) is no exception")
    }
}

extension FoundationPropertyLists.Answer {
    fileprivate var outcome: OddFile.Outcome {
        if isCrash { return .crash }
        guard let text else { return .error }
        // What we can read of its own documents is a value that we hold.
        let isHeld = binary.map { binary in (try? PropertyList(binary: binary)) != nil } ?? false
        return isHeld ? .value(text) : .anotherValue
    }
}
