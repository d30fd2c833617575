import CommandErrors
import Testing

@testable import CommandGrammar
import OtherTools
@testable import PrefsCommands

/// A command line, with the command, arguments and options that it parses to.
struct CommandLineCase: Sendable, CustomTestStringConvertible {
    let words: [String]
    let verb: Verb
    let operands: [String]
    let options: [Option]

    struct Option: Equatable, Sendable {
        let name: String
        let arguments: [String]
    }

    init(
        _ words: [String],
        _ verb: Verb,
        _ operands: [String] = [],
        options: KeyValuePairs<String, [String]> = [:]
    ) {
        self.words = words
        self.verb = verb
        self.operands = operands
        self.options = options.map { Option(name: $0.key, arguments: $0.value) }
    }

    var testDescription: String {
        words.commandLine
    }

    /// Parses the words and compares everything except the spellings of the options.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let parsed = try CommandTable.prefs.parse(words)
        #expect(parsed.verb == verb, sourceLocation: sourceLocation)
        #expect(parsed.operands == operands, sourceLocation: sourceLocation)
        let options = parsed.options.map { Option(name: $0.name, arguments: $0.arguments) }
        #expect(options == self.options, sourceLocation: sourceLocation)
    }
}

extension UsageError {
    /// Returns the message of the error in a line, where no suite exists.
    func message(inLine words: [String]) -> Message {
        let interpreter = LineInterpreter(of: .prefs, KnownSuites(environment: nil))
        return CommandError.line(words, self, by: interpreter, readsTerminal: true).messages(by: [])[0]
    }
}

extension [String] {
    /// The message of the error in these words of a command line; nil if there is none.
    var usageMessage: Message? {
        do {
            _ = try CommandTable.prefs.parse(self)
            return nil
        } catch {
            return error.message(inLine: self)
        }
    }
}
