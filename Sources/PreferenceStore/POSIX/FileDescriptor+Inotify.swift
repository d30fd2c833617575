import Glibc

/// A queue of what happens to files, inotify(7).
extension FileDescriptor {
    /// Makes an empty queue, inotify_init1(2).
    static func inotify() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
    }

    /// Has what happens to the file at a path told, beside what is told already, inotify_add_watch(2).
    ///
    /// The file is not opened: a FIFO is not waited for, and no time of access changes.
    ///
    /// - Returns: the number of the watch, the same for every path of a file.
    func addWatch(_ path: BytePath, for events: InotifyMask) throws(SystemError) -> Int32 {
        let mask = events.union(.adding).rawValue
        return try retryingOnInterrupt { unsafe inotify_add_watch(number, path.terminatedBytes, mask) }
    }

    /// Ends a watch, inotify_rm_watch(2).
    ///
    /// The system has ended it already where the file is gone.
    func removeWatch(_ watch: Int32) {
        _ = inotify_rm_watch(number, watch)
    }

    /// Takes all events from the queue, read(2); none where it is empty.
    ///
    /// A read that leaves room for another event has emptied it. To read on until there is none would last for as long as
    /// somebody goes on writing.
    func takeEvents() throws(SystemError) -> [InotifyEvent] {
        try unsafe withTemporaryBytes(64 * 1024) { buffer throws(SystemError) in
            var events: [InotifyEvent] = []
            do throws(SystemError) {
                var count: Int
                repeat {
                    count = try retryingOnInterrupt { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
                    let records = unsafe UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
                    events += unsafe InotifyEvent.parse(records.bytes)
                } while count > buffer.count - InotifyEvent.sizeLimit
            } catch .wouldBlock {
                // The queue was empty.
            }
            return events
        }
    }
}
