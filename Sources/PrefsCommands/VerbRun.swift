/// One run of a verb: its command line, and what it works with.
///
/// Each verb is a method in a file of its own.
struct VerbRun {
    let arguments: ParsedArguments
    let options: Options
    let environment: any CommandEnvironment
    let printer: Printer
    let reader: SuiteReader
    let writer: SuiteWriter

    /// Creates the run of a parsed line.
    init(_ arguments: ParsedArguments, _ options: Options, in environment: any CommandEnvironment) {
        self.arguments = arguments
        self.options = options
        self.environment = environment
        printer = Printer(options, in: environment)
        reader = SuiteReader(arguments, options, printer, in: environment)
        writer = SuiteWriter(reader)
    }

    var operands: [String] { arguments.operands }
}
