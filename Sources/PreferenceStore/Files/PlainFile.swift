import Glibc

/// A file of any bytes that the user names.
package enum PlainFile {
    /// Every byte of a file, whether it is a regular one, a pipe or a device.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor.open(path, O_RDONLY)
        return try readToEnd(of: file.number)
    }

    /// Every byte of a file; nil where nothing is at the path.
    package static func readIfThere(_ path: String) throws(SystemError) -> [UInt8]? {
        do {
            return try read(path)
        } catch .noSuchFile {
            return nil
        } catch .notFolder {
            return nil
        }
    }
}
