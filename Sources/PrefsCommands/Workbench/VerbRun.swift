import CommandErrors
import CommandGrammar

/// One run of a verb: its command line, and what it works with.
///
/// Each verb is a method in a file of its own.
struct VerbRun {
    let arguments: ParsedArguments
    let options: Options
    let environment: any CommandEnvironment
    let printer: Printer
    let messages: Messages
    let reader: SuiteReader
    let writer: SuiteWriter

    /// Creates the run of a parsed line.
    init(_ arguments: ParsedArguments, _ options: Options, in environment: any CommandEnvironment) {
        self.arguments = arguments
        self.options = options
        self.environment = environment
        printer = Printer(options, in: environment)
        messages = printer.messages
        reader = SuiteReader(arguments, options, printer, in: environment)
        writer = SuiteWriter(reader)
    }

    var operands: [String] { arguments.operands }
    var suggestions: Suggestions { Suggestions(reader) }
}

/// What a verb of `prefs` does, and what its first operand is.
final class VerbAction: Sendable {
    let firstOperand: FirstOperand
    /// Whether the verb can read or write files, depending on its options.
    let usesFiles: Bool
    let run: @Sendable (VerbRun) -> () throws -> ExitCode

    init(
        _ run: @escaping @Sendable (VerbRun) -> () throws -> ExitCode,
        firstOperand: FirstOperand = .other,
        usesFiles: Bool = true
    ) {
        self.firstOperand = firstOperand
        self.usesFiles = usesFiles
        self.run = run
    }
}

extension Verb {
    var firstOperand: FirstOperand { (action as? VerbAction)?.firstOperand ?? .other }
}

/// The role of a verb's first operand, in whose place a user may write the name of a suite.
enum FirstOperand {
    /// A key that is read, or a pattern of such keys.
    case readKey
    /// A key that is removed, renamed or copied.
    case existingKey
    /// A key that gets a value computed from its present one.
    case updatedKey
    /// A key that gets the values after it.
    case assignedKey
    /// The path of a document.
    case document
    /// The identifier of a recorded change.
    case change
    case other

    /// Whether the verb can make a new key of the operand.
    var isWrittenKey: Bool { self == .assignedKey || self == .updatedKey }

    /// Whether the verb changes, removes or copies the key, and gives it no value from the line alone.
    var isChangedKey: Bool { self == .existingKey || self == .updatedKey }
}
