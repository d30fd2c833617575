import Glibc

extension CallingProcess {
    /// Has a write beyond the limit of ulimit(1) fail like one on a full disk, where SIGXFSZ would end the process in it.
    package static func ignoreFileSizeSignal() {
        signal(SIGXFSZ, SIG_IGN)
    }
}
