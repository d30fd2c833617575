import CLinux
import Glibc

/// The terminal on standard input and output, as a program uses it that draws on the whole screen.
///
/// While it is entered, keys arrive one by one and unechoed, termios(3), and the screen is the alternate one of xterm:
/// what the shell printed before is there again afterwards. It is restored however the process ends, except by SIGKILL.
package final class TerminalDevice {
    /// The number of rows and columns.
    package struct Size: Hashable, Sendable {
        package var rows: Int
        package var columns: Int

        package init(rows: Int, columns: Int) {
            self.rows = rows
            self.columns = columns
        }
    }

    package enum Event: Hashable {
        /// Bytes from the keyboard and the mouse, which can end within a character.
        case input([UInt8])
        case resized
        /// A watched file may have changed.
        case changed
        /// SIGTSTP asks the process to stop.
        case stop
        /// The process was stopped by SIGSTOP, and continues: the screen must be drawn again.
        case continued
        /// A signal will end the process as soon as the terminal is left, or the terminal does not exist any more.
        case end
        case timedOut
    }

    private var isEntered = false
    private var original = termios()
    private var ending: EndingSignals?
    /// Readable while a signal has arrived that does not end the process.
    private let news: FileDescriptor

    private static let newsSignals = [SIGWINCH, SIGTSTP, SIGCONT]

    /// The alternate screen, an invisible cursor, bracketed paste, and mouse clicks in the SGR form; see xterm's
    /// "Control Sequences".
    private static let start: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[2J"
    private static let end: StaticString =
        "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// Takes the terminal, but does not enter it yet.
    package init() throws(SystemError) {
        news = try FileDescriptor.arrival(of: Self.newsSignals)
    }

    deinit {
        leave()
    }

    /// The size; 24 by 80 if the terminal does not know it.
    package var size: Size {
        let size = StandardStream.output.windowSize
        guard size.ws_col > 0, size.ws_row > 0 else { return Size(rows: 24, columns: 80) }
        return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Takes over the screen and the keyboard; signals are now events.
    package func enter() throws(SystemError) {
        guard !isEntered else { return }
        let input = StandardStream.input.rawValue
        try retryingOnInterrupt { unsafe tcgetattr(input, &original) }
        ending = try EndingSignals.hold()
        setNewsBlocked(SIG_BLOCK)
        isEntered = true
        unsafe guardTerminal(
            input,
            StandardStream.output.rawValue,
            UnsafeRawPointer(Self.end.utf8Start).assumingMemoryBound(to: CChar.self),
            Self.end.utf8CodeUnitCount
        )
        try setUp()
    }

    private func setUp() throws(SystemError) {
        var raw = original
        unsafe cfmakeraw(&raw)
        try retryingOnInterrupt { unsafe tcsetattr(StandardStream.input.rawValue, TCSADRAIN, &raw) }
        try write(Self.start)
    }

    /// Restores the screen and the keyboard; a signal that has arrived acts now.
    package func leave() {
        guard isEntered else { return }
        isEntered = false
        restoreTerminal()
        setNewsBlocked(SIG_UNBLOCK)
        ending?.release()
        ending = nil
    }

    /// Stops the process as the terminal's stop key does, and enters the terminal again when it continues.
    package func stop() throws(SystemError) {
        leave()
        raise(SIGTSTP)
        try enter()
    }

    /// Leaves the terminal, and ends the process by a signal.
    package func end() {
        leave()
        signal(SIGINT, SIG_DFL)
        raise(SIGINT)
    }

    /// Writes to the terminal; while nobody reads it, a signal still ends the process.
    package func write(_ bytes: [UInt8]) throws(SystemError) {
        let signals = ending?.held ?? []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try retryingOnInterrupt {
                unsafe rest.withUnsafeBytes { bytes in
                    unsafe writeToTerminal(bytes.baseAddress, bytes.count, signals, signals.count)
                }
            }
            // A terminal that accepts nothing and reports no error would be written to forever.
            guard count > 0 else { throw .inputOutput }
            rest.removeFirst(count)
        }
    }

    private func write(_ text: StaticString) throws(SystemError) {
        try write(unsafe Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)))
    }

    /// Waits for the next event, poll(2).
    ///
    /// - Parameters:
    ///   - watcher: the watcher whose changes are events.
    ///   - timeout: the time to wait; nil waits forever, and zero does not wait.
    package func nextEvent(watching watcher: FileWatcher, timeout: Duration?) throws(SystemError) -> Event {
        let input = StandardStream.input.rawValue
        var files = [input, watcher.inotify.number, news.number].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        if let arrival = ending?.arrival {
            files.append(arrival)
        }
        guard try retryingOnInterrupt({ unsafe poll(&files, nfds_t(files.count), pollTime(timeout)) }) > 0 else {
            return .timedOut
        }
        if files.dropFirst(3).contains(where: { $0.revents != 0 }) { return .end }
        if files[2].revents != 0 { return try takeNews() }
        if files[0].revents != 0 {
            let bytes = try readInput()
            return bytes.isEmpty ? .end : .input(bytes)
        }
        return .changed
    }

    private func readInput() throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            do throws(SystemError) {
                count = try retryingOnInterrupt {
                    unsafe Glibc.read(StandardStream.input.rawValue, buffer.baseAddress, buffer.count)
                }
            } catch {
                failure = error
            }
        }
        // A terminal that was closed fails with EIO.
        if let failure, failure != .inputOutput { throw failure }
        return bytes
    }

    private func takeNews() throws(SystemError) -> Event {
        // signalfd(2) takes a pending signal with each read of 128 bytes, which begin with its number.
        switch try news.read(upTo: 128).first.map(Int32.init) {
        case SIGTSTP: return .stop
        case SIGCONT:
            // The shell has set the terminal to its own needs meanwhile.
            try setUp()
            return .continued
        default: return .resized
        }
    }

    private func setNewsBlocked(_ how: Int32) {
        var set = sigset_t(Self.newsSignals)
        unsafe pthread_sigmask(how, &set, nil)
    }
}
