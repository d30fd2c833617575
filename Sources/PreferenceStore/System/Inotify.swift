import Glibc

/// A queue of file events, inotify(7).
extension FileDescriptor {
    /// Creates an empty queue, inotify_init1(2).
    static func inotify() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
    }

    /// Adds events of the file at a path to those that are reported, inotify_add_watch(2).
    ///
    /// The file is not opened: the call does not wait for a FIFO, and changes no time of access.
    ///
    /// - Returns: the number of the watch, which is the same for every path of a file.
    func addWatch(_ path: BytePath, for events: InotifyMask) throws(SystemError) -> Int32 {
        try retryingOnInterrupt { unsafe inotify_add_watch(number, path.terminatedBytes, events.rawValue) }
    }

    /// Ends a watch, inotify_rm_watch(2).
    ///
    /// If the file no longer exists, the system has already ended it.
    func removeWatch(_ watch: Int32) {
        _ = inotify_rm_watch(number, watch)
    }

    /// Takes all events from the queue, read(2); none if it is empty.
    ///
    /// A read that leaves room for another event has emptied the queue. Reading until nothing is left would take as
    /// long as another program keeps writing.
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

/// The place to which an event of inotify(7) refers.
struct WatchPoint: Hashable {
    /// The number of the watch; the system never gives it to another watch.
    let watch: Int32
    /// The name in the watched directory; empty for the watched file or directory itself.
    let name: [UInt8]
}

/// The event in a record of inotify(7).
enum InotifyEvent: Hashable {
    /// Something happened to a file or a name.
    case change(WatchPoint)
    /// The queue was full: any number of events are lost.
    case overflow

    /// The maximum size of a record, in bytes, with the longest name and a NUL.
    static let sizeLimit = MemoryLayout<Header>.size + Int(NAME_MAX) + 1

    /// Parses the events in records from read(2).
    ///
    /// An incomplete record, which the system never returns, counts as lost events.
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

    /// The start of a record, with the layout of `inotify_event`.
    ///
    /// That type ends with an array of no length, which Swift cannot load.
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
        // One or more NULs pad the record.
        let bytes = unsafe name.withUnsafeBytes { unsafe Array($0.prefix { $0 != 0 }) }
        self = .change(WatchPoint(watch: header.watch, name: bytes))
    }
}

/// The events of a file to report, in addition to earlier ones, inotify(7).
struct InotifyMask {
    let rawValue: UInt32

    /// Events of names in a directory: they appear, disappear, refer to another file, or get other permissions.
    ///
    /// The removal or move of the directory itself is also an event. A write to a file in it is not. Only a directory
    /// is watched.
    static let names = InotifyMask(
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    )

    /// Events of a file's contents and permissions, and its removal or move.
    ///
    /// A symbolic link is not followed. A write through mmap(2) is reported when the file is closed.
    static let contents = InotifyMask(
        IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW
    )

    private init(_ events: Int32) {
        rawValue = UInt32(bitPattern: events) | UInt32(bitPattern: IN_MASK_ADD)
    }
}
