import Glibc

/// What a name in a folder stands for, inode(7).
public enum FileKind: String, Sendable {
    /// A file of bytes.
    case regular = "regular file"
    /// A folder.
    case folder
    /// A symbolic link.
    case symbolicLink = "symbolic link"
    /// A pipe with a name.
    case fifo = "FIFO"
    /// A socket of the UNIX domain.
    case socket
    /// A device: character or block.
    case device
    /// Nothing that inode(7) knows.
    case other

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .fifo
            case S_IFSOCK: .socket
            case S_IFCHR, S_IFBLK: .device
            default: .other
            }
    }
}
