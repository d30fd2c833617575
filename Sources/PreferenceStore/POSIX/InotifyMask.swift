import Glibc

/// Which events of a file are asked for, inotify(7).
struct InotifyMask: OptionSet {
    let rawValue: UInt32

    /// Names in a folder: that they come, go, stand for another file or have other permissions; and that the folder goes.
    ///
    /// What is written to the files in it causes no event. No file but a folder is watched.
    static let names = InotifyMask(
        IN_CREATE,
        IN_DELETE,
        IN_MOVED_FROM,
        IN_MOVED_TO,
        IN_ATTRIB,
        IN_DELETE_SELF,
        IN_MOVE_SELF,
        IN_ONLYDIR
    )

    /// A file's contents and permissions, and that it goes.
    ///
    /// A symbolic link is not followed. What is written through mmap(2) is told when the file is closed.
    static let contents = InotifyMask(
        IN_MODIFY,
        IN_CLOSE_WRITE,
        IN_ATTRIB,
        IN_DELETE_SELF,
        IN_MOVE_SELF,
        IN_DONT_FOLLOW
    )

    /// Events that are asked for beside those before, where they would take their place.
    static let adding = InotifyMask(IN_MASK_ADD)

    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    private init(_ bits: Int32...) {
        self.init(rawValue: bits.reduce(0) { $0 | UInt32(bitPattern: $1) })
    }
}
