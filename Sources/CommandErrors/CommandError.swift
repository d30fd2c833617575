package import CommandGrammar
import PreferenceStore
package import PropertyLists

/// An error of the command: a message and an exit code.
///
/// Each is made by a function beside the code that fails. Lower modules throw errors of their own, which
/// ``init(_:)`` converts where they are printed.
package struct CommandError: Error {
    /// The greatest number of problems of a file, or violations of a change, that are printed as text.
    package static let printedLimit = 100

    package let exitCode: ExitCode
    /// `WHAT FAILED: WHY`, in lower case, without a full stop.
    package private(set) var parts: [MessagePart]
    /// What to do.
    package let hint: String?
    /// Further reasons for which the same change fails.
    package private(set) var others: [CommandError] = []
    /// The pointer to the value that is refused; nil if no single value is the cause.
    package let refusedPointer: [String]?
    /// Where the refused text is in its document, if that is known.
    package private(set) var position: SourcePosition?

    /// Creates an error whose message quotes values.
    ///
    /// - Parameters:
    ///   - pointer: The pointer to the value that is refused.
    ///   - position: The position of the refused text in its document.
    package init(
        _ exitCode: ExitCode,
        quoting parts: [MessagePart],
        hint: String? = nil,
        at pointer: [String]? = nil,
        position: SourcePosition? = nil
    ) {
        self.exitCode = exitCode
        self.parts = parts
        self.hint = hint
        refusedPointer = pointer
        self.position = position
    }

    package init(_ exitCode: ExitCode, _ message: Message, at pointer: [String]? = nil, position: SourcePosition? = nil)
    {
        self.init(exitCode, quoting: [.text(message.text)], hint: message.hint, at: pointer, position: position)
    }

    /// Creates the error of a command line.
    package init(usage text: String, hint: String? = nil) {
        self.init(.usage, Message(text, hint: hint))
    }

    /// Creates one error from several; nil for none.
    package init?(_ errors: [CommandError]) {
        let all = errors.flatMap(\.reasons)
        guard let first = all.first else { return nil }
        self = first
        others = Array(all.dropFirst())
    }

    /// The error for each reason.
    package var reasons: [CommandError] {
        var first = self
        first.others = []
        return [first] + others
    }

    /// Returns the error of a value in the document at a path.
    ///
    /// - Parameter position: The position of the value; nil if it is unknown.
    package func located(at position: SourcePosition?, inDocument path: String) -> CommandError {
        var error = self
        error.parts.insert(.text("\(path.documentName)\(position.suffix): "), at: 0)
        error.position = position
        return error
    }

    /// Returns the error with an addition to its last message.
    package func adding(_ text: String) -> CommandError {
        var reasons = reasons
        reasons[reasons.count - 1].parts.append(.text(text))
        return CommandError(reasons) ?? self
    }
}
