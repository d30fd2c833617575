import Glibc

/// The time in which changes are recorded: until a program ends, or the user or a signal ends it.
///
/// Without a program, a line on the terminal ends it, or Ctrl-C. With one, Ctrl-C and Ctrl-\ go to the program alone, as
/// in `EditedFile`; another signal is passed on to it. Until this value ends, the signals do not end this process.
package struct RecordingSession: ~Copyable {
    package enum Event: Hashable {
        /// A watched file may have changed.
        case changed
        /// The program has ended.
        case programEnded(ProgramEnd)
        /// The user or a signal has ended the recording.
        case ended
    }

    /// The shell's command that becomes the program; a missing one has the exit code of sh(1), without its message.
    private static let start = "command -v \"$1\" >/dev/null || exit 127; exec"

    private let signals: EndingSignals
    private let terminalSignals: TerminalSignals?
    private let program: ChildProcess?

    /// Starts a program, or nothing if the user ends the recording.
    ///
    /// - Parameter command: The name of a program that is in `PATH`, or its path, and its arguments; empty for none.
    package static func start(running command: [String]) throws(SystemError) -> RecordingSession {
        let signals = try EndingSignals.hold()
        guard !command.isEmpty else { return RecordingSession(signals: signals, terminalSignals: nil, program: nil) }
        let terminalSignals = TerminalSignals.ignore()
        let program: ChildProcess
        do throws(SystemError) {
            program = try ChildProcess.run(
                Self.start,
                command,
                named: "prefs",
                blocking: signals.previous,
                resetting: terminalSignals.notIgnored
            )
        } catch {
            terminalSignals.restore()
            signals.release()
            throw error
        }
        return RecordingSession(signals: signals, terminalSignals: terminalSignals, program: program)
    }

    private init(signals: consuming EndingSignals, terminalSignals: TerminalSignals?, program: consuming ChildProcess?)
    {
        self.signals = signals
        self.terminalSignals = terminalSignals
        self.program = program
    }

    deinit {
        terminalSignals?.restore()
        signals.takeAll()
        signals.release()
    }

    /// Waits for the next event, poll(2).
    package func nextEvent(watching watcher: FileWatcher) throws(SystemError) -> Event {
        while true {
            var files = [pollfd(fd: watcher.inotify.number, events: Int16(POLLIN), revents: 0), signals.arrival]
            switch program {
            case .some(let program): files.append(program.arrival)
            // A process in the background must not read the terminal.
            case .none where isInForeground: files.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0))
            case .none: break
            }
            try retryingOnInterrupt { unsafe poll(&files, nfds_t(files.count), -1) }
            // Before the end, so that no change is missed.
            if files[0].revents != 0 { return .changed }
            if files[1].revents != 0 {
                try program?.pass(on: signals.pending)
                return .ended
            }
            guard files.count > 2, files[2].revents != 0 else { continue }
            switch program {
            case .some(let program):
                if let end = try program.ending() { return .programEnded(end) }
            case .none:
                _ = try StandardStream.input.readLine()
                return .ended
            }
        }
    }

    private var isInForeground: Bool { StandardStream.input.isTerminal && tcgetpgrp(STDIN_FILENO) == getpgrp() }
}
