package struct SplitPath {
    let directory: String
    let name: String

    /// Splits a path at its last slash; returns nil if the part after it cannot name a file: an empty name, `.` or
    /// `..`.
    init?(_ path: String) {
        let slash = UInt8(ascii: "/")
        let directory = path.utf8.lastIndex(of: slash).map { path.utf8[...$0] }
        let name = path.utf8[(directory?.endIndex ?? path.startIndex)...]
        guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return nil }
        self.name = String(Substring(name))
        // Consecutive slashes count as one, so all of them at the end are removed.
        if let end = directory?.lastIndex(where: { $0 != slash }) {
            self.directory = String(Substring(path.utf8[...end]))
        } else {
            self.directory = directory == nil ? "." : "/"
        }
    }

    init(checking path: String) throws(PreferenceStoreError) {
        guard !path.isEmpty else { throw .system(.open, path: path, .noSuchFile) }
        guard !path.utf8.contains(0) else { throw .system(.open, path: path, .invalidArgument) }
        guard let split = SplitPath(path) else { throw .notRegularFile(path: path, .directory) }
        self = split
    }
}

extension String {
    package var isAbsolutePath: Bool {
        utf8.first == UInt8(ascii: "/")
    }

    /// The part of a path after its last slash.
    package var lastPathComponent: String {
        utf8.lastIndex(of: UInt8(ascii: "/")).map { String(self[utf8.index(after: $0)...]) } ?? self
    }
}
