import Glibc
import TestSupport
import Testing

/// A shell in a real terminal: a window of a tmux server that only this session uses.
///
/// The shell finds `prefs` in its `PATH`, and has the environment and the directories of a `PrefsCommand`. The server
/// and all that runs in it are killed when the last reference is released.
final class TmuxSession {
    let prefs: PrefsCommand
    private let socket: String
    private let environment: [String: String]
    private var lineCount = 0

    /// Whether tmux(1) is installed and can show a screen.
    static let exists = InstalledProgram.areInstalled("tmux")

    /// The time limit of every wait, which is long because other tests use the processor too.
    private static let patience: Duration = .seconds(300)

    /// Starts the server and the shell, and waits for the shell's prompt.
    init(_ prefs: PrefsCommand, columns: Int = 120, rows: Int = 40) throws {
        self.prefs = prefs
        socket = prefs.directory.path(of: "tmux")
        try prefs.directory.makeDirectory("bin")
        if !prefs.directory.exists("bin/prefs") { try prefs.directory.symlink("bin/prefs", to: prefs.binary) }
        var environment = prefs.environment
        environment["PATH"] = prefs.directory.path(of: "bin") + ":/usr/local/bin:/usr/bin:/bin"
        environment["PS1"] = "$ "
        environment["SHELL"] = "/bin/sh"
        environment["TERM"] = "xterm-256color"
        environment["LC_ALL"] = "C.UTF-8"
        self.environment = environment
        // Without escape-time, tmux holds an ESC back. Without a status line, every row is the program's.
        let setup = """
            -f /dev/null start-server ; set-option -g status off ; set-option -g default-terminal tmux-256color ; \
            set-option -s escape-time 0 ; new-session -d -x \(columns) -y \(rows) /bin/sh -i
            """
        try tmux(setup.split(separator: " ").map(String.init))
        try waitFor("the shell's prompt") { $0.first?.hasPrefix("$") == true }
    }

    deinit {
        _ = try? tmux("kill-server")
    }

    /// Runs a command of tmux, and returns its output.
    @discardableResult
    private func tmux(_ arguments: String...) throws -> String {
        try tmux(arguments)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        guard let program = InstalledProgram.path(of: "tmux") else { throw Failure(description: "tmux is missing") }
        let outcome = try Subprocess(
            program,
            ["-u", "-S", socket] + arguments,
            environment: environment,
            workingDirectory: prefs.directory.path(of: "work")
        ).run()
        guard outcome.ending == .exited(0) else {
            throw Failure(description: "tmux \(arguments.joined(separator: " ")): \(outcome)")
        }
        return outcome.text
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

// MARK: - Input

extension TmuxSession {
    /// Presses keys by their names in tmux(1), such as `Down`, `Enter`, `C-r` or `q`.
    func send(_ keys: String...) throws {
        for key in keys {
            // The bytes of several keys can arrive together. After ESC, a key would then be one with Alt.
            try tmux("send-keys", key == ";" ? "\\;" : key)
        }
    }

    /// Types a text as it is.
    func type(_ text: String) throws {
        // A semicolon at the end of a word would separate two commands of tmux.
        try tmux("send-keys", "-l", "--", text.hasSuffix(";") ? text.dropLast() + "\\;" : text)
    }

    /// Pastes a text, in brackets if the program has requested them.
    func paste(_ text: String) throws {
        try tmux("set-buffer", "--", text, ";", "paste-buffer", "-p", "-r")
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }
}

// MARK: - Output

extension TmuxSession {
    /// Returns the rows of the screen, without the spaces at their ends.
    func screen() throws -> [String] {
        let text = try tmux("capture-pane", "-p")
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The title that the program has set.
    var title: String {
        get throws { try tmux("display-message", "-p", "#{pane_title}") }
    }

    /// Runs a closure while nobody reads the terminal.
    func whileStopped(_ body: () throws -> Void) throws {
        let server = try pid_t(tmux("display-message", "-p", "#{pid}").dropLast()) ?? 0
        kill(server, SIGSTOP)
        defer { kill(server, SIGCONT) }
        try body()
    }

    /// The modes in which a shell expects its terminal, each as 0 or 1.
    var modes: String {
        get throws {
            try tmux(
                "display-message",
                "-p",
                "alternate=#{alternate_on} cursor=#{cursor_flag} mouse=#{mouse_any_flag} keypad=#{keypad_flag}"
            )
        }
    }

    /// The modes of a terminal that no program has changed.
    static let initialModes = "alternate=0 cursor=1 mouse=0 keypad=0\n"

    /// Waits until the screen satisfies a condition, and returns its rows; throws with the last screen after a minute.
    @discardableResult
    func waitFor(_ description: String, _ isShown: ([String]) throws -> Bool) throws -> [String] {
        let deadline = ContinuousClock.now + Self.patience
        var rows = try screen()
        while try !isShown(rows) {
            guard ContinuousClock.now < deadline else {
                let shown = rows.map { "| \($0)\n" }.joined()
                throw Failure(description: "the screen never showed \(description):\n\(shown)")
            }
            poll(nil, 0, 20)
            rows = try screen()
        }
        return rows
    }

    /// Waits until a row contains all of the texts.
    @discardableResult
    func waitForRow(_ texts: String...) throws -> [String] {
        try waitFor(texts.joined(separator: " and ")) { rows in
            rows.contains { row in texts.allSatisfy { row.contains($0) } }
        }
    }

    /// Waits until the screen contains a text, in which line breaks count as spaces.
    @discardableResult
    func waitForText(_ text: String) throws -> [String] {
        try waitFor(text) { $0.joined(separator: " ").contains(text) }
    }

    /// Waits until no row contains a text.
    @discardableResult
    func waitForNo(_ text: String) throws -> [String] {
        try waitFor("no \(text)") { rows in !rows.contains { $0.contains(text) } }
    }
}

// MARK: - The shell

extension TmuxSession {
    /// Types a line for the shell, which prints the line's exit code at its end.
    func start(_ line: String) throws {
        lineCount += 1
        let end = "end\(lineCount)=$?"
        try type("\(line); echo \"\(end)\"")
        // Until the shell shows the line, its prompt looks like that after the line's end.
        try waitFor("the line") { $0.joined().contains(end) }
        try send("Enter")
    }

    /// Waits for the end of the last line, and compares its exit code.
    func waitForEnd(code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let mark = "end\(lineCount)="
        // The row of the command itself can begin with the mark too, before `$?`.
        func printedCode(_ rows: [String]) -> Int32? {
            rows.compactMap { $0.hasPrefix(mark) ? Int32($0.dropFirst(mark.count)) : nil }.last
        }
        var rows = try waitFor("the end of the program") { rows in
            printedCode(rows) != nil || rows.last { !$0.isEmpty } == "$"
        }
        if printedCode(rows) == nil {
            // The shell drops the rest of a line whose program ends by SIGINT.
            try type("echo \"\(mark)$?\"")
            try send("Enter")
            rows = try waitFor("the exit code of the program") { printedCode($0) != nil }
        }
        let found = printedCode(rows)
        #expect(found == code, "\(rows.joined(separator: "\n"))", sourceLocation: sourceLocation)
    }

    /// Runs a line in the shell to its end.
    func run(_ line: String, code: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try start(line)
        try waitForEnd(code: code, sourceLocation: sourceLocation)
    }
}
