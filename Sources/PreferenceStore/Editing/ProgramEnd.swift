/// How a program has ended, waitpid(2).
package enum ProgramEnd: Hashable, Sendable {
    /// With an exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
}
