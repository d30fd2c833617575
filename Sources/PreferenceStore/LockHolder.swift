import Glibc

/// The process that holds a lock, as far as known.
public struct LockHolder: Hashable, Sendable {
    /// The process ID; nil if only the user is known.
    public let process: Int32?
    /// The ID of the user that the process acts as.
    public let user: UInt32
    /// The name of its program; nil if it is unknown.
    public private(set) var name: String?

    static var current: LockHolder {
        LockHolder(process: CallingProcess.identifier, user: geteuid())
    }

    init(user: UInt32) {
        self.init(process: nil, user: user)
    }

    private init(process: Int32?, user: UInt32) {
        self.process = process
        self.user = user
    }

    /// Returns this holder with the name of its program, which only a message needs.
    func named() -> LockHolder {
        var holder = self
        holder.name = process.flatMap { Self.text("/proc/\($0)/comm") }?.split(separator: "\n").first.map(String.init)
        return holder
    }

    /// Reads the holder that a lock file names; returns nil if the file does not name one.
    init?(namedIn file: borrowing FileDescriptor) {
        guard let bytes = try? file.read(upTo: Self.signatureLength) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let process = Int32(words[0]), process > 0, let user = UInt32(words[1]) else {
            return nil
        }
        self.init(process: process, user: user)
    }

    /// The length, in bytes, of a holder's signature in a lock file: `4242 1000`, padded to overwrite any other
    /// signature.
    private static let signatureLength = 24

    /// Writes this holder into the lock file that it has locked.
    ///
    /// The signature is only for messages: a full disk does not prevent the lock.
    func sign(_ file: borrowing FileDescriptor) {
        let text = "\(process ?? 0) \(user)"
        let signature = text + String(repeating: " ", count: Self.signatureLength - text.utf8.count - 1) + "\n"
        try? file.write(Array(signature.utf8).span)
    }

    private static func text(_ path: String) -> String? {
        // The files in /proc have no size until they are read.
        guard let bytes = try? FileDescriptor.open(path, O_RDONLY).read(upTo: 1 << 10) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
