/// A file without its contents: what the system knows of it, and what another in its place takes over.
struct PresentFile {
    let status: FileStatus
    let metadata: FileMetadata
    /// When a program that takes no lock has last written it, as far as known.
    let lastForeignWrite: Duration?

    /// An open file that has a status.
    init(_ descriptor: borrowing FileDescriptor, _ status: FileStatus) throws(SystemError) {
        self.status = status
        metadata = try FileMetadata(of: descriptor, status)
        lastForeignWrite = CommitRecord.lastForeignWrite(of: descriptor, status)
    }
}
