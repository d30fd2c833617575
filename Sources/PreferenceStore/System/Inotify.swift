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
        try retryingOnInterrupt { unsafe inotify_add_watch(number, path.terminatedBytes, events.rawValue) }
    }

    /// Ends a watch, inotify_rm_watch(2).
    ///
    /// The system has ended it already where the file is gone.
    func removeWatch(_ watch: Int32) {
        _ = inotify_rm_watch(number, watch)
    }

    /// Takes all events from the queue, read(2); none where it is empty.
    ///
    /// A read that leaves room for another event has emptied it. To read on until there is none would last for as long
    /// as somebody goes on writing.
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

/// Where an event of inotify(7) tells that something happens.
struct WatchPoint: Hashable {
    /// The number of the watch; the system gives it to no other watch later.
    let watch: Int32
    /// The name in the watched directory; empty for the watched file or directory itself.
    let name: [UInt8]
}

/// What the system tells in a record of inotify(7).
enum InotifyEvent: Hashable {
    /// Something happened to a file or a name.
    case change(WatchPoint)
    /// The queue was full: any number of events are lost.
    case overflow

    /// The most bytes that a record has, with the longest name and a NUL.
    static let sizeLimit = MemoryLayout<Header>.size + Int(NAME_MAX) + 1

    /// The events in records, as read(2) gives them.
    ///
    /// A record that is cut short, which the system never gives, counts as lost events.
    static func parse(_ records: RawSpan) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var rest = records
        while !rest.isEmpty {
            let headerSize = MemoryLayout<Header>.size
            guard rest.byteCount >= headerSize else { return events + [.overflow] }
            let header = unsafe rest.unsafeLoadUnaligned(as: Header.self)
            let nameSize = Int(header.nameSize)
            guard nameSize <= rest.byteCount - headerSize else { return events + [.overflow] }
            let name = rest.extracting(headerSize..<headerSize + nameSize)
            events.append(InotifyEvent(header, name: name))
            rest = rest.extracting((headerSize + nameSize)...)
        }
        return events
    }

    /// The start of a record, laid out as `inotify_event`, which ends with an array of no length that Swift cannot
    /// load.
    private struct Header: BitwiseCopyable {
        let watch: Int32
        let mask: UInt32
        let cookie: UInt32
        let nameSize: UInt32
    }

    private init(_ header: Header, name: RawSpan) {
        guard header.mask & UInt32(IN_Q_OVERFLOW) == 0 else {
            self = .overflow
            return
        }
        // One NUL or more fill the record up.
        let bytes = unsafe name.withUnsafeBytes { unsafe Array($0.prefix { $0 != 0 }) }
        self = .change(WatchPoint(watch: header.watch, name: bytes))
    }
}

/// Which events of a file are asked for, beside those that were before, inotify(7).
struct InotifyMask {
    let rawValue: UInt32

    /// Names in a directory: that they come, go, stand for another file or have other permissions; and that the
    /// directory goes.
    ///
    /// What is written to the files in it causes no event. No file but a directory is watched.
    static let names = InotifyMask(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    )

    /// A file's contents and permissions, and that it goes.
    ///
    /// A symbolic link is not followed. What is written through mmap(2) is told when the file is closed.
    static let contents = InotifyMask(
        IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW
    )

    private init(_ events: Int32) {
        rawValue = UInt32(bitPattern: events) | UInt32(bitPattern: IN_MASK_ADD)
    }
}
