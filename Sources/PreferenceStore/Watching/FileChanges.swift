/// What a wait for changes of files came to.
public enum FileChanges: Hashable, Sendable {
    /// The files at these paths may have changed: each path once, as it was given, in no order.
    case changed([String])
    /// No file changed until the timeout.
    case timedOut
    /// The watcher was stopped.
    case stopped
}
