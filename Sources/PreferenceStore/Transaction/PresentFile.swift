/// A file without its contents: what the system knows of it, and what another in its place takes over.
struct PresentFile {
    let status: FileStatus
    let metadata: FileMetadata
    /// Who has written it last, as far as known.
    let record: CommitRecord.Reading

    /// An open file that has a status.
    init(_ descriptor: borrowing FileDescriptor, _ status: FileStatus) throws(SystemError) {
        self.init(status, try FileMetadata(of: descriptor, status), CommitRecord.Reading(of: descriptor, status))
    }

    init(_ status: FileStatus, _ metadata: FileMetadata, _ record: CommitRecord.Reading) {
        self.status = status
        self.metadata = metadata
        self.record = record
    }
}
