extension Folder {
    /// How long a temporary file stays when its process is gone: the number may be of another host, or a container.
    private static let strayAge: Duration = .seconds(60 * 60)

    /// Removes the temporary files of processes that were killed in a transaction.
    ///
    /// Only regular files are removed, whose process is gone and that nothing has happened to for an hour. What cannot
    /// be looked at or removed stays: this is no part of the change that was asked for.
    func removeStrayFiles(at time: Duration) {
        guard let names = try? descriptor.names() else { return }
        for name in names {
            guard let temporaryName = TemporaryName(name),
                let status = try? descriptor.status(of: name),
                status.kind == .regular,
                time - status.changed > Self.strayAge,
                CallingProcess.isGone(temporaryName.process)
            else { continue }
            try? descriptor.remove(name)
        }
    }
}
