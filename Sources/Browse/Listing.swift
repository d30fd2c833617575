import PreferenceCore
import PreferenceStore
import PropertyLists

/// The preferences of a suite as the screen shows them: the set keys of its files, and the unset keys of its schema.
///
/// The files are kept as bytes, and a value is parsed when it is shown: a tree would take three times their size.
struct Listing {
    /// A file of the search list, with its contents.
    struct Source {
        let file: SuiteFile
        var document: IndexedDocument?
    }

    /// A key, and where its value is: the file and the position in it.
    struct Entry {
        let key: String
        /// The position of the file among the sources; -1 for a key that is unset.
        let source: Int
        /// The position of the value in the file, or of an unset key in the schema.
        let position: Int

        var isSet: Bool { source >= 0 }
    }

    let suite: any BrowsedSuite
    private let sources: [Source]
    let rules: BrowsedRules
    /// What owners have set, by key.
    private let owned: [ByteKey: [(owner: String, setting: OwnedSetting)]]
    /// The keys in byte order.
    let entries: ListedEntries
    /// The messages about files that cannot be read, and about what they contain.
    let problems: [String]
    /// Whether another program is writing one of the files, so that its older contents are shown.
    var isBeingWritten = false
    private let cache = ValueCache()

    /// The values that were parsed last, since a screen shows the same ones again and again.
    private final class ValueCache {
        var values: [Int: PropertyList] = [:]
    }

    private static let cachedValues = 512

    /// Reads all files, and never waits for another program.
    ///
    /// - Parameters:
    ///   - old: An older listing; a file that another program is writing keeps its contents of then.
    ///   - waited: The time for which a file has been unfinished; after some seconds it counts as it is.
    init(of suite: any BrowsedSuite, since old: Listing?, waited: Duration) {
        var (sources, warnings, errors): ([Source], [String], [String]) = ([], [], [])
        for (position, file) in suite.searchList.enumerated() {
            var source = Source(file: file)
            do throws(PreferenceStoreError) {
                let index = try file.readIndex(waited: waited)
                source.document = index?.document
                warnings += (index?.warnings ?? []).map { "\($0)" }
            } catch .changedTooOften {
                isBeingWritten = true
                if let old, old.suite.file.path == suite.file.path, old.sources.indices.contains(position) {
                    source = old.sources[position]
                }
            } catch {
                errors.append("\(error)")
            }
            sources.append(source)
        }
        self.suite = suite
        self.sources = sources
        rules = suite.rules()
        problems = warnings + rules.problems + errors
        owned = Dictionary(grouping: rules.ownership.settings(at: [])) { ByteKey($0.setting.pointer[0]) }
        entries = ListedEntries(of: sources.map { $0.document?.keys }, rules.schema)
    }

    // MARK: Edits

    /// Returns an edit of a value as the user sees it now.
    ///
    /// If the file to write does not have the key, a part of a value is set with the rest.
    ///
    /// - Parameter seen: The pointer to the value that must not change meanwhile; nil for the edited one.
    func edit(
        _ action: Edit.Action,
        at pointer: ValuePointer,
        text: String = "",
        seeing seen: ValuePointer? = nil
    ) -> Edit {
        var edit = Edit(action, pointer, text: text, since: writtenValue(at: seen ?? pointer), at: seen)
        if pointer.inValue != .whole, let position = entries.position(of: pointer.key),
            !isInWrittenFile(entries[position])
        {
            edit.base = value(of: position)
        }
        return edit
    }

    // MARK: Values

    /// Returns the whole value of an entry, or the default of an unset key; nil if there is none.
    ///
    /// A value in a binary file that turns out to be malformed is nil too.
    func value(of index: Int) -> PropertyList? {
        let entry = entries[index]
        guard entry.isSet else { return rules.schema?.defaultValue(of: entry.key) }
        if let value = cache.values[index] { return value }
        let value = uncachedValue(of: entry)
        if cache.values.count >= Self.cachedValues {
            cache.values.removeAll()
        }
        cache.values[index] = value
        return value
    }

    func value(of row: Row) -> PropertyList? {
        pointer(of: row).value(in: value(of: row.entry))
    }

    /// Returns the value of a set key, which is not kept for later.
    func uncachedValue(of entry: Entry) -> PropertyList? {
        guard entry.isSet else { return nil }
        return try? sources[entry.source].document?.value(at: entry.position)
    }

    func pointer(of row: Row) -> ValuePointer {
        ValuePointer(entries[row.entry].key, at: JSONPointer(tokens: row.pointer))
    }

    /// Returns the owners of a value in the file that an edit changes, or of a part of it.
    func owners(of row: Row) -> [String] {
        let entry = entries[row.entry]
        guard isInWrittenFile(entry), let owned = owned[ByteKey(entry.key)] else { return [] }
        let pointer = [entry.key] + row.pointer
        return Set(owned.filter { $0.setting.overlaps(pointer) }.map(\.owner)).sorted(byBytesOf: \.self)
    }

    /// Returns what the screen may show of a value.
    func shown(_ value: PropertyList, at pointer: ValuePointer) -> PropertyList {
        rules.secrets.hiding(in: value, at: pointer)
    }

    /// Whether the file that an edit changes has the value; otherwise another file has it, or it is a default.
    func isInWrittenFile(_ entry: Entry) -> Bool {
        entry.isSet && sources[entry.source].file.path == suite.file.path
    }

    /// Returns the value in a line if the file that an edit changes has it; nil if it is from elsewhere.
    func writtenValue(of row: Row) -> PropertyList? {
        isInWrittenFile(entries[row.entry]) ? value(of: row) : nil
    }

    func writtenValue(at pointer: ValuePointer) -> PropertyList? {
        entries.position(of: pointer.key).flatMap { writtenValue(of: Row(entry: $0, pointer: pointer.inValue.tokens)) }
    }

    func value(at pointer: ValuePointer) -> PropertyList? {
        entries.position(of: pointer.key).flatMap { value(of: Row(entry: $0, pointer: pointer.inValue.tokens)) }
    }

    /// Returns the pointer to the part that now stands where a lost part stood in an older listing, or to the last
    /// part.
    ///
    /// - Returns: nil if the container has no parts.
    func neighbor(of pointer: [String], inKey key: String, since old: Listing?) -> [String]? {
        guard let token = pointer.last else { return nil }
        let container = ValuePointer(key, at: JSONPointer(tokens: pointer.dropLast()))
        guard let parts = value(at: container)?.parts, !parts.isEmpty else { return nil }
        let position = old?.value(at: container)?.parts.firstIndex { $0.token == token } ?? 0
        return pointer.dropLast() + [parts[min(position, parts.count - 1)].token]
    }

    /// The path of the file that has the value of an entry; nil for an unset key.
    func path(of entry: Entry) -> String? {
        entry.isSet ? sources[entry.source].file.path : nil
    }

    /// Whether the administrator has set an entry.
    func isManaged(_ entry: Entry) -> Bool { entry.isSet && sources[entry.source].file.isManaged }

    /// Returns the paths of the other files that set a key, and have no effect.
    func hiddenPaths(of entry: Entry) -> [String] {
        guard entry.isSet else { return [] }
        return sources[(entry.source + 1)...]
            .filter { $0.document?.keys.contains { $0.hasSameBytes(as: entry.key) } ?? false }
            .map(\.file.path)
    }

    /// Returns the rule of the schema for a value.
    func rule(of row: Row) -> SchemaRule? {
        rules.schema?.rule(for: entries[row.entry].key, at: row.pointer, in: value(of: row.entry))
    }

    /// Returns the keys whose values differ from those in an older listing of the same files.
    func changedKeys(since old: Listing) -> [String] {
        var next = 0
        return entries.compactMap { entry in
            let position = old.entries.position(of: entry.key, from: &next)
            let isSame = position.map { hasSameValue(entry, as: old.entries[$0], in: old) } ?? false
            return isSame ? nil : entry.key
        }
    }

    private func hasSameValue(_ entry: Entry, as other: Entry, in old: Listing) -> Bool {
        guard entry.isSet, other.isSet else { return entry.isSet == other.isSet }
        guard let document = sources[entry.source].document,
            let oldDocument = old.sources[other.source].document
        else { return false }
        return document.hasSameValue(at: entry.position, as: oldDocument, at: other.position)
    }
}

/// A line of the list: a key, or a part of its value.
struct Row: Equatable {
    /// The position of the key in the listing.
    let entry: Int
    /// The pointer to the part; empty for the whole value.
    var pointer: [String] = []

    /// The line of the container that the part is in; nil for a whole value.
    var container: Row? { pointer.isEmpty ? nil : Row(entry: entry, pointer: Array(pointer.dropLast())) }
}

extension Listing {
    /// Returns the lines for some keys, with the parts of the values that are unfolded.
    ///
    /// - Parameter matches: The positions of the keys; nil for all.
    func rows(of matches: [Int]?, unfolding unfolded: Set<ValuePointer>) -> [Row] {
        guard !unfolded.isEmpty else { return (matches ?? Array(entries.indices)).map { Row(entry: $0) } }
        let keys = Set(unfolded.map { ByteKey($0.key) })
        var rows: [Row] = []
        for index in matches ?? Array(entries.indices) {
            let row = Row(entry: index)
            if keys.contains(ByteKey(entries[index].key)) {
                append(row, value(of: index), to: &rows, unfolded)
            } else {
                rows.append(row)
            }
        }
        return rows
    }

    /// Appends a line, and lines for its parts if it is unfolded; the depth of a property list is limited.
    private func append(_ row: Row, _ value: PropertyList?, to rows: inout [Row], _ unfolded: Set<ValuePointer>) {
        rows.append(row)
        guard let value, unfolded.contains(pointer(of: row)), !rules.secrets.isSecret(pointer(of: row)) else { return }
        for (token, part) in value.parts {
            append(Row(entry: row.entry, pointer: row.pointer + [token]), part, to: &rows, unfolded)
        }
    }
}
