/// A line on the terminal of standard error that says how far long work is.
final class ProgressLine {
    private let environment: CommandEnvironment
    private lazy var isTerminal = environment.isErrorTerminal()
    /// When the line is to be written next; nil before the first step.
    private var next: Duration?
    /// How many columns of it stand there.
    private var columns = 0

    /// How long work may take before there is a line, and how long a line stands before the next.
    private static let patience: Duration = .seconds(1)
    private static let pause: Duration = .milliseconds(100)

    /// No line.
    init(in environment: CommandEnvironment) {
        self.environment = environment
    }

    /// Shows how many steps of a number are done, once the work has taken a second.
    func show(_ step: Int, of count: Int) {
        guard isTerminal else { return }
        let now = environment.uptime()
        guard let due = next else {
            next = now + Self.patience
            return
        }
        guard now >= due else { return }
        next = now + Self.pause
        erase()
        let text = "prefs: \(step) of \(count)"
        environment.writeError(Array(text.utf8))
        columns = text.utf8.count
    }

    /// Takes the line away, and leaves the cursor where it began.
    func erase() {
        guard columns > 0 else { return }
        environment.writeError(Array("\r\(String(repeating: " ", count: columns))\r".utf8))
        columns = 0
    }
}
