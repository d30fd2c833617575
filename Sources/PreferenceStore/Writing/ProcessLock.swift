import CLinux
import Glibc

/// The part of a directory's lock that excludes other processes: a write lock on the file `.prefs.lock` in the
/// directory.
///
/// The file exists as long as somebody has the lock. Its permissions give it to those alone who can write the
/// directory: a process that can only read there cannot block a writer. The holder removes the name before it unlocks,
/// so whoever gets the lock looks whether the file still has the name. A file that a killed process left is used again.
struct ProcessLock: ~Copyable {
    static let fileName = ".prefs.lock"

    private let directory: Directory
    private let file: FileDescriptor

    /// How often the name may come to another file before the attempt counts as refused.
    private static let attemptLimit = 100

    enum Attempt: ~Copyable {
        case taken(ProcessLock)
        /// Another process has it; it is named if the file tells.
        case held(by: LockHolder?)
    }

    deinit {
        if (try? isNamed()) != false {
            try? directory.descriptor.remove(Self.fileName)
        }
        file.unlock()
    }

    /// Takes the lock of a directory, if it is free.
    ///
    /// - Throws: `system`, and `notRegularFile` if something else has the name of the lock file: somebody may have
    ///   planted it, and it is not touched.
    static func attempt(in directory: Directory) throws(PreferenceStoreError) -> Attempt {
        let path = "\(directory.path)/\(fileName)"
        for _ in 1...attemptLimit {
            let opened: OpenFile?
            do throws(SystemError) {
                opened = try open(in: directory)
            } catch .permissionDenied where directory.descriptor.isWritable {
                // Another user's, who gives it its permissions in a moment or was killed before that.
                let owner = try? directory.descriptor.status(of: fileName).ownership.user
                return .held(by: owner.map { LockHolder(user: $0) })
            } catch .tooManySymbolicLinks {
                throw .notRegularFile(path: path, .symbolicLink)
            } catch {
                throw .system(.lock, path: directory.path, error)
            }
            guard let opened else { continue }
            let isNew = opened.isNew
            do throws(PreferenceStoreError) {
                let kind = try throwing(.lock, path, try opened.file.status().kind)
                guard kind == .regular else { throw .notRegularFile(path: path, kind) }
                guard try throwing(.lock, directory.path, try opened.file.tryLock()) else {
                    return .held(by: LockHolder(namedIn: opened.file))
                }
            } catch {
                if isNew {
                    try? directory.descriptor.remove(fileName)
                }
                throw error
            }
            let lock = ProcessLock(directory: directory, file: opened.take())
            guard try throwing(.lock, directory.path, try lock.isNamed()) else { continue }
            // Another file may have the name too: somebody has planted it, or a power failure has left the name. The
            // name is removed with the lock, and the file is not written to.
            guard try throwing(.lock, path, try lock.file.status().linkCount) <= 1 else { continue }
            LockHolder.current.sign(lock.file)
            if !isNew {
                // Its holder was killed: what it did in the directory is not on the disk yet.
                try? directory.descriptor.synchronizeNames()
            }
            return .taken(lock)
        }
        return .held(by: nil)
    }

    private struct OpenFile: ~Copyable {
        let file: FileDescriptor
        let isNew: Bool

        consuming func take() -> FileDescriptor { file }
    }

    /// Opens the lock file, or makes it; nil if another process was as quick.
    private static func open(in directory: Directory) throws(SystemError) -> OpenFile? {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        do {
            // Without O_CREAT: in a directory that everyone can write, Linux refuses that for another user's file.
            return OpenFile(file: try directory.descriptor.open(fileName, flags), isNew: false)
        } catch .noSuchFile {
            do throws(SystemError) {
                return OpenFile(file: try make(in: directory, flags), isNew: true)
            } catch .exists {
                return nil
            }
        }
    }

    /// Makes the lock file, with permissions for all who can write the directory.
    private static func make(in directory: Directory, _ flags: Int32) throws(SystemError) -> FileDescriptor {
        let isShared = try directory.descriptor.status().permissions & (S_IWGRP | S_IWOTH) != 0
        // It gets its name last: a process that is killed before leaves no file that keeps the others out.
        if isShared, let file = try? directory.descriptor.open(".", O_RDWR | unnamedFile, mode: S_IRUSR | S_IWUSR) {
            try file.shareLock(withWritersOf: directory)
            do throws(SystemError) {
                try directory.descriptor.name(file, fileName)
                return file
            } catch .noSuchFile {
                // Without /proc it cannot get one.
            } catch .notPermitted {
                // Nor on some file systems.
            }
        }
        let file = try directory.descriptor.open(fileName, flags | O_CREAT | O_EXCL, mode: S_IRUSR | S_IWUSR)
        do throws(SystemError) {
            try file.shareLock(withWritersOf: directory)
        } catch {
            try? directory.descriptor.remove(fileName)
            throw error
        }
        return file
    }

    private func isNamed() throws(SystemError) -> Bool {
        let locked = try file.status().identity
        return try ifThere(try directory.descriptor.status(of: Self.fileName).identity) == locked
    }
}

extension FileDescriptor {
    /// Gives a new lock file to those who can write its directory: reading and writing to each class that can write
    /// there.
    fileprivate func shareLock(withWritersOf directory: Directory) throws(SystemError) {
        let status = try directory.descriptor.status()
        if let owner = try directory.ownerOfNewFiles() {
            try setOwner(owner)
        }
        var writers = status.permissions & (S_IWUSR | S_IWGRP | S_IWOTH) | S_IWUSR
        let own = try self.status().ownership
        if writers & S_IWGRP != 0, own.group != status.ownership.group {
            do {
                try setOwner(FileOwner(user: own.user, group: status.ownership.group))
            } catch {
                // The owner of the directory need not be in its group: then the group has to wait.
                writers &= ~S_IWGRP
            }
        }
        try setPermissions(writers | writers << 1)
    }
}

/// The process that has a lock, as far as it is known.
public struct LockHolder: Hashable, Sendable {
    /// The number of the process; nil if only its user is known.
    public let process: Int32?
    /// The number of the user whom it acts as.
    public let user: UInt32
    /// The name of its program, if the system tells.
    public private(set) var name: String?

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
