import CommandErrors
import CommandGrammar

extension Verb {
    static let exists = Verb(
        "exists",
        summary: "Test whether keys are set, by exit code",
        discussion: """
            Prints nothing. 'prefs get -q KEY' has the same exit codes and prints the value too, or the default in the
            schema of a key that is not set; prefer it in new scripts.
            """,
        operands: [Operand(.key, "A key to look up, a literal name", .oneOrMore)],
        groups: [.searchedFiles, .pointer, .messages],
        examples: [
            "exists name": "Succeed if 'name' is set",
            "exists width height": "Succeed if both keys are set",
        ],
        exits: .reading([
            .done: "every key is set",
            .absent: "a key is not set",
        ]),
        replacement: "get -q",
        action: VerbAction(VerbRun.exists, firstOperand: .readKey)
    )
}

extension VerbRun {
    fileprivate func exists() throws -> ExitCode {
        try reader.values(at: operands.map(reader.pointer), of: reader.selection()).allSatisfy { $0 != nil }
            ? .done : .absent
    }
}
