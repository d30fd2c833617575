import PreferenceCore
import PreferenceJournal
import PreferenceSchemas
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

    /// A key, and where its value is.
    struct Entry {
        let key: String
        /// The position of the file among the sources; nil for a key that is unset.
        var source: Int?
        /// The position of the value in the file.
        var position = 0
    }

    let suite: any BrowsedSuite
    private let sources: [Source]
    let rules: BrowsedRules
    /// What owners have set, by key.
    private let owned: [ByteKey: [(owner: String, setting: OwnedSetting)]]
    /// The keys in byte order, each once: from the first file that sets it, or else from the schema.
    let entries: [Entry]
    /// The messages about files that cannot be read, and about what they contain.
    let problems: [String]
    /// Whether another program is writing one of the files, so that its older contents are shown.
    var isBeingWritten = false
    private let cache = ValueCache()

    /// The values that were parsed last, since a screen shows the same ones again and again.
    private final class ValueCache {
        var values: [ByteKey: PropertyList] = [:]
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
        entries = Self.entries(of: sources, rules.schema)
    }

    /// Returns the keys of files, in the order of the search list, and the unset keys of a schema; a value under a
    /// former name goes to its key.
    private static func entries(of sources: [Source], _ schema: PreferenceSchema?) -> [Entry] {
        let set = sources.indices.flatMap { source in
            (sources[source].document?.keys ?? []).enumerated().map { Entry(key: $1, source: source, position: $0) }
        }
        .sortedUniquely(byBytesOf: \.key)
        guard let schema else { return set }
        var unset: [Entry] = []
        var moved: Set<ByteKey> = []
        for key in schema.keys where set.position(of: key) == nil {
            let names = schema.rule(for: key)?.formerNames.filter { !schema.names($0) } ?? []
            let former = names.compactMap(set.position).first.map { set[$0] }
            if let former { moved.insert(ByteKey(former.key)) }
            unset.append(Entry(key: key, source: former?.source, position: former?.position ?? 0))
        }
        return (set.filter { !moved.contains(ByteKey($0.key)) } + unset).sortedUniquely(byBytesOf: \.key)
    }

    // MARK: Values

    /// Returns the file that has the value of a key; nil for an unset key.
    func file(of key: String) -> SuiteFile? {
        entries.position(of: key).flatMap { entries[$0].source }.map { sources[$0].file }
    }

    /// Whether the file that an edit changes has a key; otherwise another file has it, or none.
    func isInWrittenFile(_ key: String) -> Bool { file(of: key)?.path == suite.file.path }

    /// Returns the paths of the other files that set a key, and have no effect.
    func hiddenPaths(of key: String) -> [String] {
        guard let source = entries.position(of: key).flatMap({ entries[$0].source }) else { return [] }
        return sources[(source + 1)...]
            .filter { $0.document?.keys.contains { $0.hasSameBytes(as: key) } ?? false }
            .map(\.file.path)
    }

    /// Returns the whole value of a key, or the default of an unset one; nil if there is none.
    ///
    /// A value in a binary file that turns out to be malformed is nil too.
    func value(of key: String) -> PropertyList? {
        guard let position = entries.position(of: key), entries[position].source != nil else {
            return rules.schema?.defaultValue(of: key)
        }
        if let value = cache.values[ByteKey(key)] { return value }
        let value = uncachedValue(of: entries[position])
        if cache.values.count >= Self.cachedValues {
            cache.values.removeAll()
        }
        cache.values[ByteKey(key)] = value
        return value
    }

    func value(at pointer: ValuePointer) -> PropertyList? { pointer.value(in: value(of: pointer.key)) }

    /// Returns a value if the file that an edit changes has it; nil if it is from elsewhere.
    func writtenValue(at pointer: ValuePointer) -> PropertyList? {
        isInWrittenFile(pointer.key) ? value(at: pointer) : nil
    }

    /// Returns the value of a set key, which is not kept for later.
    func uncachedValue(of entry: Entry) -> PropertyList? {
        entry.source.flatMap { try? sources[$0].document?.value(at: entry.position) }
    }

    /// Returns what the screen may show of a value.
    func shown(_ value: PropertyList, at pointer: ValuePointer) -> PropertyList {
        rules.shown(value, pointer)
    }

    /// Whether the screen may not show a value, or a part of it.
    func hidesPart(of value: PropertyList?, at pointer: ValuePointer) -> Bool {
        value.map { shown($0, at: pointer) != $0 } ?? false
    }

    /// Returns the owners of a value in the file that an edit changes, or of a part of it.
    func owners(of pointer: ValuePointer) -> [String] {
        guard isInWrittenFile(pointer.key), let owned = owned[ByteKey(pointer.key)] else { return [] }
        return Set(owned.filter { $0.setting.overlaps(pointer.tokens) }.map(\.owner)).sorted(byBytesOf: \.self)
    }

    /// Returns the rule of the schema for a value.
    func rule(at pointer: ValuePointer) -> SchemaRule? {
        rules.schema?.rule(for: pointer.key, at: pointer.inValue.tokens, in: value(of: pointer.key))
    }

    /// Returns an edit of a value as the user sees it now.
    ///
    /// If the file to write does not have the key, a part of a value is set with the rest.
    ///
    /// - Parameter seen: The pointer to the value that must not change meanwhile; nil for the edited one.
    func edit(
        _ action: ValueEdit.Action,
        at pointer: ValuePointer,
        text: String = "",
        seeing seen: ValuePointer? = nil
    ) -> ValueEdit {
        var edit = ValueEdit(action, pointer, text: text, since: writtenValue(at: seen ?? pointer), at: seen)
        if pointer.inValue != .whole, !isInWrittenFile(pointer.key) { edit.base = value(of: pointer.key) }
        return edit
    }

    // MARK: Other listings

    /// Returns the pointer to the part at the position that a lost part had in an older listing, or to the last part.
    ///
    /// - Returns: nil if the container has no parts.
    func neighbor(of pointer: ValuePointer, since old: Listing?) -> ValuePointer? {
        guard let container = pointer.container, let parts = value(at: container)?.parts, !parts.isEmpty else {
            return nil
        }
        let token = pointer.inValue.tokens.last
        let position = old?.value(at: container)?.parts.firstIndex { $0.token == token } ?? 0
        return container.part(parts[min(position, parts.count - 1)].token)
    }

    /// Returns the keys whose values differ from those in an older listing of the same files.
    func changedKeys(since old: Listing) -> [String] {
        entries.map(\.key).filter { key in
            guard let new = entries.position(of: key), let position = old.entries.position(of: key) else { return true }
            return !hasSameValue(entries[new], as: old.entries[position], in: old)
        }
    }

    private func hasSameValue(_ entry: Entry, as other: Entry, in old: Listing) -> Bool {
        guard let source = entry.source, let oldSource = other.source else { return entry.source == other.source }
        guard let document = sources[source].document, let oldDocument = old.sources[oldSource].document else {
            return false
        }
        return document.hasSameValue(at: entry.position, as: oldDocument, at: other.position)
    }

    // MARK: Lines

    /// Returns the lines for some keys: pointers to their values, and to the parts of those that are unfolded.
    ///
    /// - Parameter matches: The positions of the keys; nil for all.
    func rows(of matches: [Int]?, unfolding unfolded: Set<ValuePointer>) -> [ValuePointer] {
        let keys = Set(unfolded.map { ByteKey($0.key) })
        var rows: [ValuePointer] = []
        for entry in matches.map({ $0.map { entries[$0] } }) ?? entries {
            let pointer = ValuePointer(entry.key)
            if !keys.isEmpty, keys.contains(ByteKey(entry.key)) {
                append(pointer, value(of: entry.key), to: &rows, unfolded)
            } else {
                rows.append(pointer)
            }
        }
        return rows
    }

    /// Appends a line, and lines for its parts if it is unfolded; the depth of a property list is limited.
    private func append(
        _ pointer: ValuePointer,
        _ value: PropertyList?,
        to rows: inout [ValuePointer],
        _ unfolded: Set<ValuePointer>
    ) {
        rows.append(pointer)
        guard let value, unfolded.contains(pointer), !rules.hides(pointer) else { return }
        for (token, part) in value.parts {
            append(pointer.part(token), part, to: &rows, unfolded)
        }
    }
}

extension [Listing.Entry] {
    /// Returns the position of a key, in entries in byte order.
    func position(of key: String) -> Int? {
        let position = partitioningIndex { !$0.key.precedesInByteOrder(key) }
        return position < endIndex && self[position].key.hasSameBytes(as: key) ? position : nil
    }
}

extension ValuePointer {
    /// The pointer to the container that a part is in; nil for a whole value.
    var container: ValuePointer? {
        inValue == .whole ? nil : ValuePointer(key, at: inValue.prefix(inValue.tokens.count - 1))
    }
}
