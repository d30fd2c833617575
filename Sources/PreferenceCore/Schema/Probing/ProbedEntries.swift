import PropertyLists

/// The entries of a dictionary that a type asks for, over some runs.
struct ProbedEntries {
    private struct Entry {
        let key: String
        var types: [ProbedType] = []
        /// Whether the type does without, or takes several forms.
        var isLenient = false
        var isOptional = false
        /// The runs that have asked for it.
        var runs: Set<Int> = []
    }

    private let example: PropertyList?
    private var entries: [Entry] = []
    private var positions: [ByteKey: Int] = [:]
    private var runCount = 0

    init(like example: PropertyList?) {
        self.example = example
    }

    mutating func beginRun() {
        runCount += 1
    }

    /// Adds that a key was asked for.
    mutating func add(_ key: String, _ type: ProbedType, isOptional: Bool, isLenient: Bool) {
        change(key) { entry in
            if !entry.types.contains(type) {
                entry.types.append(type)
            }
            entry.isOptional = entry.isOptional || isOptional
            entry.isLenient = entry.isLenient || isLenient
        }
    }

    /// Adds that it was asked whether a key is there.
    mutating func addPresence(of key: String) {
        change(key) { $0.isOptional = true }
    }

    private mutating func change(_ key: String, _ change: (inout Entry) -> Void) {
        let position = positions[ByteKey(key)] ?? entries.count
        if position == entries.count {
            positions[ByteKey(key)] = position
            entries.append(Entry(key: key))
        }
        entries[position].runs.insert(runCount)
        change(&entries[position])
    }

    /// The rule of the dictionary.
    var rule: SchemaRule {
        let properties = entries.map { entry in
            // What is read as one of several types is anything, as far as is known.
            let type = entry.types.count == 1 && !entry.isLenient ? entry.types.first : nil
            return SchemaProperty(key: entry.key, rule: type?.rule(like: example?[path: [entry.key]]) ?? .any)
        }
        let required = entries.filter { !$0.isOptional && !$0.isLenient && $0.runs.count == runCount }.map(\.key)
        return .dictionary(properties, required: required)
    }
}
