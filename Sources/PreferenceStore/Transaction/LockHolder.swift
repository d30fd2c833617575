import Glibc

/// The process that has a lock.
public struct LockHolder: Hashable, Sendable {
    /// The number of the process.
    public let process: Int32
    /// The name of its program, where the system tells.
    public let name: String?

    /// The process that has an open folder's flock(2), by `/proc/locks` of proc(5); nil where that does not tell.
    init?(of folder: Folder) {
        guard let status = try? folder.descriptor.status(), let locks = Self.text("/proc/locks") else { return nil }
        // "1: FLOCK  ADVISORY  WRITE 4242 fe:00:131075 0 EOF", the device in hexadecimal.
        let fields = locks.split(separator: "\n").map { $0.split(separator: " ") }
        let line = fields.first { $0.count > 5 && $0[1] == "FLOCK" && $0[5] == status.identity.text }
        guard let process = line.flatMap({ Int32($0[4]) }), process > 0 else { return nil }
        self.process = process
        name = Self.text("/proc/\(process)/comm")?.split(separator: "\n").first.map(String.init)
    }

    private static func text(_ path: String) -> String? {
        // The files of /proc have no size until they are read.
        guard let bytes = try? FileDescriptor.open(path, O_RDONLY).read(upTo: 1 << 20) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension LockHolder: CustomStringConvertible {
    /// The program's name and the process number.
    public var description: String {
        name.map { "\($0) (\(process))" } ?? "process \(process)"
    }
}

extension FileIdentity {
    /// The file as `/proc/locks` names it: `fe:00:131075`.
    fileprivate var text: String {
        // The bits of a device number, as gnu_dev_major(3) takes them apart.
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & ~0xff
        return "\(Self.twoDigits(major)):\(Self.twoDigits(minor)):\(inode)"
    }

    private static func twoDigits(_ number: dev_t) -> String {
        let digits = String(number, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
