import Glibc

/// A file of any bytes that the user names.
package enum PlainFile {
    /// Every byte of a file, whether it is a regular one, a pipe or a device.
    ///
    /// - Throws: `EFBIG` where there are more bytes than any preferences have.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        try contents(of: try FileDescriptor.open(path, O_RDONLY))
    }

    private static func contents(of file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
        let size = try file.status().size
        guard size <= FileReader.sizeLimit else { throw .fileTooLarge }
        // A regular file is read into memory that it fills; a pipe has no size, and any file may have grown.
        let bytes = try file.read(upTo: size)
        let rest = try readToEnd(of: file.number)
        return rest.isEmpty ? bytes : bytes + rest
    }

    private static func isReachable(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path)) != nil
    }

    /// Whether a path leads to a regular file, which can be read without waiting for anybody.
    package static func isRegular(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path).kind) == .regular
    }

    /// Every byte of a regular file, without waiting for anybody; nil where nothing is at the path, or on the way to it a
    /// folder that may not be entered.
    ///
    /// - Throws: `EINVAL` where there is another kind of file.
    package static func readIfThere(_ path: String) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            let file = try FileDescriptor.open(path, FileReader.openFlags)
            guard try file.status().kind == .regular else { throw .invalidArgument }
            return try contents(of: file)
        } catch .noSuchFile {
            return nil
        } catch .notFolder {
            return nil
        } catch .permissionDenied where !isReachable(path) {
            return nil
        }
    }
}
