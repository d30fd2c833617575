import Glibc

/// The time in which changes are recorded: until a program ends, or the user or a signal ends it.
///
/// Without a program, a line on the terminal ends it, or Ctrl-C, or any input from a pipe. With one, Ctrl-C and Ctrl-\
/// go to the program alone, as in `EditedFile`; another signal is passed on to it. Until this value ends, the signals
/// do not end this process.
package struct RecordingSession: ~Copyable {
    package enum Event: Hashable {
        /// A watched file may have changed.
        case changed
        /// The program has ended.
        case programEnded(ProgramEnd)
        /// The user or a signal has ended the recording; a program may still run.
        case ended
        case timedOut
    }

    /// The time in which a program must end after it got a signal.
    private static let endingTime: Duration = .seconds(5)
    /// The time after which a process in the background looks whether it has the terminal: no signal says so.
    private static let backgroundPause: Duration = .seconds(1)

    private let signals: EndingSignals
    private let terminalSignals: TerminalSignals?
    private let program: ChildProcess?
    /// The time at which the recording ends even if the program does not; nil before it got a signal.
    private var deadline: Duration?

    /// Starts a program, or nothing if the user ends the recording.
    ///
    /// - Parameter command: The name of a program that is in `PATH`, or its path, and its arguments; empty for none.
    package static func start(running command: [String]) throws(SystemError) -> RecordingSession {
        let signals = try EndingSignals.hold()
        guard !command.isEmpty else { return RecordingSession(signals: signals, terminalSignals: nil, program: nil) }
        let terminalSignals = TerminalSignals.ignore()
        let program: ChildProcess
        do throws(SystemError) {
            program = try .run(command, blocking: signals.previous, resetting: terminalSignals.notIgnored)
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
        signals.take()
        signals.release()
    }

    /// Takes the signals that have arrived since the end, so that they do not interrupt what follows.
    package func takeSignals() {
        signals.take()
    }

    /// Waits for the next event, poll(2): a signal first, then the end of the program, and changes last.
    ///
    /// - Parameter timeout: The time to wait; nil waits forever.
    package mutating func nextEvent(
        watching watcher: FileWatcher,
        timeout: Duration?
    ) throws(SystemError) -> Event {
        let timeLimit = timeout.map { SystemClock.uptime() + $0 }
        while true {
            let time = SystemClock.uptime()
            if let deadline, time >= deadline { return .ended }
            var files = [signals.arrival, pollfd(fd: watcher.inotify.number, events: Int16(POLLIN), revents: 0)]
            var ends = [timeLimit, deadline]
            switch program {
            case .some(let program): files.append(program.arrival)
            case .none where canReadInput: files.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0))
            case .none: ends.append(StandardStream.input.isTerminal ? time + Self.backgroundPause : nil)
            }
            let rest = ends.compactMap(\.self).min().map { max($0 - time, .zero) }
            guard try retryingOnInterrupt({ unsafe poll(&files, nfds_t(files.count), pollTime(rest)) }) > 0 else {
                if let timeLimit, SystemClock.uptime() >= timeLimit { return .timedOut }
                continue
            }
            if files[0].revents != 0 {
                if end(by: signals.take()) { return .ended }
            } else if files.count > 2, files[2].revents != 0 {
                switch program {
                case .some(let program): if let end = try program.ending() { return .programEnded(end) }
                case .none: if endsInput() { return .ended }
                }
            } else {
                return .changed
            }
        }
    }

    /// Passes signals on to the program.
    ///
    /// - Returns: Whether they end the recording: without a program, or if it has got other ones before.
    private mutating func end(by signals: [Int32]) -> Bool {
        switch program {
        case .some(let program): program.pass(on: signals)
        case .none: return true
        }
        guard deadline == nil else { return true }
        deadline = SystemClock.uptime() + Self.endingTime
        return false
    }

    /// Whether standard input can end the recording: a pipe, or a terminal in whose foreground this process is.
    ///
    /// A process in the background must not read its terminal.
    private var canReadInput: Bool { StandardStream.input.isPipe || isInForeground }

    private var isInForeground: Bool { StandardStream.input.isTerminal && tcgetpgrp(STDIN_FILENO) == getpgrp() }

    /// Takes a line from the terminal; input from a pipe stays there, since it may have no line.
    ///
    /// - Returns: Whether it ends the recording.
    private func endsInput() -> Bool {
        guard !StandardStream.input.isPipe else { return true }
        guard isInForeground else { return false }
        _ = try? StandardStream.input.readLine()
        return true
    }
}
