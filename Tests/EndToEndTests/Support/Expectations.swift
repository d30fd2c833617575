import TestSupport
import Testing

/// The expected standard error of a command.
enum ErrorOutput: Sendable {
    /// No output on success, otherwise a message.
    case asExit
    case nothing
    /// No output, or a message.
    case optional
    /// A message that contains each of the texts.
    case message([String])
    /// Exactly this note, with its hint on a line of its own.
    case note(String)
}

extension ErrorOutput {
    /// Returns the note that the file of a key cannot represent the fractions of its date.
    static func fractionLost(_ key: String) -> Self {
        note(
            "'\(key)' loses its fraction of a second in this format\n"
                + "hint: a binary file keeps it, and so does a float: in Swift, the bridge .timestamp"
        )
    }

    /// Returns the note about a string that looks like a number, which an option stores.
    static func numberAsString(_ key: String, _ option: String) -> Self {
        note(
            "'\(key)' is a string, although it looks like a number\n"
                + "hint: \(option) stores a number; --string stores the same without this note"
        )
    }

    /// Returns the note that `UserDefaults` reads another integer.
    static func tooLarge(_ key: String) -> Self {
        note("'\(key)': integer above 9223372036854775807: UserDefaults would read 0")
    }
}

/// Compares the whole standard output, the exit code and standard error with the expected ones.
func expect(
    _ outcome: SubprocessOutcome,
    prints output: String,
    exit: Int32 = 0,
    errors: ErrorOutput = .asExit,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let isSame = outcome.output == Array(output.utf8)
    #expect(isSame, note(comment, outcome, "expected \(output.debugDescription)"), sourceLocation: sourceLocation)
    expect(outcome, exit: exit, errors: errors, comment, sourceLocation: sourceLocation)
}

/// Compares the exit code and standard error with the expected ones.
func expect(
    _ outcome: SubprocessOutcome,
    exit: Int32 = 0,
    errors: ErrorOutput = .asExit,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let errorText = outcome.errorText
    let isMessage = errorText.hasPrefix("prefs: ") || errorText.hasPrefix("note: ")
    let isExpected =
        switch errors {
        case .asExit: exit == 0 ? errorText.isEmpty : isMessage
        case .nothing: errorText.isEmpty
        case .optional: errorText.isEmpty || isMessage
        case .message(let parts): isMessage && parts.allSatisfy { errorText.contains($0) }
        case .note(let text): errorText == "note: \(text)\n"
        }
    #expect(outcome.ending == .exited(exit), note(comment, outcome), sourceLocation: sourceLocation)
    #expect(isExpected, note(comment, outcome, "expected errors \(errors)"), sourceLocation: sourceLocation)
}

private func note(_ comment: Comment?, _ outcome: SubprocessOutcome, _ expectation: String = "") -> Comment {
    let parts = [comment?.rawValue, "\(outcome)", expectation].compactMap(\.self).filter { !$0.isEmpty }
    return Comment(rawValue: parts.joined(separator: "; "))
}

/// Returns JSON without the whitespace between its tokens.
func compact(_ json: String) -> String {
    var result = ""
    var isInString = false
    var isEscaped = false
    for scalar in json.unicodeScalars {
        if !isInString, scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" { continue }
        if isEscaped {
            isEscaped = false
        } else if scalar == "\\" {
            isEscaped = true
        } else if scalar == "\"" {
            isInString.toggle()
        }
        result.unicodeScalars.append(scalar)
    }
    return result
}
