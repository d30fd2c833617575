import Glibc

/// A new folder that its owner alone may enter.
struct PrivateFolder: ~Copyable {
    /// Its path, absolute.
    let path: String
    let descriptor: FileDescriptor

    /// Makes a folder in another, mkdtemp(3): mode 0700, and a name that nobody can foresee.
    ///
    /// - Parameter name: what its name begins with.
    static func make(_ name: String, in parent: String) throws(SystemError) -> PrivateFolder {
        guard !parent.utf8.contains(0) else { throw .invalidArgument }
        var template = Array("\(parent)/\(name).XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .last }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            return PrivateFolder(path: path, descriptor: try .open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
        } catch {
            unsafe rmdir(path)
            throw error
        }
    }

    private init(path: String, descriptor: consuming FileDescriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Removes the files in it, whoever made them, and itself, rmdir(2).
    func remove() {
        for name in (try? descriptor.names()) ?? [] {
            try? descriptor.remove(name)
        }
        unsafe rmdir(path)
    }
}
