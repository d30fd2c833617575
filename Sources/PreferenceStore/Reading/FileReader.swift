import Glibc
import PropertyLists

/// A file that did not change while it was read; it stays open until this value ends.
struct FileReading<Content>: ~Copyable {
    let descriptor: FileDescriptor
    let status: FileStatus
    let bytes: [UInt8]
    let content: Content
}

/// A reader for a file that another program may be writing in place.
///
/// `UserDefaults` truncates a file before it writes, without a lock. So a reading counts only if the file's status
/// stayed the same meanwhile. An empty or malformed file counts only if its last change is so old that no writer can be
/// about to finish it. An empty file must also stay empty for a moment. Linux, and ext4 above all, may truncate a file
/// a while before it updates the file's date.
struct FileReader {
    let path: String
    /// Whether a file counts as missing unless it is root's.
    var isOfRoot = false
    /// Whether the file has managed preferences, and an empty one is corrupt.
    var isManaged = false
    /// The time for retries; the first attempt after it is the last.
    var patience = Self.defaultPatience
    /// The time for which a caller that makes the retries itself has found the file unfinished; nil for other callers.
    var waited: Duration?
    var clock = StoreClock()

    static let defaultPatience: Duration = .seconds(5)

    /// The time for which an empty file with an old date must stay unchanged.
    private static let emptyTime: Duration = .milliseconds(100)

    /// Opens the file; returns nil if it does not exist, or does not count.
    func open() throws(SystemError) -> FileDescriptor? {
        guard isOfRoot else { return try nilIfPathMissing(try .open(path, FileDescriptor.readingFlags)) }
        if case .file(let file) = try ManagedFile.find(path) { return file }
        return nil
    }

    /// The status of an empty file, and the time since which every attempt found it.
    private typealias EmptyFile = (status: FileStatus, since: Duration)

    /// Reads the file; returns nil if it does not exist.
    ///
    /// If the caller makes the retries, an unfinished file throws `changedTooOften` until the patience is over.
    ///
    /// - Parameters:
    ///   - open: opens the file, at each attempt; returns nil if it does not exist.
    ///   - decode: decodes the bytes. If it throws `corrupt`, another program may be writing the file.
    ///   - damaged: returns the content of a file that stays damaged, from its bytes and the error; nil throws the
    ///     error.
    func read<Content>(
        opening open: @autoclosure () throws(SystemError) -> FileDescriptor?,
        decode: ([UInt8]) throws(PreferenceStoreError) -> Content,
        damaged: (([UInt8], PreferenceStoreError) -> Content)? = nil
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        var backoff = Backoff()
        // The first attempt is usually the last, so it does not read the clock.
        var deadline: Duration?
        var empty: EmptyFile?
        while true {
            guard let descriptor = try throwing(.open, path, try open()) else { return nil }
            let isLastAttempt = waited.map { $0 >= patience } ?? deadline.map { clock.uptime() >= $0 } ?? false
            if let reading = try read(descriptor, isLastAttempt: isLastAttempt, &empty, decode, damaged) {
                return reading
            }
            guard waited == nil, !isLastAttempt else { throw .changedTooOften(path: path) }
            deadline = deadline ?? clock.uptime() + patience
            try clock.pause(backoff.next(), beforeChanging: path)
        }
    }

    /// Reads an open file; returns nil if it changed meanwhile.
    ///
    /// Also returns nil if another program may be writing the file, unless this is the last attempt.
    private func read<Content>(
        _ descriptor: consuming FileDescriptor,
        isLastAttempt: Bool,
        _ empty: inout EmptyFile?,
        _ decode: ([UInt8]) throws(PreferenceStoreError) -> Content,
        _ damaged: (([UInt8], PreferenceStoreError) -> Content)?
    ) throws(PreferenceStoreError) -> FileReading<Content>? {
        let before = try status(of: descriptor)
        let bytes = try throwing(.read, path, try descriptor.read(upTo: before.size))
        guard bytes.count == before.size else { return nil }
        let content: Content
        do throws(PreferenceStoreError) {
            guard !isManaged || !bytes.isEmpty else { throw .corrupt(path: path, PropertyListError(.empty)) }
            content = try decode(bytes)
        } catch let damage where damage.isDamage {
            let isCorrupt = damage.isCorrupt
            guard try status(of: descriptor) == before, isLastAttempt || isSettled(before, isCorrupt: isCorrupt, &empty)
            else { return nil }
            guard let content = damaged?(bytes, damage) else { throw damage }
            return FileReading(descriptor: descriptor, status: before, bytes: bytes, content: content)
        }
        guard try status(of: descriptor) == before, isLastAttempt || isSettled(before, isCorrupt: false, &empty)
        else { return nil }
        return FileReading(descriptor: descriptor, status: before, bytes: bytes, content: content)
    }

    /// Returns whether no program can be about to finish a file.
    private func isSettled(_ file: FileStatus, isCorrupt: Bool, _ empty: inout EmptyFile?) -> Bool {
        // A program that is writing the file might leave it like this for a moment.
        guard isCorrupt || file.size == 0 else { return true }
        guard !clock.isRecent(file.modified) else { return false }
        guard file.size == 0 else { return true }
        if let waited {
            return waited >= Self.emptyTime
        }
        let time = clock.uptime()
        let since = empty.flatMap { $0.status == file ? $0.since : nil } ?? time
        empty = (file, since)
        return time - since >= Self.emptyTime
    }

    private func status(of descriptor: borrowing FileDescriptor) throws(PreferenceStoreError) -> FileStatus {
        let status = try throwing(.read, path, try descriptor.status())
        guard status.kind == .regular else { throw .notRegularFile(path: path, status.kind) }
        guard status.size <= FileDescriptor.sizeLimit else {
            throw .tooLarge(path: path, size: status.size, limit: FileDescriptor.sizeLimit)
        }
        return status
    }
}

extension PreferenceStoreError {
    fileprivate var isCorrupt: Bool { if case .corrupt = self { true } else { false } }

    /// Whether the cause is the contents of a file, not the system.
    fileprivate var isDamage: Bool { if case .rootNotDictionary = self { true } else { isCorrupt } }
}

// MARK: - Suites

extension FileReader {
    func readSuite(_ keys: KeySelection? = nil) throws(PreferenceStoreError) -> FileReading<SuiteDocument>? {
        try read(opening: try open()) { bytes throws(PreferenceStoreError) in
            try SuiteDocument(parsing: bytes, keys: keys, path: path)
        }
    }

    /// Reads the keys in the file, without a tree of the values if it is XML or binary.
    func readKeys() throws(PreferenceStoreError) -> FileReading<
        (names: [String], format: PropertyListFormat, warnings: [SuiteWarning])
    >? {
        try read(opening: try open()) { bytes throws(PreferenceStoreError) in
            if !bytes.isEmpty, let (names, format) = try parsing(path, try PropertyList.parseKeys(bytes.span)) {
                return (names, format, [])
            }
            let document = try SuiteDocument(parsing: bytes, path: path)
            return (document.root.keys, document.format, document.warnings)
        }
    }
}
