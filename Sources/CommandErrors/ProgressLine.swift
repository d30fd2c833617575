/// A line on standard error that shows the progress of work that takes more than a second.
///
/// It is shown only on a terminal, and is erased before any other output.
package final class ProgressLine {
    private let environment: any CommandEnvironment
    private lazy var isTerminal = environment.isErrorTerminal
    /// The time of the next update; nil before the first step.
    private var next: Duration?
    /// The width of the displayed line, in columns.
    private var columns = 0

    /// The time before the first display, and the time between updates.
    private static let patience: Duration = .seconds(1)
    private static let pause: Duration = .milliseconds(100)

    package init(in environment: any CommandEnvironment) {
        self.environment = environment
    }

    /// Shows the number of completed steps after the work has taken a second.
    package func show(_ step: Int, of count: Int) {
        guard isTerminal else { return }
        let now = environment.uptime
        guard let deadline = next else {
            next = now + Self.patience
            return
        }
        guard now >= deadline else { return }
        next = now + Self.pause
        show("prefs: \(step) of \(count)")
    }

    /// Shows a text of ASCII in place of the line.
    ///
    /// - Parameter typedColumns: The width of what the user may type after it, as in `^C`.
    package func show(_ text: String, typedColumns: Int = 0) {
        guard isTerminal else { return }
        erase()
        environment.writeError(Array(text.utf8))
        columns = text.utf8.count + typedColumns
    }

    /// Erases the line, and returns the cursor to its beginning.
    package func erase() {
        guard columns > 0 else { return }
        environment.writeError(Array("\r\(String(repeating: " ", count: columns))\r".utf8))
        columns = 0
    }
}
