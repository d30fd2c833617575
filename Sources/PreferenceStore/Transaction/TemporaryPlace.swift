/// A temporary name, with what has it: a new file, or after an exchange the old one.
///
/// When this ends, nothing is left at the name, unless it was abandoned.
struct TemporaryPlace: ~Copyable {
    let name: String
    private let folder: Folder
    private var ownsName = true

    /// The place at a name that was free before and is no one else's.
    init(_ name: String, in folder: Folder) {
        self.name = name
        self.folder = folder
    }

    deinit {
        if ownsName {
            try? folder.descriptor.remove(name)
        }
    }

    /// Puts the file at a name, in place of what is there.
    mutating func replace(_ other: String) throws(SystemError) {
        try folder.descriptor.rename(name, over: other)
        ownsName = false
    }

    /// Puts the file at a name that is free.
    mutating func take(free other: String) throws(SystemError) {
        try folder.descriptor.rename(name, toFree: other)
        ownsName = false
    }

    /// Leaves the file at the temporary name.
    ///
    /// - Returns: that name.
    mutating func abandon() -> String {
        ownsName = false
        return name
    }

    /// Exchanges the file and the one at a name: the temporary name is the other's then.
    func exchange(with other: String) throws(SystemError) {
        try folder.descriptor.exchange(name, with: other)
    }
}
