import Glibc

/// The process that has a lock, as far as it is known.
public struct LockHolder: Hashable, Sendable {
    /// The number of the process; nil if only its user is known.
    public let process: Int32?
    /// The number of the user whom it acts as.
    public let user: UInt32
    /// The name of its program, if the system tells.
    public private(set) var name: String?

    /// This process.
    static var current: LockHolder {
        LockHolder(process: CallingProcess.identifier, user: geteuid())
    }

    /// A process of a user, of which nothing more is known.
    init(user: UInt32) {
        self.init(process: nil, user: user)
    }

    private init(process: Int32?, user: UInt32) {
        self.process = process
        self.user = user
    }

    /// The same with the name of its program, which only a message needs.
    func named() -> LockHolder {
        var holder = self
        holder.name = process.flatMap { Self.text("/proc/\($0)/comm") }?.split(separator: "\n").first.map(String.init)
        return holder
    }

    /// The process that a lock file names; nil if it names none.
    init?(namedIn file: borrowing FileDescriptor) {
        guard let bytes = try? file.read(upTo: Self.signatureLength) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let process = Int32(words[0]), process > 0, let user = UInt32(words[1]) else {
            return nil
        }
        self.init(process: process, user: user)
    }

    /// The bytes by which a lock file names its holder: `4242 1000`, filled up so that they replace all of another's.
    private static let signatureLength = 24

    /// Writes this holder into the lock file that it has locked.
    ///
    /// The name is for messages alone: a full disk keeps nobody from the lock.
    func sign(_ file: borrowing FileDescriptor) {
        let text = "\(process ?? 0) \(user)"
        let signature = text + String(repeating: " ", count: Self.signatureLength - text.utf8.count - 1) + "\n"
        try? file.write(Array(signature.utf8).span)
    }

    private static func text(_ path: String) -> String? {
        // The files of /proc have no size until they are read.
        guard let bytes = try? FileDescriptor.open(path, O_RDONLY).read(upTo: 1 << 10) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension LockHolder: CustomStringConvertible {
    /// The program's name, the process number and the user: `prefs (4242) of user ada`.
    public var description: String {
        let program = process.map { process in name.map { "\($0) (\(process))" } ?? "process \(process)" }
        return "\(program ?? "a process") of user \(CallingProcess.userName(of: user) ?? "\(user)")"
    }
}
