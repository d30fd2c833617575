/// A file that was read whole while it held still.
///
/// It stays open as long as this lives.
struct FileReading: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    /// Every byte; none where only some were read, those that lead to the keys that are wanted.
    let bytes: [UInt8]
    let contents: FileContents
}
