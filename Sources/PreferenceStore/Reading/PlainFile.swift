import Glibc
package import PropertyLists

/// A file of any bytes that the user names.
package enum PlainFile {
    /// Every byte of a file, whether it is a regular one, a pipe or a device.
    ///
    /// - Throws: `EFBIG` where there are more bytes than any preferences have.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        try contents(of: try FileDescriptor.open(path, O_RDONLY))
    }

    /// Every byte of a regular file, without waiting for anybody; nil where nothing is at the path, or on the way to it
    /// a directory that may not be entered.
    ///
    /// - Throws: `EINVAL` where there is another kind of file.
    package static func readIfThere(_ path: String) throws(SystemError) -> [UInt8]? {
        do throws(SystemError) {
            guard let file = try ifPathThere(try FileDescriptor.open(path, FileReader.openFlags)) else { return nil }
            guard try file.status().kind == .regular else { throw .invalidArgument }
            return try contents(of: file)
        } catch .permissionDenied where (try? FileDescriptor.status(ofPath: path)) == nil {
            return nil
        }
    }

    /// Whether a path leads to a regular file, which can be read without waiting for anybody.
    package static func isRegular(_ path: String) -> Bool {
        (try? FileDescriptor.status(ofPath: path).kind) == .regular
    }

    private static func contents(of file: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
        let size = try file.status().size
        guard size <= FileReader.sizeLimit else { throw .fileTooLarge }
        // A regular file is read into memory that it fills; a pipe has no size, and any file may have grown.
        let bytes = try file.read(upTo: size)
        let rest = try readToEnd(of: file.number)
        return rest.isEmpty ? bytes : bytes + rest
    }
}

/// A property list in a file that the user names, of any root.
package struct PropertyListFile: Sendable {
    package let value: PropertyList
    package let format: PropertyListFormat
    package let bytes: [UInt8]

    /// Reads the file at a path.
    ///
    /// A regular file that another program is writing is read again until it holds still, as ``SuiteFile/read(keys:)``
    /// does; but one without bytes holds no property list.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - readsStreams: whether a pipe or a device, such as the shell makes of `<(...)`, is read to its end; it is
    ///     refused otherwise, as no suite is one.
    /// - Throws: as there; and `system` where nothing is at the path.
    package init(path: String, readsStreams: Bool = true) throws(PreferenceStoreError) {
        func parse(_ bytes: [UInt8]) throws(PreferenceStoreError) -> (PropertyList, PropertyListFormat) {
            guard !bytes.isEmpty else { throw .corrupt(path: path, PropertyListError(.empty)) }
            return try parsing(path, try PropertyList.parse(bytes.span))
        }
        // A pipe is not opened to see that it is one: its writer would take that for its reader.
        switch try throwing(.open, path, try FileDescriptor.status(ofPath: path)).kind {
        case .fifo where readsStreams, .socket where readsStreams, .device where readsStreams:
            bytes = try throwing(.read, path, try PlainFile.read(path))
            (value, format) = try parse(bytes)
        default:
            let reader = FileReader(path: path)
            let reading = try reader.read(opening: try FileDescriptor.open(path, FileReader.openFlags), decode: parse)
            guard let reading else { throw .system(.open, path: path, .noSuchFile) }
            bytes = reading.bytes
            (value, format) = try reading.content.get()
        }
    }
}
