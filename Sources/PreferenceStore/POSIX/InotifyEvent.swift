import Glibc

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

    /// The start of a record, laid out as `inotify_event`, which ends with an array of no length that Swift cannot load.
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
