import CommandGrammar
import PropertyLists
import Synchronization

/// A line on standard error that shows the progress of work that takes more than a second.
///
/// It is shown only on a terminal, and is erased before any other output.
package final class ProgressLine {
    private let environment: any CommandEnvironment
    private lazy var isTerminal = environment.isErrorTerminal
    /// What the line shows; nil before there can be anything to erase.
    private var display: Display?
    /// The time of the next update of the steps; nil before the first one.
    private var next: Duration?

    /// The time before the first display, and the time between updates.
    fileprivate static let patience: Duration = .seconds(1)
    private static let pause: Duration = .milliseconds(100)

    package init(in environment: any CommandEnvironment) {
        self.environment = environment
    }

    /// Begins work that cannot count its steps: the line says what it is once the command has run for a second.
    ///
    /// - Parameter activity: The work as a phrase such as `reading editor.plist`.
    /// - Returns: The work around this one, which goes on after ``end(_:)``.
    package func begin(_ activity: @autoclosure () -> String) -> String? {
        guard isTerminal else { return nil }
        return usedDisplay().begin(activity(), in: environment)
    }

    /// Ends the work that began last.
    package func end(_ outer: String?) {
        display?.end(outer, environment.writeError)
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
        usedDisplay().show(text, typedColumns: typedColumns, by: environment.writeError)
    }

    /// Erases the line, and returns the cursor to its beginning.
    package func erase() { write([]) }

    /// Writes a message to standard error in place of the line.
    package func write(_ message: [UInt8]) {
        if let display {
            display.replace(by: message, environment.writeError)
        } else if !message.isEmpty {
            environment.writeError(message)
        }
    }

    private func usedDisplay() -> Display {
        let used = display ?? Display()
        display = used
        return used
    }
}

/// What a progress line shows, which the thread of the clock changes too.
private final class Display: Sendable {
    private struct State {
        /// The displayed line, and its width in columns.
        var line = ""
        var columns = 0
        /// What the command does; nil if that needs no line.
        var activity: String?
        /// When the command began to do anything; nil before that.
        var start: Duration?

        mutating func show(_ text: String, typedColumns: Int = 0, by write: ([UInt8]) -> Void) {
            guard text != line else { return }
            write(erasure + Array(text.utf8))
            line = text
            columns = text.terminalColumns + typedColumns
        }

        mutating func replace(by message: [UInt8], _ write: ([UInt8]) -> Void) {
            let bytes = erasure + message
            (line, columns) = ("", 0)
            if !bytes.isEmpty { write(bytes) }
        }

        /// The bytes that erase the line.
        private var erasure: [UInt8] {
            columns > 0 ? Array("\r\(String(repeating: " ", count: columns))\r".utf8) : []
        }
    }

    private let state = Mutex(State())

    /// Begins an activity, and returns the one that goes on around it.
    func begin(_ activity: String, in environment: any CommandEnvironment) -> String? {
        let activity = activity.escaped(forTerminal: true).elided(toColumns: 60)
        let (outer, isFirst) = state.withLock { state in
            let before = (state.activity, state.start == nil)
            if state.start == nil { state.start = environment.uptime }
            state.activity = activity
            return before
        }
        if isFirst {
            environment.startClock { [self] now, write in tick(at: now, by: write) }
        }
        return outer
    }

    func end(_ outer: String?, _ write: ([UInt8]) -> Void) {
        state.withLock { state in
            state.activity = outer
            state.replace(by: [], write)
        }
    }

    func show(_ text: String, typedColumns: Int, by write: ([UInt8]) -> Void) {
        state.withLock { $0.show(text, typedColumns: typedColumns, by: write) }
    }

    func replace(by message: [UInt8], _ write: ([UInt8]) -> Void) {
        state.withLock { $0.replace(by: message, write) }
    }

    private func tick(at now: Duration, by write: ([UInt8]) -> Void) {
        state.withLock { state in
            guard let activity = state.activity, let start = state.start, now - start >= ProgressLine.patience else {
                return
            }
            state.show("prefs: \(activity), \((now - start).components.seconds) s", by: write)
        }
    }
}
