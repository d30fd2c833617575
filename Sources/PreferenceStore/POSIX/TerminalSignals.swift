import Glibc

/// The signals that a terminal sends when its user types Ctrl-C or Ctrl-\, ignored while another program has the terminal.
///
/// Linux keeps a signal that is held back, even one that is ignored: so they are let through meanwhile, to nothing.
struct TerminalSignals {
    private let actions: [(signal: Int32, action: sigaction)]

    private static let signals = [SIGINT, SIGQUIT]

    /// Ignores the signals, sigaction(2), and lets them through, pthread_sigmask(3).
    static func ignore() -> TerminalSignals {
        var actions: [(signal: Int32, action: sigaction)] = []
        for signal in signals {
            var action = sigaction()
            unsafe sigaction(signal, nil, &action)
            Glibc.signal(signal, SIG_IGN)
            actions.append((signal, action))
        }
        setHeld(SIG_UNBLOCK)
        return TerminalSignals(actions: actions)
    }

    /// Those that were not ignored before.
    var heeded: [Int32] {
        actions.filter { unsafe unsafeBitCast($0.action.__sigaction_handler.sa_handler, to: Int.self) != 1 }
            .map(\.signal)
    }

    /// Holds the signals back again, and has those that come do what they did before.
    func restore() {
        Self.setHeld(SIG_BLOCK)
        for (signal, action) in actions {
            var action = action
            unsafe sigaction(signal, &action, nil)
        }
    }

    private static func setHeld(_ how: Int32) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals {
            unsafe sigaddset(&set, signal)
        }
        unsafe pthread_sigmask(how, &set, nil)
    }
}
