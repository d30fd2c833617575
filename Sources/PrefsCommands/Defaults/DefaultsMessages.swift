import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceStore
import PropertyLists

extension DefaultsError {
    /// The message on standard error; a word of a value in it can be secret.
    private var parts: [MessagePart] {
        guard case .word(let start, let word, let end, let key) = self else { return [.text(text)] }
        return [.text(start), .word(word, at: key.map { ValuePointer($0) }), .text(end)]
    }

    /// The error of the command; defaults(1) has one exit code for all errors.
    fileprivate var asCommandError: CommandError { CommandError(.absent, quoting: parts) }
}

extension Messages {
    /// Prints an error as defaults(1) does.
    func complainAsDefaults(_ error: any Error) {
        let messages = of((error as? DefaultsError)?.asCommandError ?? error)
        messages.map(\.text).forEach(complainAsDefaults)
    }

    /// Prints a message as `NSLog` does: after the time, the program and its process.
    func complainAsDefaults(_ text: String) {
        let time = (environment.wallTime.rfc3339 ?? "").dropLast().split(separator: "T").joined(separator: " ")
        let process = CallingProcess.identifier
        let line = "\(time) defaults[\(process):\(process)] \(text)"
        environment.writeError(Array((line.escapingControlCharactersOfText + "\n").utf8))
    }
}
