/// A path as the folder and the name in it.
struct SplitPath {
    let folder: String
    let name: String

    /// A path cut at its last slash; nil where no name of a file follows: nothing, `.` or `..`.
    init?(_ path: String) {
        let slash = UInt8(ascii: "/")
        let folder = path.utf8.lastIndex(of: slash).map { path.utf8[...$0] }
        let name = path.utf8[(folder?.endIndex ?? path.startIndex)...]
        guard !name.isEmpty, !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) else { return nil }
        self.name = String(Substring(name))
        // Many slashes are one, so that the folder's own name stands at its end.
        if let end = folder?.lastIndex(where: { $0 != slash }) {
            self.folder = String(Substring(path.utf8[...end]))
        } else {
            self.folder = folder == nil ? "." : "/"
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
