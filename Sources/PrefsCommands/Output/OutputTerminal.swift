/// The terminal that standard output may be, which is looked at once, and only if that matters.
final class OutputTerminal {
    private let environment: CommandEnvironment
    /// Whether standard output is a terminal.
    private(set) lazy var isThere = environment.isOutputTerminal()
    /// The number of its columns; nil if standard output is no terminal.
    private(set) lazy var columns = isThere ? environment.outputColumns() ?? HelpText.standardColumns : nil

    init(of environment: CommandEnvironment) {
        self.environment = environment
    }
}
