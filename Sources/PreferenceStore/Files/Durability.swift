/// What a change has survived when it returns.
public enum Durability: Hashable, Sendable {
    /// The change is on the disk, fsync(2): it survives a power failure.
    case disk
    /// Every program sees the change; the system brings it to the disk in its own time.
    case memory
}
