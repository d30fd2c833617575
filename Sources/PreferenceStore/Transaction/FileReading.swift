/// A file that was read while it held still.
///
/// It stays open as long as this lives.
struct FileReading: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    /// Every byte; none of a large file of which only the entries that are wanted were kept.
    let bytes: [UInt8]
    let contents: FileContents
}
