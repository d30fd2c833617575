package import PreferenceStore
import PropertyLists

/// The history of one file: a line of typed JSON for each change, the oldest first.
///
/// It is written while the file's own lock keeps out other writers, and is not flushed to disk. A truncated or
/// malformed record is skipped, and so is a record of another file whose path has the same digest.
package struct ChangeHistory: Sendable {
    let journal: JournalDirectory
    let name: String
    /// The real path of the file that the records are about; nil accepts any file.
    let subject: String?

    /// The size of a history, in bytes, and the number of its records, at which the older half is dropped.
    private static let sizeLimit = 1 << 20
    private static let countLimit = 1000
    /// The size of a record, in bytes, above which its content has a file of its own.
    fileprivate static let inlineLimit = 64 << 10
    /// The size of all such files of a history, in bytes.
    private static let apartLimit = 16 << 20

    package var path: String { file(name).path }

    // MARK: Names

    /// Returns the name of the history of a path: a digest, in hexadecimal.
    static func name(of path: String) -> String {
        let digest = String(StableDigest.of(path), radix: 16)
        return String(repeating: "0", count: nameLength - digest.count) + digest
    }

    private static let nameLength = 16

    static func isName(_ name: String) -> Bool {
        name.utf8.count == nameLength && name.allSatisfy(\.isHexDigit)
    }

    /// Returns the name of the history that a file belongs to, which may be that of one record's content.
    static func nameOfHistory(of file: String) -> String { String(file.prefix(nameLength)) }

    private func nameOfContent(_ record: HistoryRecord) -> String {
        "\(name).\(record.id)\(record.kind == .removal ? Self.removalSuffix : "")"
    }

    private static let removalSuffix = ".removed"

    private func isOfRemoval(_ name: String) -> Bool { name.hasSuffix(Self.removalSuffix) }

    // MARK: Reading

    /// Returns the records, the oldest first; none if there is no history.
    ///
    /// - Throws: `notRegularFile` and `system` if it cannot be read, for example because it belongs to another user.
    package func records() throws(PreferenceStoreError) -> [HistoryRecord] {
        try lines().compactMap { line in
            guard let record = HistoryRecord(line: line), subject == nil || subject == record.path else { return nil }
            return record
        }
    }

    /// Returns a record with its content; nil if that is not kept.
    package func complete(_ record: HistoryRecord) throws(PreferenceStoreError) -> HistoryRecord? {
        guard case .apart = record.content else { return record }
        guard let bytes = try file(nameOfContent(record)).contents(upTo: Self.apartLimit),
            case .dictionary(let object)? = try? PropertyList(parsingJSON: bytes.span),
            let content = HistoryRecord.Content(object)
        else { return nil }
        var complete = record
        complete.content = content
        return complete
    }

    private func lines() throws(PreferenceStoreError) -> [ArraySlice<UInt8>] {
        try file(name).contents(upTo: Self.apartLimit)?.split(separator: UInt8(ascii: "\n")) ?? []
    }

    private var directory: StateDirectory { journal.histories }

    private func file(_ name: String) -> StateFile { StateFile(name, in: directory) }

    // MARK: Writing

    /// Adds a record.
    ///
    /// The caller has the lock of the file that the record is about.
    ///
    /// - Throws: the reason why the history cannot be written; it then has no part of the record, unless the system
    ///   refuses to remove that too. Also `tooLarge` after the record is written without its values, which are too
    ///   large to be kept.
    func write(_ record: HistoryRecord, _ durability: Durability = .memory) throws(PreferenceStoreError) {
        let file = try file(name).openForAppending()
        let end = try HistoryEnd(of: file)
        let number = if let last = end.lastNumber { last + 1 } else { try lines().count + 1 }
        var line = record.inlineLine(number: number)
        let isApart = line == nil
        var omission: PreferenceStoreError?
        if isApart {
            omission = try writeContent(of: record, isOnlyCopy: false)
            line = record.summary.line(number: number)
        }
        do throws(PreferenceStoreError) {
            try file.append((end.isTorn ? [UInt8(ascii: "\n")] : []) + (line ?? []), durability)
        } catch {
            if isApart { try? discard(record) }
            throw error
        }
        // The record is written, whatever becomes of older ones.
        let isFull = number >= Self.countLimit && number % (Self.countLimit / 2) == 0
        if isFull || file.size + (line?.count ?? 0) > Self.sizeLimit {
            try? dropOlderHalf()
        }
        if isApart || file.size == 0 && JournalDirectory.prunes(name) {
            try? journal.prune(keeping: name)
        }
        if let omission { throw omission }
    }

    /// Keeps the content of a record that is to be written later, in a file of its own if it is large.
    ///
    /// - Parameters:
    ///   - isOnlyCopy: whether the content exists nowhere else, so that it must be kept, on disk.
    ///   - isApart: whether it has a file of its own even if it is small.
    /// - Returns: `tooLarge` if the content is too large to be kept, and need not be.
    /// - Throws: the reason why the content cannot be written; `tooLarge` if it must be kept.
    func keep(
        _ record: inout HistoryRecord,
        isOnlyCopy: Bool,
        isApart: Bool
    ) throws(PreferenceStoreError) -> PreferenceStoreError? {
        guard isApart || record.inlineLine(number: HistoryEnd.largestNumber) == nil else { return nil }
        let omission = try writeContent(of: record, isOnlyCopy: isOnlyCopy)
        record = record.summary
        return omission
    }

    /// Removes the content of a record that is not written.
    func discard(_ record: HistoryRecord) throws(PreferenceStoreError) {
        try directory.remove([nameOfContent(record)])
    }

    /// Writes the content of a record to a file of its own, and removes older ones that leave no room for it.
    ///
    /// - Returns: `tooLarge` if the content is too large, and need not be kept; nothing is written then.
    @discardableResult
    private func writeContent(
        of record: HistoryRecord,
        isOnlyCopy: Bool
    ) throws(PreferenceStoreError) -> PreferenceStoreError? {
        let limit = Self.apartLimit
        func omitting(_ size: Int) throws(PreferenceStoreError) -> PreferenceStoreError {
            let error = PreferenceStoreError.tooLarge(path: path, size: size, limit: limit)
            guard !isOnlyCopy else { throw error }
            return error
        }
        let leastSize = record.content.leastSize
        guard leastSize <= limit else { return try omitting(leastSize) }
        guard let text = try? PropertyList.dictionary(record.content.object).json(.typed) else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count <= limit else { return try omitting(bytes.count) }
        let files = try contentFiles().sorted { $0.modified > $1.modified }
        // The contents of removed files exist nowhere else, and have a limit of their own.
        var size = bytes.count
        for file in files where isOfRemoval(file.name) == (record.kind == .removal) {
            size += file.size
            guard size > limit else { continue }
            if isOnlyCopy { return try omitting(size) }
            if record.kind != .removal {
                try directory.remove([file.name])
            }
        }
        try self.file(nameOfContent(record)).replace(by: bytes, isOnlyCopy ? .disk : .memory)
        return nil
    }

    private func contentFiles() throws(PreferenceStoreError) -> [StateDirectory.Entry] {
        try directory.entries().filter { $0.name.hasPrefix(name + ".") }
    }

    /// Keeps the newest half of the records, at least one, and the records of removed files that are not restored.
    private func dropOlderHalf() throws(PreferenceStoreError) {
        let lines = try lines()
        var size = 0
        let count = lines.suffix(Self.countLimit / 2).reversed().prefix { line in
            size += line.count
            return size <= Self.sizeLimit / 2
        }.count
        let older = lines.dropLast(max(count, 1)).compactMap { line in
            HistoryRecord(line: line).map { (record: $0, line: line) }
        }
        let undone = Set(lines.compactMap { HistoryRecord(line: $0)?.role.undoneID })
        let removals = older.filter { $0.record.kind == .removal && !undone.contains($0.record.id) }
        try replace(by: removals.map(\.line) + lines.suffix(max(count, 1)))
    }

    /// Replaces all lines, and removes the contents that no line refers to.
    private func replace(by lines: [ArraySlice<UInt8>]) throws(PreferenceStoreError) {
        try file(name).replace(by: Array(lines.map { $0 + [UInt8(ascii: "\n")] }.joined()), .memory)
        let used = Set(lines.compactMap { HistoryRecord(line: $0) }.map(nameOfContent))
        try directory.remove(contentFiles().map(\.name).filter { !used.contains($0) })
    }

    // MARK: Moving

    /// Adds the records of the file that is there now to the history of its new path.
    ///
    /// Those up to the last removal that is not undone are of an earlier file, and stay. The caller has the lock of both
    /// paths.
    ///
    /// - Parameter suite: the suite of the new path; nil if it is that of none.
    func move(to other: ChangeHistory, of suite: String?) throws(PreferenceStoreError) {
        let old = try lines()
        let records = old.map { HistoryRecord(line: $0).flatMap { $0.path == subject ? $0 : nil } }
        let timeline = HistoryTimeline(records.compactMap(\.self))
        let lastRemoval = records.lastIndex { record in
            record.map { $0.kind == .removal && !timeline.isUndone($0) } ?? false
        }
        let start = lastRemoval.map { $0 + 1 } ?? 0
        let moved = records[start...].compactMap(\.self)
        guard let path = other.subject, !moved.isEmpty else { return }
        var lines = try other.lines()
        // A process that was killed may have moved them, but not removed the old ones.
        let known = try Set(other.records().map { [$0.id, $0.kind.rawValue] })
        for var record in moved where !known.contains([record.id, record.kind.rawValue]) {
            let content = nameOfContent(record)
            record.path = path
            record.suite = suite
            guard let line = record.line(number: lines.count + 1) else { continue }
            lines.append(line.dropLast())
            if case .apart = record.content {
                try directory.rename(content, to: other.nameOfContent(record))
            }
        }
        try other.replace(by: lines)
        let staying = old.indices.filter { $0 < start || records[$0] == nil }.map { old[$0] }
        if staying.isEmpty { try remove() } else { try replace(by: staying) }
    }

    // MARK: Erasing

    /// Erases the values of keys from all records, and what is no record.
    ///
    /// The caller has the lock of the file that the records are about.
    ///
    /// - Parameter isErased: returns whether a value of a key, old or new, is to be erased; both are then.
    /// - Returns: the number of records that had such values; and the identifiers of removed files that still have
    ///   them.
    func erase(
        where isErased: (String, PropertyList) -> Bool
    ) throws(PreferenceStoreError) -> (count: Int, removals: [String]) {
        var count = 0
        var removals: [String] = []
        var lines: [ArraySlice<UInt8>] = []
        let old = try self.lines()
        for (position, line) in old.enumerated() {
            // A torn line can have values too.
            guard let record = HistoryRecord(line: line) else { continue }
            let complete = try complete(record)
            if complete?.savesFile(where: isErased) ?? false {
                removals.append(record.id)
            }
            guard let forgetful = complete?.forgetting(where: isErased) else {
                lines.append(line)
                continue
            }
            count += 1
            if case .apart = record.content {
                var summary = record
                summary.ownership = forgetful.ownership
                lines.append(summary.line(number: position + 1)?.dropLast() ?? line)
                try writeContent(of: forgetful, isOnlyCopy: false)
            } else if let line = forgetful.line(number: position + 1) {
                lines.append(line.dropLast())
            }
        }
        if count > 0 || lines.count < old.count {
            try replace(by: lines)
        }
        return (count, removals)
    }

    /// Removes the history.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func remove() throws(PreferenceStoreError) -> Bool {
        // A killed process may have left a temporary file, whose name contains the name of the file.
        let names = try directory.names()
            .filter { $0 == name || $0.hasPrefix(name + ".") || $0.hasPrefix(".\(name).") }
        try directory.remove(names)
        return !names.isEmpty
    }
}

/// The end of a history, which shows where the next record goes.
private struct HistoryEnd {
    /// Whether the last line has no end, because its writer was killed or the disk was full.
    let isTorn: Bool
    /// The number of the last record; nil if it cannot be seen.
    let lastNumber: Int?

    /// More than the last entry of a record, its number, takes.
    private static let length = 32
    static let largestNumber = 1 << 40

    init(of file: AppendedFile) throws(PreferenceStoreError) {
        let size = file.size
        let end = try file.end(upTo: Self.length)
        isTorn = size > 0 && end.last != UInt8(ascii: "\n")
        let text = end.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let number = isTorn || !text.hasSuffix("}\n") ? nil : Int(text.dropLast(2))
        // Another program may have written any number.
        lastNumber = size == 0 ? 0 : number.flatMap { 0...Self.largestNumber ~= $0 ? $0 : nil }
    }
}

extension HistoryRecord {
    /// Returns the record as a line; nil if it is too large for one.
    fileprivate func inlineLine(number: Int) -> [UInt8]? {
        guard content.leastSize <= ChangeHistory.inlineLimit, let line = line(number: number),
            line.count <= ChangeHistory.inlineLimit
        else { return nil }
        return line
    }

    /// Returns whether the file that the record saves has values that are to be erased.
    fileprivate func savesFile(where isForgotten: (String, PropertyList) -> Bool) -> Bool {
        guard case .removal(let file) = content else { return false }
        return file.contents.contains { isForgotten($0.key, $0.value) }
    }

    /// Returns the record without the values that are to be erased; nil if it has none of them.
    fileprivate func forgetting(where isForgotten: (String, PropertyList) -> Bool) -> HistoryRecord? {
        guard case .changes(let changes, let texts) = content else { return nil }
        let forgetful = changes.map { change in
            [change.old, change.new].compactMap(\.self).contains { isForgotten(change.key, $0) }
                ? PreferenceChange(withholding: change.key) : change
        }
        let owners = ownership?.withholding(where: isForgotten)
        guard forgetful != changes || owners != ownership else { return nil }
        var record = self
        record.ownership = owners
        record.content = .changes(forgetful, texts.kept(with: forgetful))
        return record
    }
}
