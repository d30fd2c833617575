import Glibc
package import PropertyLists

/// A file of arbitrary bytes that the user names.
package enum PlainFile {
    /// Reads all bytes of a file, which may be a regular file, a pipe, a terminal or null(4).
    ///
    /// - Throws: `EFBIG` if a file is larger than any preferences, `FileDescriptor.sizeLimit`, or a pipe has more than
    ///   256 MB; `EOPNOTSUPP` for another device.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        try FileDescriptor.contents(ofPath: path)
    }

    /// Reads all bytes of a regular file, without waiting for another process.
    ///
    /// - Returns: nil if nothing exists at the path, or a directory on the way may not be entered.
    /// - Throws: `EINVAL` if the file is not a regular file.
    package static func readIfExists(_ path: String) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            guard let file = try nilIfPathMissing(try FileDescriptor.open(path, FileDescriptor.readingFlags)) else {
                return nil
            }
            guard try file.status().kind == .regular else { throw .invalidArgument }
            return try file.readToEnd()
        } catch .permissionDenied where (try? FileDescriptor.status(ofPath: path)) == nil {
            return nil
        }
    }

    /// Returns what tells the file at a path from any other, also from a later one with the same inode.
    ///
    /// - Returns: the inode, and the time of the last write in nanoseconds; nil if there is no file. A symbolic link is
    ///   a file of its own.
    package static func mark(ofPath path: String) -> [Int64]? {
        guard let split = try? SplitPath(checking: path),
            let directory = try? DirectoryWalk.directoryIfExists(split.directory),
            let status = try? directory.descriptor.status(of: split.name)
        else { return nil }
        return [Int64(bitPattern: UInt64(status.identity.inode)), status.modified.nanoseconds]
    }

    /// Reads a property list with any root, and returns also its format and bytes.
    ///
    /// If another program changes a regular file during the read, the file is read again, as in
    /// ``SuiteFile/read(keys:)``. An empty file is not a property list.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - readsStreams: whether to read a pipe or a device to its end, such as that of `<(...)` in a shell. Otherwise
    ///     they are refused, because a suite is never one.
    /// - Throws: the errors of ``SuiteFile/read(keys:)``, and `system` if nothing exists at the path.
    package static func readPropertyList(
        _ path: String,
        readsStreams: Bool = true
    ) throws(PreferenceStoreError) -> (value: PropertyList, format: PropertyListFormat, bytes: [UInt8]) {
        func parse(_ bytes: [UInt8]) throws(PreferenceStoreError) -> (PropertyList, PropertyListFormat) {
            guard !bytes.isEmpty else { throw .corrupt(path: path, PropertyListError(.empty)) }
            return try parsing(path, try PropertyList.parse(bytes.span))
        }
        // A pipe is detected without opening it: its writer would see a reader.
        switch try throwing(.open, path, try FileDescriptor.status(ofPath: path)).kind {
        case .fifo where readsStreams, .socket where readsStreams, .device where readsStreams:
            let bytes = try throwing(.read, path, try read(path))
            let (value, format) = try parse(bytes)
            return (value, format, bytes)
        default:
            let reader = FileReader(path: path)
            let reading = try reader.read(
                opening: try nilIfPathMissing(try FileDescriptor.open(path, FileDescriptor.readingFlags)),
                decode: parse
            )
            guard let reading else { throw .system(.open, path: path, .noSuchFile) }
            return (reading.content.0, reading.content.1, reading.bytes)
        }
    }

    /// Returns whether a path leads to a regular file, which can be read without waiting for another process.
    package static func isRegular(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path).kind) == .regular
    }

    /// Returns whether a path leads to what is written as it is, and cannot be replaced: a device in `/dev`, or a
    /// descriptor of this process such as `/dev/stderr` or `/dev/fd/63`, behind which a file or a pipe is.
    ///
    /// A pipe with a name of its own is none: its owner could let this process wait.
    package static func isStream(_ path: String) -> Bool {
        switch try? FileDescriptor.status(ofPath: path).kind {
        case .device: path.hasPrefix("/dev/")
        case .fifo, .regular:
            path == "/dev/stdout" || path == "/dev/stderr" || path.hasPrefix("/dev/fd/")
                || path.hasPrefix("/proc/self/fd/")
        default: false
        }
    }

    /// Writes bytes behind those that a stream has, as ``isStream(_:)`` tells one.
    package static func write(_ bytes: [UInt8], toStreamAt path: String) throws(SystemError) {
        try FileDescriptor.open(path, O_WRONLY | O_APPEND).write(bytes.span)
    }

    /// Returns whether a path leads to a pipe, which can be read only once.
    package static func isPipe(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path).kind) == .fifo
    }

    /// Returns whether a path leads to a directory.
    package static func isDirectory(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path).kind) == .directory
    }

    /// Returns the names in a directory, in no particular order; none if it does not exist.
    package static func names(inDirectory path: String) throws(PreferenceStoreError) -> [String] {
        guard let directory = try DirectoryWalk.directoryIfExists(path) else { return [] }
        return try throwing(.list, path, try directory.descriptor.names())
    }

    /// Returns the time of modification of the file at a path, since the epoch; nil if there is none.
    package static func modificationTime(of path: String) -> Duration? {
        try? FileDescriptor.status(ofPath: path).modified
    }

    /// Returns whether users other than the owner may read the file at a path.
    package static func isOpenToOthers(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path).permissions).map { $0 & 0o044 != 0 } ?? false
    }
}
