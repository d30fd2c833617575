import CLinux
import Glibc

/// The file of a policy, which only root can have put in its place.
///
/// Every directory on the way, and the file, belong to root, and nobody else can write them; so every link is root's
/// too. The walk opens each of them, and checks what it has opened: another user cannot exchange them meanwhile.
enum ManagedFile {
    enum Finding: ~Copyable {
        case file(FileDescriptor)
        case missing
        /// The path of a directory or file that somebody else owns, or can write.
        case untrusted(String)
    }

    /// Whether there can be policies in a directory with an absolute path; one call of the system tells that nobody has
    /// made any.
    static func canExist(in directory: String) -> Bool {
        guard isThere(parent(of: directory)) else { return false }
        do { return try status(of: directory) != nil } catch { return true }
    }

    /// Returns the status of a file or directory; nil if it does not exist.
    ///
    /// - Throws: Also `noSuchFile` or `notDirectory` if something is in its place, or on the way, that leads nowhere: a
    ///   link, for example to a share that is not mounted, or a file. That is not the same as no policy.
    static func status(of path: String) throws(SystemError) -> FileStatus? {
        if let status = try nilIfPathMissing(try FileDescriptor.status(ofPath: path)) { return status }
        if isThere(path) { throw .noSuchFile }
        guard path != "/", let directory = try status(of: parent(of: path)) else { return nil }
        guard directory.kind == .directory else { throw .notDirectory }
        return nil
    }

    private static func isThere(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path, followsLink: false)) != nil
    }

    private static func parent(of path: String) -> String { SplitPath(path)?.directory ?? "/" }

    /// Opens the file at an absolute path for reading.
    static func find(_ path: String) throws(SystemError) -> Finding {
        guard canExist(in: parent(of: path)), try status(of: path) != nil else { return .missing }
        var names = Array(path.split(separator: "/").reversed())
        var walked = ""
        var directory = try FileDescriptor.open("/", openPathOnly | O_DIRECTORY)
        var linkCount = 0
        while let name = names.popLast() {
            if let destination = try directory.destination(ofLink: String(name)) {
                linkCount += 1
                guard linkCount <= DirectoryWalk.linkLimit else { throw .tooManySymbolicLinks }
                names += destination.split(separator: "/").reversed()
                if destination.isAbsolutePath {
                    walked = ""
                    directory = try .open("/", openPathOnly | O_DIRECTORY)
                }
                continue
            }
            guard name != "." else { continue }
            walked += "/\(name)"
            let flags = names.isEmpty ? FileDescriptor.readingFlags : openPathOnly | O_DIRECTORY
            guard let next = try nilIfPathMissing(try directory.open(String(name), flags | O_NOFOLLOW)) else {
                return .missing
            }
            guard try next.status().isOfRootAlone else { return .untrusted(walked) }
            if names.isEmpty { return .file(next) }
            directory = next
        }
        return .missing
    }
}

extension FileStatus {
    /// Whether the file belongs to root, and nobody else can write it.
    fileprivate var isOfRootAlone: Bool { owner.user == 0 && permissions & (S_IWGRP | S_IWOTH) == 0 }
}
