import Glibc

/// A file of any bytes that the user names.
package enum PlainFile {
    /// Every byte of a file, whether it is a regular one, a pipe or a device.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor.open(path, O_RDONLY)
        // A regular file is read into memory that it fills; a pipe has no size, and any file may have grown.
        let bytes = try file.read(upTo: Int(try file.status().size))
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

    /// Every byte of a file; nil where nothing is at the path, or on the way to it a folder that may not be entered.
    package static func readIfThere(_ path: String) throws(SystemError) -> [UInt8]? {
        do {
            return try read(path)
        } catch .noSuchFile {
            return nil
        } catch .notFolder {
            return nil
        } catch .permissionDenied where !isReachable(path) {
            return nil
        }
    }
}
