package import Glibc

/// Who is at work: the task that runs, which may go from one thread to another, or else the thread, pthread_self(3).
///
/// It tells one from all others as long as it is at work.
package enum Caller: Hashable, Sendable {
    case task(UInt)
    case thread(pthread_t)

    /// The one that this code runs in.
    package static var current: Caller {
        // The handle is compared alone: it is of no other use once the task has ended.
        let task = unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) } }
        return task.map(Caller.task) ?? .thread(pthread_self())
    }
}
