extension TemporaryPlace {
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
    mutating func commit(to name: String, replacing: Bool) throws(SystemError) -> Commit {
        do {
            if replacing {
                try exchange(with: name)
                return .exchanged
            } else {
                try take(free: name)
                return .placed
            }
        } catch .noSuchFile {
            return .overtaken
        } catch .exists {
            return .overtaken
        } catch .invalidArgument {
            // The file system has only rename(2).
            try replace(name)
            return .placed
        } catch .notImplemented {
            // The kernel has only rename(2).
            try replace(name)
            return .placed
        }
    }
}
