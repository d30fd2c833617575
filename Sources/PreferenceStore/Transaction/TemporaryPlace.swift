/// A temporary name, with what has it: a new file, or after an exchange the old one.
///
/// When this ends, nothing is left at the name, unless it was abandoned.
struct TemporaryPlace: ~Copyable {
    private(set) var name: String
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

    /// How a file came to its place.
    enum Commit {
        /// In one step, with nothing displaced; or by rename(2), which does not tell what it displaced.
        case placed
        /// What it displaced has the temporary name now.
        case exchanged
        /// Not at all: there is a file where there was none, or none where there was one.
        case overtaken
    }

    /// Puts the file in place of another, or where there is none.
    mutating func commit(to target: String, replacing: Bool) throws(SystemError) -> Commit {
        do {
            if replacing {
                try exchange(with: target)
                return .exchanged
            } else {
                try take(free: target)
                return .placed
            }
        } catch .noSuchFile {
            return .overtaken
        } catch .exists {
            return .overtaken
        } catch .invalidArgument {
            // The file system has only rename(2).
            return try commitByOldCalls(to: target, replacing: replacing)
        } catch .notImplemented {
            // The kernel has only rename(2).
            return try commitByOldCalls(to: target, replacing: replacing)
        }
    }

    private mutating func commitByOldCalls(to target: String, replacing: Bool) throws(SystemError) -> Commit {
        do {
            if !replacing {
                // A second name is refused if the name is taken; the first one goes when this ends.
                try folder.descriptor.link(name, toFree: target)
                return .placed
            }
        } catch .exists {
            return .overtaken
        } catch {
            // A file system without second names: a file that comes between is replaced.
        }
        try replace(target)
        return .placed
    }

    /// Puts the file at a name, in place of what is there.
    mutating func replace(_ other: String) throws(SystemError) {
        try folder.descriptor.rename(name, over: other)
        ownsName = false
    }

    /// Puts the file at a name that is free, where it stays.
    private mutating func take(free other: String) throws(SystemError) {
        try folder.descriptor.rename(name, toFree: other)
        ownsName = false
    }

    /// Gives the file another name, which is as much this one's own.
    mutating func move(to other: String) throws(SystemError) {
        try folder.descriptor.rename(name, over: other)
        name = other
    }

    /// Leaves the file at its name.
    ///
    /// - Returns: that name.
    mutating func abandon() -> String {
        ownsName = false
        return name
    }

    /// Leaves the file at its name for good.
    ///
    /// - Returns: that name.
    consuming func keep() -> String {
        abandon()
    }

    /// Removes the file.
    consuming func remove() {}

    /// Exchanges the file and the one at a name: the temporary name is the other's then.
    func exchange(with other: String) throws(SystemError) {
        try folder.descriptor.exchange(name, with: other)
    }
}
