import Synchronization

private let starting = Mutex(())

/// Does something while no other thread starts a program.
///
/// A program that is being started has copies of all open files for a moment. A file that is closed meanwhile stays open
/// there, and whoever watches it hears of its end later, when a test expects no news any more.
func withoutStartingPrograms<Outcome: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> sending Outcome
) throws(Failure) -> sending Outcome {
    try starting.withLock { _ throws(Failure) in try body() }
}
