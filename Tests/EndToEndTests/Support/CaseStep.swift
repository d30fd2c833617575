/// One command of a case, with its whole standard output, its exit code and its standard error.
struct CaseStep: Sendable {
    let arguments: [String]
    let output: String
    let exit: Int32
    let errors: ErrorOutput

    init(_ arguments: [String], _ output: String = "", exit: Int32 = 0, errors: ErrorOutput = .asExit) {
        self.arguments = arguments
        self.output = output
        self.exit = exit
        self.errors = errors
    }
}
