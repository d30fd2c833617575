import TestSupport
import Testing

/// What a command is to write on standard error.
enum ErrorOutput: Sendable {
    /// Nothing on success, otherwise a message.
    case asExit
    /// Nothing at all.
    case nothing
    /// Nothing, or a message.
    case optional
    /// A message that holds each of these.
    case message([String])
}

/// Compares the whole standard output, the exit code and what standard error is to hold.
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

/// Compares the exit code and what standard error is to hold.
func expect(
    _ outcome: SubprocessOutcome,
    exit: Int32 = 0,
    errors: ErrorOutput = .asExit,
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let errorText = outcome.errorText
    let isExpected =
        switch errors {
        case .asExit: exit == 0 ? errorText.isEmpty : errorText.hasPrefix("prefs: ")
        case .nothing: errorText.isEmpty
        case .optional: errorText.isEmpty || errorText.hasPrefix("prefs: ")
        case .message(let parts): errorText.hasPrefix("prefs: ") && parts.allSatisfy { errorText.contains($0) }
        }
    #expect(outcome.ending == .exited(exit), note(comment, outcome), sourceLocation: sourceLocation)
    #expect(isExpected, note(comment, outcome, "expected errors \(errors)"), sourceLocation: sourceLocation)
}

private func note(_ comment: Comment?, _ outcome: SubprocessOutcome, _ expectation: String = "") -> Comment {
    let parts = [comment?.rawValue, "\(outcome)", expectation].compactMap(\.self).filter { !$0.isEmpty }
    return Comment(rawValue: parts.joined(separator: "; "))
}

/// JSON without the white space between its tokens.
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
