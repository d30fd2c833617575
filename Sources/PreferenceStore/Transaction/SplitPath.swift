/// A path as the folder and the name in it.
struct SplitPath {
    let folder: String
    let name: String

    /// A path cut at its last slash; nil where no name of a file follows: nothing, `.` or `..`.
    init?(_ path: String) {
        let name =
            path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
        guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return nil }
        self.name = String(Substring(name))
        folder =
            if name.startIndex == path.startIndex {
                "."
            } else if path.utf8.index(after: path.startIndex) == name.startIndex {
                "/"
            } else {
                String(path[..<path.utf8.index(before: name.startIndex)])
            }
    }

    /// A path of a file, cut at its last slash.
    ///
    /// - Throws: `notRegularFile` where it can only be a folder's, and `system` where it is empty or holds a NUL.
    init(checking path: String) throws(PreferenceStoreError) {
        guard !path.isEmpty else { throw .system(.open, path: path, .noSuchFile) }
        guard !path.utf8.contains(0) else { throw .system(.open, path: path, .invalidArgument) }
        guard let split = SplitPath(path) else { throw .notRegularFile(path: path, .folder) }
        self = split
    }
}
